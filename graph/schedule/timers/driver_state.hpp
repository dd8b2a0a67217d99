// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <limits>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/clock.hpp>

namespace sluice::inline SLUICE_ABI::schedule {

/// Decides when the thread of a timer driver looks at its wheel again, and who starts or wakes it.
///
///     absent   there is no thread
///     looking  it looks at the wheel, and has been told nothing since it began
///     told     it will look before it sleeps or ends
///     stopped  for ever: it looks no more
///     others   asleep: the moment, in nanoseconds, at which it looks; bit 0 is not of the moment, but tells that the
///              sleep was used: a timer was set that did not have to end it
///
///     from             event                       to
///     absent           earlier                     told: start
///     asleep           earlier than the moment     told: wake
///     asleep           earlier, but not so much    asleep, used
///     asleep           emptied, moment not soon    told: wake
///     looking          earlier, emptied            told
///     asleep, told     begin_look                  looking
///     looking          try_sleep                   asleep
///     looking          try_end                     absent
///     any              stop                        stopped: wake, if it was asleep
///
/// Thread safety: `earlier` and `emptied` under the lock of the wheel; `begin_look`, `try_sleep` and `try_end` by the
/// thread, which takes that lock in between to see what is set; `stop` when neither of the first two can come any more.
/// Order: all is relaxed, because of that lock. A change of the wheel either comes before the thread's look, which then
/// sees it; or it comes after the look, thus after its `begin_look`: it finds `looking` or what came later, and changes
/// that.
/// Invariant: there is at most one thread between `start` and the end that `try_end` or `begin_look` tells it.
class DriverState {
public:
  /// What the caller of a transition must do now.
  enum class Duty : std::uint8_t {
    nothing,
    start,  ///< start the thread, which was absent
    wake,   ///< end its sleep
  };
  /// What has come to the thread's ears since it slept.
  enum class News : std::uint8_t {
    none,  ///< no timer was set
    some,
    stop,  ///< end now
  };

  /// The wheel's next deadline became earlier.
  [[nodiscard]] Duty earlier(Instant deadline) noexcept {
    // relaxed: see above, here and below.
    for (Word word = word_.load(std::memory_order_relaxed);;) {
      const bool may_stay = word == told || word == stopped || (is_asleep(word) && deadline >= moment_of(word));
      const Word after = may_stay ? (is_asleep(word) ? word | used : word) : told;
      if (after == word ||
          word_.compare_exchange_weak(word, after, std::memory_order_relaxed, std::memory_order_relaxed)) {
        return after == told ? duty_towards(word) : Duty::nothing;
      }
    }
  }

  /// No timer is set any more. Its sleep is worth ending if it is to last beyond `soon`.
  [[nodiscard]] Duty emptied(Instant soon) noexcept {
    for (Word word = word_.load(std::memory_order_relaxed);;) {
      if (word != looking && !(is_asleep(word) && moment_of(word) > soon)) {
        return Duty::nothing;
      }
      if (word_.compare_exchange_weak(word, told, std::memory_order_relaxed, std::memory_order_relaxed)) {
        return duty_towards(word);
      }
    }
  }

  /// The thread is going to look at the wheel.
  [[nodiscard]] News begin_look() noexcept {
    for (Word word = word_.load(std::memory_order_relaxed);;) {
      if (word == stopped) {
        return News::stop;
      }
      if (word_.compare_exchange_weak(word, looking, std::memory_order_relaxed, std::memory_order_relaxed)) {
        return is_asleep(word) && (word & used) == 0 ? News::none : News::some;
      }
    }
  }

  /// The thread has looked. False if it has to look again; otherwise it sleeps until `moment`, or until it is woken.
  [[nodiscard]] bool try_sleep(Instant moment) noexcept { return leave(asleep_until(moment)); }

  /// The thread has seen that no timer is set. False if it has to look again; otherwise it ends.
  [[nodiscard]] bool try_end() noexcept { return leave(absent); }

  /// The thread is to end, if there is one.
  [[nodiscard]] Duty stop() noexcept {
    const Word before = word_.exchange(stopped, std::memory_order_relaxed);
    return is_asleep(before) ? Duty::wake : Duty::nothing;
  }

  [[nodiscard]] bool is_stopped() const noexcept { return word_.load(std::memory_order_relaxed) == stopped; }

private:
  using Word = std::int64_t;

  static constexpr Word used = 1;
  static constexpr Word absent = std::numeric_limits<Word>::min();
  static constexpr Word looking = absent + 2;
  static constexpr Word told = absent + 4;
  static constexpr Word stopped = absent + 6;
  static constexpr Word first_moment = absent + 8;

  static constexpr bool is_asleep(Word word) noexcept { return word >= first_moment; }
  static constexpr Instant moment_of(Word word) noexcept { return Instant{Duration{word & ~used}}; }
  /// Bit 0 of the moment is lost: it may look a nanosecond later than it says.
  static constexpr Word asleep_until(Instant moment) noexcept {
    const Word count = moment.time_since_epoch().count();
    return (count < first_moment ? first_moment : count) & ~used;
  }
  /// What to do after a change to `told`.
  static constexpr Duty duty_towards(Word before) noexcept {
    return before == absent ? Duty::start : is_asleep(before) ? Duty::wake : Duty::nothing;
  }

  [[nodiscard]] bool leave(Word after) noexcept {
    Word word = looking;
    return word_.compare_exchange_strong(word, after, std::memory_order_relaxed, std::memory_order_relaxed);
  }

  engine::Atomic<Word> word_{absent};
};

}  // namespace sluice::inline SLUICE_ABI::schedule
