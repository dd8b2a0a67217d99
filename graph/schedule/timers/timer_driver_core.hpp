// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/time/timer_watcher.hpp>
#include <sluice/engine/time/timer_wheel.hpp>
#include <sluice/graph/schedule/timers/driver_state.hpp>

namespace sluice::inline SLUICE_ABI::schedule {

/// What a timer driver does, for any kind of thread: who derives from it starts, wakes and puts to sleep.
///
/// Lock order: the wheel's lock is above all of a driver. `start_thread` and `park_until` are called without it.
/// Lifetime: the wheel outlives it. Who derives calls `watch` when it is complete, and `stop` before it ends.
class TimerDriverCore : private engine::TimerWatcher {
public:
  TimerDriverCore(const TimerDriverCore&) = delete;
  TimerDriverCore& operator=(const TimerDriverCore&) = delete;

protected:
  /// `linger`: for how long the thread stays when no timer is set.
  TimerDriverCore(engine::TimerWheel& wheel, Duration linger) noexcept : wheel_{wheel}, linger_{linger} {
    engine::check(linger >= Duration::zero(), "a thread lingers for no less than no time");
  }
  ~TimerDriverCore() { engine::check(state_.is_stopped(), "a timer driver is stopped before it ends"); }

  /// From here on timers fire.
  void watch() noexcept { wheel_.watch(*this); }

  /// No thread is asked for any more, and `drive` returns as soon as it has fired what it is at. Tells how many calls
  /// of `start_thread` there were; the last one may still be under way, and its thread has to come and go.
  [[nodiscard]] std::uint32_t stop() noexcept;

  /// What the thread does: calls `advance` whenever it is time, until no timer is set or it is stopped.
  void drive() noexcept;

  [[nodiscard]] const Clock& clock() const noexcept { return wheel_.clock(); }

  /// Has a new thread call `drive`. The last one, if any, has left `drive` or is about to: it touches nothing any more.
  virtual void start_thread() noexcept = 0;

  /// Returns at `moment`, or after a `wake_up` since the last return, which may have come before this call. In `drive`.
  virtual void park_until(Instant moment) noexcept = 0;

  /// Ends the sleep, or the next one. Under the wheel's lock: no lock is taken under which somebody uses the wheel.
  virtual void wake_up() noexcept = 0;

private:
  [[nodiscard]] bool on_earlier(Instant deadline) noexcept final { return act(state_.earlier(deadline)); }
  void attend() noexcept final { start_thread(); }
  void on_empty() noexcept final { (void)act(state_.emptied(later(clock().now(), linger_))); }

  /// True if a thread has to be started.
  [[nodiscard]] bool act(DriverState::Duty duty) noexcept;

  engine::TimerWheel& wheel_;
  const Duration linger_;
  DriverState state_;
  engine::Plain<std::uint32_t> starts_{0};  ///< under the wheel's lock
};

}  // namespace sluice::inline SLUICE_ABI::schedule
