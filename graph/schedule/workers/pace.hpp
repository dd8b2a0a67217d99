// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/clock.hpp>

namespace sluice::inline SLUICE_ABI::schedule {

/// Tells a worker when to look up from its own queue: about every 200 us, without reading the clock for each slice.
///
/// It counts slices, and sets the count so that count times mean slice is the period. The count has an upper limit: when
/// short slices are followed by long ones, the first look up is late by that many long ones at most.
///
/// Thread safety: one owner.
class Pace {
public:
  static constexpr Duration period = std::chrono::microseconds{200};
  static constexpr std::uint32_t fewest = 2;
  static constexpr std::uint32_t most = 127;
  static constexpr std::uint32_t at_first = 61;

  explicit Pace(Instant now) noexcept : looked_up_{now}, took_turn_{now} {}

  /// One more slice. True if it is time to look up: then `look_up`.
  [[nodiscard]] bool count_slice() noexcept {
    const std::uint32_t left = left_.get() - 1;
    left_.set(left);
    return left == 0;
  }

  /// It is time to look up after the slice that runs.
  void hurry() noexcept {
    interval_.set(interval_.get() - left_.get() + 1);  // those that were counted, for the mean
    left_.set(1);
  }

  /// Sets the next count by how long the last one took. True if the host's turn is due.
  [[nodiscard]] bool look_up(Instant now) noexcept;

  /// The worker begins after a pause, which was nobody's slice.
  void begin(Instant now) noexcept;

  [[nodiscard]] std::uint32_t interval() const noexcept { return interval_.get(); }

private:
  engine::Plain<std::uint32_t> left_{at_first};
  engine::Plain<std::uint32_t> interval_{at_first};
  engine::Plain<Instant> looked_up_;
  engine::Plain<Instant> took_turn_;
};

}  // namespace sluice::inline SLUICE_ABI::schedule
