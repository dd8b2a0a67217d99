// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <sluice/config.hpp>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/mutex.hpp>

namespace sluice::inline SLUICE_ABI {

/// Of a burst of lines for the console lets the first ones through, and tells later how many there were.
///
/// Thread safety: any thread.
class LineLimit {
public:
  static constexpr std::uint32_t lines_per_period = 10;
  static constexpr Duration period = std::chrono::seconds{1};

  constexpr LineLimit() noexcept = default;

  /// How many lines were left out before this one; nothing if this one is to be left out, too.
  [[nodiscard]] std::optional<std::uint32_t> admit(Instant now) noexcept {
    const auto burst = burst_.lock();
    std::uint32_t skipped = 0;
    if (burst->is_silent) {
      return std::nullopt;
    }
    if (now >= later(burst->begin, period) || (burst->written == 0 && burst->skipped == 0)) {
      skipped = burst->skipped;
      *burst = {.begin = now};
    }
    if (burst->written == lines_per_period) {
      ++burst->skipped;
      return std::nullopt;
    }
    ++burst->written;
    return skipped;
  }
  /// From here on no line is written.
  void silence() noexcept { burst_.lock()->is_silent = true; }
  void reset() noexcept { *burst_.lock() = {}; }

private:
  struct Burst {
    Instant begin{};
    std::uint32_t written = 0;
    std::uint32_t skipped = 0;
    bool is_silent = false;
  };

  SyncMutex<Burst> burst_;
};

}  // namespace sluice::inline SLUICE_ABI
