// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <string_view>
#include <type_traits>

namespace sluice::inline SLUICE_ABI::engine {

/// The decimal digits of a number that is not negative, on targets that have no printf.
class Decimal {
public:
  template <class Number>
    requires std::is_integral_v<Number>
  constexpr explicit Decimal(Number number) noexcept {
    // As narrow as it may be: a division of 64 bits is a library function on a 32-bit core.
    using Wide = std::conditional_t<sizeof(Number) <= sizeof(std::uint32_t), std::uint32_t, std::uint64_t>;
    auto left = static_cast<Wide>(number);
    do {
      digits_[--first_] = static_cast<char>('0' + left % 10);
      left /= 10;
    } while (left != 0);
  }

  /// Valid as long as this object lives.
  [[nodiscard]] constexpr std::string_view text() const noexcept { return {digits_ + first_, capacity - first_}; }

private:
  static constexpr std::uint32_t capacity = 20;  // digits of the largest 64-bit number
  char digits_[capacity]{};
  std::uint32_t first_ = capacity;
};

}  // namespace sluice::inline SLUICE_ABI::engine
