// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/task.hpp>
#include <sluice/engine/time/timer_list.hpp>

namespace sluice::inline SLUICE_ABI::engine {

class TimerWheel;

/// Waits for a moment, inside whoever waits; a `TimerWheel` wakes it. At most 64 bytes on a 64-bit target.
///
/// Thread safety: as that of its wheel; it dies once, and nobody sets or cancels it then.
/// Allocates: never.
class Timer : private TimerEntry {
public:
  Timer() noexcept = default;

  /// Cancels it. Afterwards its waker is not called any more.
  ~Timer();

private:
  friend class TimerWheel;

  Plain<Waker> waker_;                  ///< under the lock of the wheel
  Atomic<TimerWheel*> wheel_{nullptr};  ///< null unless it is set or its waker is called; written under that lock
};

}  // namespace sluice::inline SLUICE_ABI::engine
