// SPDX-License-Identifier: BSL-1.0
// How the timers of a system fire on a hosted build.
#include <new>
#include <sluice/engine/executor.hpp>
#include <sluice/graph/schedule/timers/timer_driver.hpp>

namespace sluice::inline SLUICE_ABI::engine {

void* start_default_timers(TimerWheel& wheel) noexcept { return new (std::nothrow) schedule::TimerDriver{wheel}; }

void stop_default_timers(void* driver) noexcept { delete static_cast<schedule::TimerDriver*>(driver); }

}  // namespace sluice::inline SLUICE_ABI::engine
