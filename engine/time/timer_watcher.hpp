// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <sluice/engine/clock.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// Whoever sleeps until a wheel's next deadline, and wants to hear when that is too long.
///
/// Thread safety: `on_earlier` and `on_empty` are called under the lock of the wheel, by any thread that may hold other
/// locks as well. So they only take note, or wake a thread: they call nothing of the wheel, and take no lock under which
/// others do. `attend` is called without the wheel's lock.
class TimerWatcher {
public:
  /// The wheel's next deadline has become earlier, and is `deadline` now; or there was none before. True if something
  /// has to be done about it that takes longer: then the same thread calls `attend`, as soon as it has left the lock.
  [[nodiscard]] virtual bool on_earlier(Instant deadline) noexcept = 0;

  /// What an `on_earlier` has asked for. The only call that may still be under way when the wheel has forgotten the
  /// watcher.
  virtual void attend() noexcept = 0;

  /// The last timer that was set has been cancelled. When it fires instead, whoever called `advance` knows.
  virtual void on_empty() noexcept = 0;

protected:
  ~TimerWatcher() = default;
};

}  // namespace sluice::inline SLUICE_ABI::engine
