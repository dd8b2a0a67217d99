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

  /// A depth, and what it is a share of.
  struct Reading {
    std::uint32_t depth;
    std::uint32_t capacity;
  };

  /// Notes what `read() -> Reading` gives; one of the callers learns of a change, whichever way it goes: what a sender did
  /// may be noted first by the runner, and the other way round. It is asked again if others change something meanwhile: a
  /// depth from before a crossing would tell of that once more.
  template <class Read>
  [[nodiscard]] Change note(Read read) noexcept {
    return change_if([&](Word word) { return wants_change(word, read()); });
  }

  [[nodiscard]] Change note(std::uint32_t depth, std::uint32_t capacity) noexcept {
    return note([&] { return Reading{depth, capacity}; });
  }

  /// The same, but it begins no time of pressure.
  template <class Read>
  [[nodiscard]] Change note_relief(Read read) noexcept {
    return change_if([&](Word word) { return is_pressed(word) && wants_change(word, read()); });
  }

  [[nodiscard]] bool is_pressed() const noexcept { return is_pressed(look()); }
  /// Tells one time of pressure from the next; 0 before the first.
  [[nodiscard]] std::uint32_t crossings() const noexcept { return look() / 2; }

private:
  using Word = std::uint32_t;

  [[nodiscard]] static constexpr bool is_pressed(Word word) noexcept { return (word & 1) != 0; }
  [[nodiscard]] static constexpr Word changed(Word word) noexcept { return is_pressed(word) ? word - 1 : word + 3; }
  [[nodiscard]] bool wants_change(Word word, Reading now) const noexcept {
    const std::uint64_t share = std::uint64_t{now.depth} * 100;  // compared by products: exact, and nothing is divided
    return is_pressed(word) ? now.depth == 0 || share < std::uint64_t{now.capacity} * low_
                            : share > std::uint64_t{now.capacity} * high_;
  }
  [[nodiscard]] Word look() const noexcept {
    return word_.load(std::memory_order_relaxed);  // a hint; the compare-exchange decides
  }

  template <class Wants>
  [[nodiscard]] Change change_if(Wants wants) noexcept {
    // acquire | the depth of the last change, from the release below: what is looked at now is not older.
    Word word = word_.load(std::memory_order_acquire);
    while (wants(word)) {
      // acq_rel | release: the depth that brought the change, to whoever finds it changed.
      //         | acquire, and on failure: as above.
      if (word_.compare_exchange_weak(word, changed(word), std::memory_order_acq_rel, std::memory_order_acquire)) {
        return is_pressed(word) ? Change::fell : Change::rose;
      }
    }
    return Change::none;
  }

  std::uint8_t high_;
  std::uint8_t low_;
  Atomic<Word> word_{0};
};

}  // namespace sluice::inline SLUICE_ABI::engine
