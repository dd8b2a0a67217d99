// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <sluice/config.hpp>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/error.hpp>
#include <sluice/engine/shared.hpp>
#include <sluice/engine/task.hpp>
#include <sluice/engine/wait/wait_queue.hpp>
#include <utility>
#include <variant>

namespace sluice::inline SLUICE_ABI::mailbox {

/// Tells those who wait that something happened; copies tell the same ones.
template <class S>
concept MailboxSignal = std::copyable<S> && requires(const S& signal, const engine::Waker& waker) {
  typename S::WaitFuture;
  signal.notify();
  { signal.wait() } -> std::same_as<typename S::WaitFuture>;
  { signal.wait().poll(waker) } -> std::same_as<engine::Poll<std::monostate>>;
};

/// What the copies of a signal share.
class SignalState {
public:
  void notify() noexcept {
    // relaxed: a count that carries nothing else; the read-modify-write in `notify_all` orders it before a wait's look.
    rounds_.fetch_add(1, std::memory_order_relaxed);
    waits_.notify_all();
  }

  [[nodiscard]] std::uint32_t rounds() const noexcept {
    return rounds_.load(std::memory_order_relaxed);  // as in `notify`
  }

  /// True if something happened since `seen`, or since anybody was told last.
  [[nodiscard]] bool poll(engine::WaitQueue::Waiter& waiter, const engine::Waker& waker, std::uint32_t seen) noexcept {
    using Luck = engine::WaitQueue::Luck;
    return waits_.poll(waiter, waker, [&] {
      const std::uint32_t now = rounds();
      if (now == seen && now == told_) {
        return Luck::none;
      }
      told_ = now;
      return Luck::got_some;
    });
  }

  [[nodiscard]] engine::WaitQueue& waits() noexcept { return waits_; }

private:
  engine::Atomic<std::uint32_t> rounds_{0};
  engine::WaitQueue waits_;
  std::uint32_t told_ = 0;  ///< under the lock of `waits_`
};

/// A signal that remembers: a notification that nobody waited for completes the next wait at once.
template <template <class> class OwnerShared = ArcShared>
class QueueSignal {
public:
  /// Completes after a notification. May be moved until it was polled for the first time.
  class WaitFuture {
  public:
    explicit WaitFuture(OwnerShared<SignalState> state) noexcept : state_{std::move(state)}, seen_{state_->rounds()} {}
    WaitFuture(WaitFuture&& other) noexcept : state_{std::move(other.state_)}, seen_{other.seen_} {
      engine::check(!other.place_.has_value(), "a future that was polled stays where it is");
    }
    WaitFuture& operator=(WaitFuture&&) = delete;

    [[nodiscard]] engine::Poll<std::monostate> poll(const engine::Waker& waker) noexcept {
      if (!place_.has_value()) {
        place_.emplace(state_->waits());
      }
      return state_->poll(*place_, waker, seen_) ? engine::Poll<std::monostate>{std::monostate{}} : engine::pending;
    }

  private:
    OwnerShared<SignalState> state_;
    std::uint32_t seen_;
    std::optional<engine::WaitQueue::Waiter> place_;
  };

  [[nodiscard]] static Result<QueueSignal> make() noexcept {
    auto state = OwnerShared<SignalState>::make();
    if (!state.has_value()) {
      return std::unexpected{state.error()};
    }
    return QueueSignal{*std::move(state)};
  }

  void notify() const noexcept { state_->notify(); }
  [[nodiscard]] WaitFuture wait() const noexcept { return WaitFuture{state_}; }

private:
  explicit QueueSignal(OwnerShared<SignalState> state) noexcept : state_{std::move(state)} {}
  OwnerShared<SignalState> state_;
};

}  // namespace sluice::inline SLUICE_ABI::mailbox
