// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// Tells whether a bounded mailbox is filling up, with a memory: above the high-water mark it is, until it is below the
/// low-water mark. Exactly at a mark nothing changes. The marks are shares of the capacity as it is, which may grow.
///
///     bit 0      pressed    above high water, and not yet below low water
///     bits 1-31  crossings  how often that began
///
/// Invariant: of all who note the same crossing, one is told so.
///
/// Thread safety: everything from any thread or interrupt.
class Pressure {
public:
  /// In per cent; `low` is not above `high`.
  constexpr Pressure(std::uint8_t high, std::uint8_t low) noexcept : high_{high}, low_{low} {}

  /// What became of a depth.
  enum class Change : std::uint8_t { none, rose, fell };

  /// Notes a depth; one of the callers learns of a change, whichever way it goes: what a sender did may be noted first by
  /// the runner, and the other way round.
  [[nodiscard]] Change note(std::uint32_t depth, std::uint32_t capacity) noexcept {
    Word word = look();
    while (wants_change(word, depth, capacity)) {
      // relaxed: it carries nothing but itself.
      if (word_.compare_exchange_weak(word, changed(word), std::memory_order_relaxed, std::memory_order_relaxed)) {
        return is_pressed(word) ? Change::fell : Change::rose;
      }
    }
    return Change::none;
  }

  [[nodiscard]] bool is_pressed() const noexcept { return is_pressed(look()); }
  /// Tells one time of pressure from the next; 0 before the first.
  [[nodiscard]] std::uint32_t crossings() const noexcept { return look() / 2; }

private:
  using Word = std::uint32_t;

  [[nodiscard]] static constexpr bool is_pressed(Word word) noexcept { return (word & 1) != 0; }
  [[nodiscard]] static constexpr Word changed(Word word) noexcept { return is_pressed(word) ? word - 1 : word + 3; }
  [[nodiscard]] bool wants_change(Word word, std::uint32_t depth, std::uint32_t capacity) const noexcept {
    const std::uint64_t share = std::uint64_t{depth} * 100;  // compared by products: exact, and nothing is divided
    return is_pressed(word) ? depth == 0 || share < std::uint64_t{capacity} * low_
                            : share > std::uint64_t{capacity} * high_;
  }
  [[nodiscard]] Word look() const noexcept {
    return word_.load(std::memory_order_relaxed);  // a hint; the compare-exchange decides
  }

  std::uint8_t high_;
  std::uint8_t low_;
  Atomic<Word> word_{0};
};

}  // namespace sluice::inline SLUICE_ABI::engine
