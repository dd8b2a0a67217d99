// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/atomic.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// A number of ticks since the earliest `Instant`: never negative, and in the order of time.
using Tick = std::uint64_t;

/// What the slots of a wheel know of a timer. Touched only under the lock of its wheel.
struct TimerEntry {
  static constexpr std::uint16_t no_list = 0xFFFF;

  TimerEntry() noexcept = default;
  ~TimerEntry() { check(list.get() == no_list, "a timer leaves its wheel before it dies"); }
  TimerEntry(const TimerEntry&) = delete;
  TimerEntry& operator=(const TimerEntry&) = delete;

  TimerEntry* next = nullptr;
  TimerEntry* previous = nullptr;
  Tick tick = 0;                       ///< it fires not before this one
  std::uint32_t round = 0;             ///< of an overdue timer: how many advances had begun when it was set
  Plain<std::uint16_t> list{no_list};  ///< which of its wheel's lists it is in
};

/// A ring of timers with one pointer as its head, because a wheel has hundreds of them.
///
/// Thread safety: one owner.
/// Allocates: never.
/// Invariant: `first_` is null, or the first of a ring whose `next` and `previous` are never null.
class TimerList {
public:
  TimerList() noexcept = default;
  TimerList(const TimerList&) = delete;
  TimerList& operator=(const TimerList&) = delete;

  [[nodiscard]] bool is_empty() const noexcept { return first_ == nullptr; }
  [[nodiscard]] TimerEntry* first() const noexcept { return first_; }

  void push_back(TimerEntry& entry) noexcept {
    if (first_ == nullptr) {
      first_ = entry.next = entry.previous = &entry;
      return;
    }
    entry.next = first_;
    entry.previous = first_->previous;
    entry.previous->next = &entry;
    first_->previous = &entry;
  }

  /// Takes `entry`, which is in this list, out of it.
  void remove(TimerEntry& entry) noexcept {
    entry.next->previous = entry.previous;
    entry.previous->next = entry.next;
    if (first_ == &entry) {
      first_ = entry.next == &entry ? nullptr : entry.next;
    }
  }

private:
  TimerEntry* first_ = nullptr;
};

}  // namespace sluice::inline SLUICE_ABI::engine
