// SPDX-License-Identifier: BSL-1.0
#include <bit>
#include <sluice/engine/time/timer_slots.hpp>

namespace sluice::inline SLUICE_ABI::engine {

void TimerSlots::add(TimerEntry& entry, Tick tick) noexcept {
  entry.tick = tick;
  ++count_;
  if (tick > reached_) {
    place(entry);
    return;
  }
  entry.round = rounds_;
  put(entry, overdue);
}

bool TimerSlots::remove(TimerEntry& entry) noexcept {
  if (entry.list.get() == TimerEntry::no_list) {
    return false;
  }
  unlink(entry);
  --count_;
  return true;
}

TimerSlots::Round TimerSlots::begin_round(Tick target) noexcept {
  reached_ = target > reached_ ? target : reached_;
  return {++rounds_, target};
}

TimerSlots::Step TimerSlots::step(const Round& round) noexcept {
  TimerEntry* entry = lists_[overdue].first();
  // What is set into the past during this round, perhaps by those it wakes, is left to the next: or it might never end.
  if (entry != nullptr && static_cast<std::int32_t>(round.number - entry->round) > 0) {
    remove(*entry);
    return {.is_last = false, .due = entry};
  }
  if (position_ > round.target) {
    return {.is_last = true, .due = nullptr};  // a round with a later target is at work
  }
  if (first_open() == nullptr && !open_next(round.target)) {
    return {.is_last = true, .due = nullptr};
  }
  entry = first_open();
  if (open_ < slots_per_level) {
    remove(*entry);
    return {.is_last = false, .due = entry};
  }
  unlink(*entry);
  place(*entry);
  return {.is_last = false, .due = nullptr};
}

std::optional<Tick> TimerSlots::next_tick() const noexcept {
  if (!lists_[overdue].is_empty() || first_open() != nullptr) {
    return position_;
  }
  const std::optional<Place> next = next_place();
  return next ? std::optional{next->start} : std::nullopt;
}

void TimerSlots::place(TimerEntry& entry) noexcept {
  const Tick differing = entry.tick ^ position_;
  const auto level = static_cast<std::uint32_t>(std::bit_width(differing | 1) - 1) / slot_bits;
  if (level < levels) {
    const std::uint32_t slot = (entry.tick >> (level * slot_bits)) % slots_per_level;
    occupied_[level] |= std::uint64_t{1} << slot;
    put(entry, static_cast<std::uint16_t>(level * slots_per_level + slot));
    return;
  }
  const Tick block = entry.tick >> covered_bits;
  if (lists_[later_].is_empty() || block < nearest_later_) {
    nearest_later_ = block;
  }
  put(entry, later_);
}

void TimerSlots::put(TimerEntry& entry, std::uint16_t list) noexcept {
  lists_[list].push_back(entry);
  entry.list.set(list);
}

void TimerSlots::unlink(TimerEntry& entry) noexcept {
  const std::uint16_t list = entry.list.get();
  lists_[list].remove(entry);
  if (list < first_later && lists_[list].is_empty()) {
    occupied_[list / slots_per_level] &= ~(std::uint64_t{1} << list % slots_per_level);
  }
  entry.list.set(TimerEntry::no_list);
}

TimerEntry* TimerSlots::first_open() const noexcept {
  return open_ == TimerEntry::no_list ? nullptr : lists_[open_].first();
}

bool TimerSlots::open_next(Tick target) noexcept {
  const std::optional<Place> next = next_place();
  if (!next || next->start > target) {
    // Forgotten here, because from here on `position_` moves without it: its slot may be used again.
    open_ = TimerEntry::no_list;
    position_ = target;
    return false;
  }
  open_ = next->list;
  position_ = next->start;
  ++visited_;
  if (open_ == later_) {
    later_ = later_ == first_later ? second_later : first_later;  // empty: it was open before, to the end
  }
  return true;
}

std::optional<TimerSlots::Place> TimerSlots::next_place() const noexcept {
  for (std::uint32_t level = 0; level < levels; ++level) {
    if (occupied_[level] != 0) {
      const auto slot = static_cast<std::uint32_t>(std::countr_zero(occupied_[level]));
      const std::uint32_t shift = level * slot_bits;
      const Tick above = position_ >> (shift + slot_bits) << slot_bits;
      return Place{static_cast<std::uint16_t>(level * slots_per_level + slot), (above | slot) << shift};
    }
  }
  if (!lists_[later_].is_empty()) {
    return Place{later_, nearest_later_ << covered_bits};
  }
  return std::nullopt;
}

}  // namespace sluice::inline SLUICE_ABI::engine
