// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string_view>

namespace sluice::bench {

/// Ends the program with `sentence` on stderr. A figure of wrong work is worse than none, so nothing here is
/// compiled out.
[[noreturn]] void fail(std::string_view sentence);

/// Fails unless `actual` is `expected`.
void verify_equal(std::string_view what, std::uint64_t expected, std::uint64_t actual);

/// What a handler saw: how many messages, and the sum of their values.
struct Tally {
  std::uint64_t count = 0;
  std::uint64_t sum = 0;

  void add(std::uint64_t value) noexcept {
    ++count;
    sum += value;
  }

  Tally& operator+=(const Tally& other) noexcept {
    count += other.count;
    sum += other.sum;
    return *this;
  }

  /// The tally of `times` senders that each send 1, 2, .. `last`.
  [[nodiscard]] static constexpr Tally of_numbers_to(std::uint64_t last, std::uint64_t times = 1) noexcept {
    return {.count = last * times, .sum = last * (last + 1) / 2 * times};
  }
};

/// Fails unless both count and sum are as expected; returns the count.
std::uint64_t verify_tally(std::string_view workload, const Tally& expected, const Tally& actual);

}  // namespace sluice::bench
