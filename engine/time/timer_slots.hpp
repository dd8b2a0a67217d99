// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <sluice/config.hpp>
#include <sluice/engine/time/timer_list.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// Timers sorted by tick, as coarsely as their distance allows: the hierarchical wheel, without clock and lock.
///
/// A tick is read as digits of 6 bits. A timer is on the level of the highest digit in which its tick differs from
/// `position_`, in the slot that this digit names; in the list of later ones if there is no such level. When time
/// reaches a slot above level 0, the slot is opened: its timers move down, one per `step`. When it reaches a slot of
/// level 0, they are due. Later ones are looked through whenever the block of ticks that the levels cover changes to
/// one that some of them are in. A bit per slot tells which are occupied, so no step walks over empty ones.
///
/// Memory: a pointer per slot; 1.1 KiB on a 32-bit core, 2.1 KiB on a 64-bit one.
/// Thread safety: one owner. Every function takes a bounded number of instructions, however many timers there are.
/// Invariants
///  1. A timer in a slot that is not open has a larger digit there than `position_`, and the same digits above.
///     So the lowest occupied slot of the lowest occupied level comes first.
///  2. `position_` <= `reached_`, and what is added is later than `reached_`, or overdue. So what an advance has still
///     to do does not grow, and the open slot gets no new timers.
///  3. While there are later timers, `nearest_later_` is at most the block of each, and larger than that of `position_`.
class TimerSlots {
public:
  static constexpr std::uint32_t slot_bits = 6;
  static constexpr std::uint32_t slots_per_level = 1u << slot_bits;
  /// With ticks of 1 ms the levels cover 4.6 hours. One more would cover 12 days, for 256 bytes more on a 32-bit core;
  /// without it, a timer that is further away moves once more in each block of 4.6 hours in which others fire.
  static constexpr std::uint32_t levels = 4;

  /// One call of `TimerWheel::advance`.
  struct Round {
    std::uint32_t number;
    Tick target;  ///< the last tick that has passed
  };
  /// What a `step` did: the last one nothing, others moved a timer down or took one out that is due.
  struct Step {
    bool is_last;
    TimerEntry* due;
  };

  /// Where time starts; called before all others.
  void start_at(Tick tick) noexcept { position_ = reached_ = tick; }

  /// Adds a timer that is in no list.
  void add(TimerEntry& entry, Tick tick) noexcept;
  /// False if it is in no list.
  bool remove(TimerEntry& entry) noexcept;

  /// Begins to take out what is due at `target`. Rounds may overlap: they share what is to be done.
  [[nodiscard]] Round begin_round(Tick target) noexcept;
  [[nodiscard]] Step step(const Round& round) noexcept;

  /// A tick not later than the first in which something is due; a round at each such tick gets there.
  [[nodiscard]] std::optional<Tick> next_tick() const noexcept;

  [[nodiscard]] std::uint32_t count() const noexcept { return count_; }
  [[nodiscard]] std::uint64_t visited() const noexcept { return visited_; }

private:
  // The lists: all slots, the two that take turns as that of the later ones, and that of the overdue ones.
  static constexpr std::uint16_t first_later = levels * slots_per_level;
  static constexpr std::uint16_t second_later = first_later + 1;
  static constexpr std::uint16_t overdue = first_later + 2;
  static constexpr std::uint16_t lists = first_later + 3;
  static constexpr std::uint32_t covered_bits = levels * slot_bits;

  struct Place {
    std::uint16_t list;
    Tick start;  ///< the first tick of the slot, or of the block
  };

  void place(TimerEntry& entry) noexcept;
  void put(TimerEntry& entry, std::uint16_t list) noexcept;
  void unlink(TimerEntry& entry) noexcept;
  [[nodiscard]] TimerEntry* first_open() const noexcept;
  [[nodiscard]] bool open_next(Tick target) noexcept;
  [[nodiscard]] std::optional<Place> next_place() const noexcept;

  Tick position_ = 0;       ///< what placement is relative to; all before it is over
  Tick reached_ = 0;        ///< the largest target so far
  Tick nearest_later_ = 0;  ///< a block of ticks: see invariant 3
  std::uint64_t occupied_[levels]{};
  std::uint64_t visited_ = 0;  ///< how many slots were opened
  std::uint32_t count_ = 0;
  std::uint32_t rounds_ = 0;
  std::uint16_t open_ = TimerEntry::no_list;
  std::uint16_t later_ = first_later;
  TimerList lists_[lists];
};

}  // namespace sluice::inline SLUICE_ABI::engine
