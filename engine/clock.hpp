// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/platform.hpp>

namespace sluice::inline SLUICE_ABI {

/// A span of time, as long as 292 years.
using Duration = std::chrono::duration<std::int64_t, std::nano>;

/// Tells the time. Injected wherever time matters, so that tests can advance it by hand.
class Clock {
public:
  using duration = Duration;
  using rep = Duration::rep;
  using period = Duration::period;
  using time_point = std::chrono::time_point<Clock>;
  static constexpr bool is_steady = true;

  /// Never goes back.
  [[nodiscard]] virtual time_point now() const noexcept = 0;

protected:
  ~Clock() = default;
};

/// A moment, as some clock tells it.
using Instant = Clock::time_point;

/// `by` after `begin`, or the last moment there is: a timeout may be as long as can be said.
[[nodiscard]] constexpr Instant later(Instant begin, Duration by) noexcept {
  const bool is_beyond = by > Duration{} && begin > Instant::max() - by;
  return is_beyond ? Instant::max() : begin + by;
}

}  // namespace sluice::inline SLUICE_ABI

namespace sluice::inline SLUICE_ABI::engine {

/// The clock of the machine we run on.
class PlatformClock final : public Clock {
public:
  [[nodiscard]] Instant now() const noexcept override {
    return Instant{Duration{static_cast<std::int64_t>(platform::now_nanoseconds())}};
  }
};

/// A clock that stands still until it is told otherwise.
///
/// Thread safety: none; time belongs to the code that drives it.
class ManualClock final : public Clock {
public:
  [[nodiscard]] Instant now() const noexcept override { return now_; }

  /// Moves on by `by`, which must not be negative.
  void advance(Duration by) noexcept;

private:
  Instant now_{};
};

}  // namespace sluice::inline SLUICE_ABI::engine
