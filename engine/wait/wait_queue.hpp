// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/intrusive_list.hpp>
#include <sluice/engine/mutex.hpp>
#include <sluice/engine/task.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// Those who wait until something has changed, in the order of their coming.
///
/// The race that matters: who waits does *register, then look*; who changes does *change, then look for waiters*. Both
/// "thens" are read-modify-writes of `waiting_`, so one of the two sees the other. Without waiters a notification costs
/// that one operation and takes no lock.
///
///     fresh    --poll, not its turn or no luck-->  queued
///     queued   --notify-->                         notified
///     notified --poll, no luck-->                  queued, in front
///     notified --left-->                           fresh; the notification goes to the next
///     any      --poll, luck-->                     done
///     queued   --hand_over-->                      done
///
/// Thread safety: any thread, on bare metal any interrupt; one waiter belongs to one task.
/// Blocks: never for longer than an attempt takes.
/// Allocates: never; a waiter is inside its future.
/// Order: who is first is served first. A newcomer gets no attempt while others wait.
class WaitQueue {
public:
  /// One place in the queue; leaves it when it dies. Once it was polled, it stays where it is.
  class Waiter : public ListLink<Waiter> {
  public:
    explicit Waiter(WaitQueue& queue) noexcept : queue_{queue} {}
    ~Waiter() { leave(); }

    /// Gives up the place; afterwards the waker is not called any more. False if it was served before.
    bool leave() noexcept { return queue_.forget(*this); }

  private:
    friend class WaitQueue;
    enum class Stage : std::uint8_t { fresh, queued, notified, done };

    WaitQueue& queue_;
    Waker waker_;  // this and the rest: under the lock of `state_`
    Stage stage_ = Stage::fresh;
  };

  WaitQueue() = default;
  ~WaitQueue() {
    const auto state = state_.lock();
    check(state->waiting.is_empty() && state->notified == 0, "a future dies before the queue that it waits in");
  }

  /// What came of an attempt to get what one waits for.
  enum class Luck : std::uint8_t {
    none,      ///< not yet
    got,       ///< yes
    got_some,  ///< yes, and there is more: the next one may try
  };

  /// Tries `attempt() -> Luck` if it is the waiter's turn. True once it was served; otherwise it is queued, and `waker`
  /// is woken when it is worth asking again. The attempt is made under the lock: a few instructions.
  template <class Attempt>
  [[nodiscard]] bool poll(Waiter& waiter, const Waker& waker, Attempt attempt) noexcept {
    const auto state = state_.lock();
    if (waiter.stage_ == Waiter::Stage::done) {
      return true;
    }
    const bool has_turn = enlist(*state, waiter);
    const Luck luck = has_turn ? attempt() : Luck::none;
    if (luck == Luck::none) {
      waiter.waker_ = waker;  // the poller may have moved since the last time
      return false;
    }
    serve_front(*state);
    if (luck == Luck::got_some) {
      notify_front(*state);
    }
    return true;
  }

  /// Something has changed: the first one may try. Costs one read-modify-write if nobody waits.
  void notify_one() noexcept {
    if (anybody_waits()) {
      notify_first();
    }
  }

  /// Something has changed for good: everybody who waits now may try.
  void notify_all() noexcept;

  /// Something has changed: serves waiters from the first on, as long as `serve(Waiter&) -> bool` can. They need not be
  /// polled for it, so nobody who comes meanwhile takes what they waited for.
  template <class Serve>
  void hand_over(Serve serve) noexcept {
    while (anybody_waits()) {
      const auto state = state_.lock();
      Waiter* const first = state->waiting.front();
      if (first == nullptr || !serve(*first)) {
        return;
      }
      serve_front(*state);
      first->waker_.wake();
    }
  }

private:
  using Stage = Waiter::Stage;

  struct State {
    IntrusiveList<Waiter> waiting;
    std::uint32_t notified = 0;  ///< who has left the list to try, and has not tried yet
  };

  [[nodiscard]] bool anybody_waits() noexcept {
    // release | the change before it, to the acquire in `enlist`, whose attempt then sees it. There is nothing to
    //           acquire: if somebody waits, the lock comes next.
    return waiting_.fetch_add(0, std::memory_order_release) != 0;
  }

  [[nodiscard]] bool enlist(State& state, Waiter& waiter) noexcept;
  void serve_front(State& state) noexcept;
  void remove(State& state, Waiter& waiter) noexcept;
  void notify_front(State& state) noexcept;
  void notify_first() noexcept;
  bool forget(Waiter& waiter) noexcept;

  Atomic<std::uint32_t> waiting_{0};  ///< how many are in the list; written under the lock
  SyncMutex<State> state_;
};

}  // namespace sluice::inline SLUICE_ABI::engine
