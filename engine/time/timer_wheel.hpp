// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/mutex.hpp>
#include <sluice/engine/task.hpp>
#include <sluice/engine/time/timer.hpp>
#include <sluice/engine/time/timer_slots.hpp>
#include <sluice/engine/time/timer_watcher.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// Wakes those whose time has come, whenever somebody calls `advance`. FR-PLT: it needs no timer of the machine, only a
/// clock that can be read. Who sleeps between the calls, until `next_deadline`, watches it.
///
/// Ticks are multiples of the wheel's `tick` on the clock's own scale. A deadline counts as the first tick that is not
/// before it, so nothing fires early.
///
/// Thread safety: all functions from any thread, but not from a waker or a watcher, which are called under the one lock
/// inside. The lock is held for a bounded number of instructions and one of them.
/// Blocks: only for that lock, which need not be fair: who polls `advance` without a pause keeps the others out.
/// Allocates: never.
/// Order: one `advance` fires first what had been set when its tick was already over, in the order of the sets; then
/// the others by tick, and those of one tick in the order of the sets. Setting a timer again is a new set. Nothing is
/// promised between a set and the timers that another thread's `advance` moves or fires at that moment.
/// Invariants
///  1. A set wakes its waker at most once, and never after a `cancel`, another set or the timer's end has returned.
///  2. A timer is not touched any more from the moment at which it is seen as not set.
class TimerWheel {
public:
  /// The clock outlives the wheel, and the wheel all timers that are set on it.
  explicit TimerWheel(const Clock& clock, Duration tick = std::chrono::milliseconds{1}) noexcept;
  ~TimerWheel();
  TimerWheel(const TimerWheel&) = delete;
  TimerWheel& operator=(const TimerWheel&) = delete;

  /// Wakes `waker` once, in an `advance` at or after `deadline`; in the next one to begin, if the tick of `deadline` is
  /// over. A timer that is set already is cancelled first.
  void set(Timer& timer, Instant deadline, const Waker& waker) noexcept;

  /// True if it was set and now will never fire; false if it has fired or was not set. Either way its waker is not
  /// called any more.
  bool cancel(Timer& timer) noexcept;

  /// Fires what is due at the clock's now, and tells how many timers that were. Another thread's `advance` may have
  /// fired some of them.
  std::uint32_t advance() noexcept;

  /// When to call `advance` next: not later than the tick in which the next timer fires, and in the past if one is due.
  /// It may be earlier; then a handful of calls get there, however far away the deadline is.
  [[nodiscard]] std::optional<Instant> next_deadline() const noexcept;

  /// From here on `watcher` hears of earlier deadlines, and at once of the next one if a timer is set. One at a time.
  void watch(TimerWatcher& watcher) noexcept;

  /// Forgets `watcher`, which watches. Behind it, none of its calls but `attend` is under way, and none will come.
  void unwatch(TimerWatcher& watcher) noexcept;

  /// How many timers are set.
  [[nodiscard]] std::uint32_t size() const noexcept;

  /// How many slots all calls of `advance` have looked into: only those with timers that were due or had to move.
  [[nodiscard]] std::uint64_t slots_visited() const noexcept;

  /// The tick that `deadline` counts as. Two deadlines of one tick are the same to a timer.
  [[nodiscard]] Tick tick_of(Instant deadline) const noexcept { return tick_after(deadline); }

  /// What the deadlines are told by.
  [[nodiscard]] const Clock& clock() const noexcept { return clock_; }

private:
  using Slots = SyncMutex<TimerSlots>;

  void put(const Slots::Guard& slots, Timer& timer, Tick tick, const Waker& waker) noexcept;
  [[nodiscard]] bool put_watched(const Slots::Guard& slots, Timer& timer, Tick tick, const Waker& waker) noexcept;
  [[nodiscard]] Tick tick_before(Instant instant) const noexcept;
  [[nodiscard]] Tick tick_after(Instant instant) const noexcept;
  [[nodiscard]] Instant start_of(Tick tick) const noexcept;

  const Clock& clock_;
  const std::int64_t tick_;  ///< in nanoseconds
  mutable Slots slots_;
  Plain<TimerWatcher*> watcher_{nullptr};  ///< under the lock of the slots; null if nobody watches
};

}  // namespace sluice::inline SLUICE_ABI::engine
