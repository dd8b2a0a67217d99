// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/intrusive_list.hpp>
#include <sluice/engine/mutex.hpp>
#include <sluice/engine/task.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// Decides who has an `AsyncMutex`. The right is handed from owner to waiter directly, so nobody can overtake.
///
///     waiter:  new --acquire, free--> owner
///              new --acquire, taken--> queued --release by the owner--> granted --acquire--> owner
///
/// Invariant: `held` is true while there is an owner or a granted waiter; at most one of those exists.
class AsyncLock {
public:
  class Waiter : public ListLink<Waiter> {
  public:
    explicit Waiter(AsyncLock& lock) noexcept : lock_{lock} {}
    ~Waiter() { lock_.forget(*this); }

    /// True once the right is the caller's; otherwise `waker` is woken when it is worth asking again.
    [[nodiscard]] bool acquire(const Waker& waker) noexcept { return lock_.acquire(*this, waker); }

  private:
    friend class AsyncLock;
    enum class Stage : std::uint8_t { fresh, queued, granted, done };

    AsyncLock& lock_;
    Waker waker_;  // this and the rest: under the lock of `state_`
    Stage stage_ = Stage::fresh;
  };

  AsyncLock() = default;

  /// Gives the right back; called once by each owner.
  void release() noexcept;

private:
  struct State {
    IntrusiveList<Waiter> waiting;
    bool held = false;
  };

  [[nodiscard]] bool acquire(Waiter& waiter, const Waker& waker) noexcept;
  void forget(Waiter& waiter) noexcept;
  static void pass_on(State& state) noexcept;

  SyncMutex<State> state_;
};

}  // namespace sluice::inline SLUICE_ABI::engine
