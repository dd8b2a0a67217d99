// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/clock.hpp>

namespace sluice::inline SLUICE_ABI {

/// How often an actor failed and started anew since it was spawned.
struct RestartStatistics {
  static constexpr std::uint32_t unlimited = UINT32_MAX;

  std::uint32_t failures = 0;
  std::uint32_t restarts = 0;
  std::uint32_t restarts_in_window = 0;  ///< of the window that the last restart is in
  Instant window_begin{};                ///< when that began
  Instant last_failure{};

  void note_failure(Instant now) noexcept {
    ++failures;
    last_failure = now;
  }

  /// Counts one more restart; false if that is one too many. The window begins with the first restart in it, and anew with
  /// the first one that is not before its end (D8).
  [[nodiscard]] bool admit(std::uint32_t max, Duration within, Instant now) noexcept {
    const bool is_over = restarts_in_window == 0 || now >= later(window_begin, within);
    const std::uint32_t before = is_over ? 0 : restarts_in_window;
    if (max != unlimited && before >= max) {
      return false;
    }
    if (is_over) {
      window_begin = now;
    }
    restarts_in_window = before == unlimited ? unlimited : before + 1;
    ++restarts;
    return true;
  }
};

}  // namespace sluice::inline SLUICE_ABI
