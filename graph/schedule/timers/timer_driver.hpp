// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <sluice/config.hpp>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/time/timer_wheel.hpp>
#include <sluice/graph/schedule/timers/timer_driver_core.hpp>
#include <thread>

namespace sluice::inline SLUICE_ABI::schedule {

/// Makes the timers of a wheel fire, on a thread that is there only while a timer is set.
///
/// The thread starts when a timer is set, sleeps until the wheel's next deadline, and ends when no timer has been set
/// for a while. If the machine has no thread to give, the program ends: its timers would never fire.
///
/// Thread safety: timers are set and cancelled on the wheel by any thread, also while the driver is made or destroyed.
/// Allocates: when the thread starts.
/// Order: that of one `TimerWheel::advance`, as all wakers are called by one thread: by tick, and within a tick in the
/// order of the sets. A timer whose tick was over when it was set does not wait for those that are to come.
/// Lifetime: the wheel outlives the driver, and has one at a time. It is not destroyed by a waker. What is set when it
/// is destroyed stays set, and fires when the wheel has another driver.
///
///     engine::PlatformClock clock;
///     engine::TimerWheel wheel{clock};
///     schedule::TimerDriver driver{wheel};
class TimerDriver final : private TimerDriverCore {
public:
  static constexpr Duration default_linger = std::chrono::milliseconds{100};

  /// The wheel's clock goes as the steady clock does. `linger`: how long the thread stays when no timer is set; with
  /// none at all, timers that are set one after the other take a thread each.
  explicit TimerDriver(engine::TimerWheel& wheel, Duration linger = default_linger) noexcept;

  /// Waits for the thread, and so for the wakers that it is calling. Nothing fires behind it.
  ~TimerDriver();

private:
  void start_thread() noexcept override;
  void park_until(Instant moment) noexcept override;
  void wake_up() noexcept override;

  // Two locks: nobody who wakes the thread, and so holds the wheel's lock, waits for the end of the thread before it.
  std::mutex starting_;
  std::condition_variable has_started_;
  std::thread thread_;         ///< the last one, until the next one starts
  std::uint32_t started_ = 0;  ///< how many threads

  std::mutex sleeping_;
  std::condition_variable has_woken_;
  bool is_woken_ = false;
};

}  // namespace sluice::inline SLUICE_ABI::schedule
