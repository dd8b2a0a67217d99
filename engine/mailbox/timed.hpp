// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <optional>
#include <sluice/config.hpp>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/mailbox/queue_error.hpp>
#include <sluice/engine/task.hpp>
#include <sluice/engine/time/timer_wheel.hpp>
#include <type_traits>
#include <utility>

namespace sluice::inline SLUICE_ABI::mailbox {

/// A future that can be told to stop waiting, and says what has come of it.
template <class F>
concept CanGiveUp = requires(F& future, const engine::Waker& waker, QueueFault fault) {
  { future.poll(waker) } -> std::same_as<engine::Poll<typename F::Output>>;
  { future.give_up(fault) } -> std::same_as<typename F::Output>;
};

/// A future with a deadline: answers what it answers, or `timed_out` if it is still pending at the deadline.
///
/// The future is asked first, so what came in time counts, however late one asks. A message that waits for room is
/// either in the queue or inside the error, never both.
///
/// With a wheel, the waker is woken at the deadline. With only a clock, somebody has to poll again by then: it does not
/// wake itself, because that would keep an executor busy for as long as it waits.
///
/// Polled by one task; it may be moved until it was polled for the first time. The wheel or the clock outlives it.
template <CanGiveUp Future>
class Timed {
public:
  using Output = Future::Output;

  Timed(Future future, engine::TimerWheel& wheel, Instant deadline)
      : future_{std::move(future)}, clock_{wheel.clock()}, wheel_{&wheel}, deadline_{deadline} {}
  Timed(Future future, const Clock& clock, Instant deadline)
      : future_{std::move(future)}, clock_{clock}, wheel_{nullptr}, deadline_{deadline} {}

  Timed(Timed&& other) noexcept(std::is_nothrow_move_constructible_v<Future>)
      : future_{std::move(other.future_)}, clock_{other.clock_}, wheel_{other.wheel_}, deadline_{other.deadline_} {
    engine::check(!other.timer_.has_value(), "a future that was polled stays where it is");
  }
  Timed& operator=(Timed&&) = delete;

  [[nodiscard]] engine::Poll<Output> poll(const engine::Waker& waker) {
    engine::Poll<Output> answer = future_.poll(waker);
    if (answer.has_value()) {
      timer_.reset();
    } else if (clock_.now() >= deadline_) {
      answer.emplace(give_up(QueueFault::timed_out));
    } else if (wheel_ != nullptr) {
      wake_at_deadline(waker);
    }
    return answer;
  }

  /// Stops waiting, for the reason `fault`; unless it is done already.
  [[nodiscard]] Output give_up(QueueFault fault) {
    timer_.reset();
    return future_.give_up(fault);
  }

private:
  void wake_at_deadline(const engine::Waker& waker) noexcept {
    if (!timer_.has_value()) {
      timer_.emplace();
    }
    wheel_->set(*timer_, deadline_, waker);  // again in each poll: the poller may have moved since the last one
  }

  Future future_;
  const Clock& clock_;
  engine::TimerWheel* wheel_;  ///< null if there is only the clock
  Instant deadline_;
  std::optional<engine::Timer> timer_;  ///< from the first time that it waits
};

/// `future`, but not beyond `deadline`: `with_deadline(producer.offer_blocking(message), wheel, deadline)`.
template <CanGiveUp Future>
[[nodiscard]] Timed<Future> with_deadline(Future future, engine::TimerWheel& wheel, Instant deadline) {
  return {std::move(future), wheel, deadline};
}
/// The same without a wheel, for who polls again and again.
template <CanGiveUp Future>
[[nodiscard]] Timed<Future> with_deadline(Future future, const Clock& clock, Instant deadline) {
  return {std::move(future), clock, deadline};
}

}  // namespace sluice::inline SLUICE_ABI::mailbox
