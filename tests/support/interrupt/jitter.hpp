// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace sluice_test {

/// Keeps a repeated interrupt from falling into step with the loop that it interrupts. An emulated timer ticks once
/// in so many instructions exactly: without this, a loop whose length divides that number would always be interrupted
/// at the same place.
class Jitter {
public:
  /// Passes a few instructions, then tells by how many ticks to lengthen the next period.
  std::uint32_t next() noexcept {
    state_ = state_ * 1'664'525 + 1'013'904'223;  // Knuth's; the high bits are the random ones
    for (std::uint32_t spins = state_ >> 27; spins > 0; --spins) {
      asm volatile("");
    }
    return (state_ >> 21) % 64;
  }

private:
  std::uint32_t state_ = 1;
};

}  // namespace sluice_test
