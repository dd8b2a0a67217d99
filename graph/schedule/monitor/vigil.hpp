// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>

namespace sluice::inline SLUICE_ABI::schedule {

/// Whether the monitor watches: while nobody works it sleeps, without a timer.
///
///     watching --lie_down--> asleep --stir, get_up--> watching
///
/// No wake-up is lost: who wakes a worker changes the roster and then calls `stir`; the monitor calls `lie_down` and then
/// looks at the roster. All of these are in the one order of seq_cst operations: either the look sees the worker, or
/// `stir` sees that the monitor sleeps.
///
/// Thread safety: `stir` from any thread; the rest by the monitor.
/// Blocks: never.
class Vigil {
public:
  /// Somebody is awake. True if the monitor sleeps: then the caller, and nobody else, wakes it.
  [[nodiscard]] bool stir() noexcept {
    // seq_cst | behind the roster's transition; partner: `lie_down`, behind which the monitor looks.
    return word_.load(std::memory_order_seq_cst) == asleep && get_up();
  }

  /// The monitor is about to sleep. Behind it, it looks whether somebody is awake, and gets up if so.
  void lie_down() noexcept {
    // seq_cst | before the look at the roster; partner: the load in `stir`.
    word_.store(asleep, std::memory_order_seq_cst);
  }

  /// False if somebody else has got it up, who wakes it too.
  [[nodiscard]] bool get_up() noexcept {
    std::uint32_t expected = asleep;
    // relaxed: decides between two who know of the same; what the monitor looks at, it finds in the roster.
    return word_.compare_exchange_strong(expected, watching, std::memory_order_relaxed, std::memory_order_relaxed);
  }

private:
  static constexpr std::uint32_t watching = 0;
  static constexpr std::uint32_t asleep = 1;

  engine::Atomic<std::uint32_t> word_{watching};
};

}  // namespace sluice::inline SLUICE_ABI::schedule
