// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <string_view>

namespace sluice::inline SLUICE_ABI::engine {

/// The decimal digits of a number, on targets that have no printf.
class Decimal {
public:
  constexpr explicit Decimal(std::uint64_t number) noexcept {
    do {
      digits_[--first_] = static_cast<char>('0' + number % 10);
      number /= 10;
    } while (number != 0);
  }

  /// Valid as long as this object lives.
  [[nodiscard]] constexpr std::string_view text() const noexcept { return {digits_ + first_, capacity - first_}; }

private:
  static constexpr std::uint32_t capacity = 20;  // digits of the largest 64-bit number
  char digits_[capacity]{};
  std::uint32_t first_ = capacity;
};

}  // namespace sluice::inline SLUICE_ABI::engine
