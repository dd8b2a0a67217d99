// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>

namespace sluice::inline SLUICE_ABI::recorder {

/// What ticks are in nanoseconds: two moments that were read from both clocks.
struct Calibration {
  std::uint64_t first_ticks = 0;
  std::uint64_t ticks = 1;
  std::uint64_t nanoseconds = 1;  ///< in which so many passed

  /// Since the first entry; before it, negative.
  [[nodiscard]] std::int64_t nanoseconds_at(std::uint64_t at) const noexcept {
    const auto since = static_cast<std::int64_t>(at - first_ticks);
    return static_cast<std::int64_t>(static_cast<long double>(since) * static_cast<long double>(nanoseconds) /
                                     static_cast<long double>(ticks));
  }
};

/// Notes the first moment.
void begin_calibration() noexcept;
/// With now as the second one.
[[nodiscard]] Calibration calibrate() noexcept;

}  // namespace sluice::inline SLUICE_ABI::recorder
