// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/trace.hpp>
#include <sluice/graph/schedule/timers/timer_driver.hpp>
#include <system_error>

namespace sluice::inline SLUICE_ABI::schedule {

using engine::check;

TimerDriver::TimerDriver(engine::TimerWheel& wheel, Duration linger) noexcept : TimerDriverCore{wheel, linger} {
  watch();
}

TimerDriver::~TimerDriver() {
  {
    const std::lock_guard lock{starting_};
    check(thread_.get_id() != std::this_thread::get_id(), "a timer driver is not destroyed by a waker");
  }
  const std::uint32_t starts = stop();
  std::unique_lock lock{starting_};
  has_started_.wait(lock, [&] { return started_ == starts; });  // who set a timer may still be starting the thread
  if (thread_.joinable()) {
    thread_.join();
  }
}

void TimerDriver::start_thread() noexcept {
  const std::lock_guard lock{starting_};
  if (thread_.joinable()) {
    thread_.join();  // it has nothing left to do
  }
  try {
    thread_ = std::thread{[this] {
      engine::trace::name_thread("timers");
      drive();
    }};
  } catch (const std::system_error&) {
    check(false, "the machine has a thread for the timers");
  }
  ++started_;
  has_started_.notify_all();  // under the lock: behind it, the driver may be gone
}

void TimerDriver::park_until(Instant moment) noexcept {
  // The two clocks may begin at different moments. A day is enough at a time, and no sum of it is too large.
  const Instant now = clock().now();
  const Duration longest = std::chrono::hours{24};
  const Duration span = moment > later(now, longest) ? longest : std::max(moment - now, Duration::zero());
  std::unique_lock lock{sleeping_};
  has_woken_.wait_until(lock, std::chrono::steady_clock::now() + span, [this] { return is_woken_; });
  is_woken_ = false;
}

void TimerDriver::wake_up() noexcept {
  const std::lock_guard lock{sleeping_};
  is_woken_ = true;
  has_woken_.notify_one();
}

}  // namespace sluice::inline SLUICE_ABI::schedule
