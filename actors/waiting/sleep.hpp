// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/task.hpp>
#include <sluice/engine/time/timer.hpp>
#include <sluice/engine/time/timer_wheel.hpp>

namespace sluice::inline SLUICE_ABI {

/// A future of a later moment. No thread sleeps. It stays where it is made.
///
/// Thread safety: polled by one thread at a time. Behind its end nobody is woken.
/// Allocates: never.
class [[nodiscard]] Sleep {
public:
  /// The wheel outlives it.
  Sleep(engine::TimerWheel& timers, Duration time) noexcept
      : timers_{timers}, until_{later(timers.clock().now(), time)} {}
  Sleep(const Sleep&) = delete;
  Sleep& operator=(const Sleep&) = delete;

  [[nodiscard]] engine::Poll<engine::Done> poll(const engine::Waker& waker) noexcept {
    if (timers_.clock().now() >= until_) {
      return engine::Done{};
    }
    timers_.set(timer_, until_, waker);
    return engine::pending;
  }

private:
  engine::TimerWheel& timers_;
  const Instant until_;
  engine::Timer timer_;
};

}  // namespace sluice::inline SLUICE_ABI
