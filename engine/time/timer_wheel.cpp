// SPDX-License-Identifier: BSL-1.0
#include <limits>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/time/timer_wheel.hpp>

namespace sluice::inline SLUICE_ABI::engine {
namespace {

constexpr Tick tick_zero = Tick{1} << 63;  // that of the clock's epoch: there are as many before it as after it

constexpr Tick to_tick(std::int64_t ticks) noexcept { return static_cast<Tick>(ticks) ^ tick_zero; }
constexpr std::int64_t from_tick(Tick tick) noexcept { return static_cast<std::int64_t>(tick ^ tick_zero); }

}  // namespace

Timer::~Timer() {
  // acquire | the last touch of the advance or the cancel that took it out, from their release of the null.
  if (TimerWheel* const wheel = wheel_.load(std::memory_order_acquire)) {
    wheel->cancel(*this);
  }
}

TimerWheel::TimerWheel(const Clock& clock, Duration tick) noexcept : clock_{clock}, tick_{tick.count()} {
  check(tick_ > 0, "the tick of a timer wheel is longer than nothing");
  slots_.lock()->start_at(tick_before(clock_.now()));
}

TimerWheel::~TimerWheel() {
  check(size() == 0, "a timer wheel outlives the timers that are set on it");
  check(watcher_.get() == nullptr, "a timer wheel outlives its watcher");
}

void TimerWheel::set(Timer& timer, Instant deadline, const Waker& waker) noexcept {
  const Tick tick = tick_after(deadline);
  TimerWatcher* watcher;
  {
    const auto slots = slots_.lock();
    watcher = watcher_.get();
    if (watcher == nullptr) {
      put(slots, timer, tick, waker);
      return;
    }
    if (!put_watched(slots, timer, tick, waker)) {
      return;
    }
  }
  watcher->attend();
}

bool TimerWheel::cancel(Timer& timer) noexcept {
  const auto slots = slots_.lock();
  // relaxed: written under this lock; if it is another wheel's, the program is wrong anyway.
  const TimerWheel* const wheel = timer.wheel_.load(std::memory_order_relaxed);
  check(wheel == nullptr || wheel == this, "a timer is cancelled on the wheel that it is set on");
  if (!slots->remove(timer)) {
    return false;
  }
  // release | that the timer is in no list, to the acquire in its destructor, which then does not lock.
  timer.wheel_.store(nullptr, std::memory_order_release);
  if (TimerWatcher* const watcher = watcher_.get(); watcher != nullptr && slots->count() == 0) {
    watcher->on_empty();
  }
  return true;
}

std::uint32_t TimerWheel::advance() noexcept {
  const Tick target = tick_before(clock_.now());
  const TimerSlots::Round round = slots_.lock()->begin_round(target);
  for (std::uint32_t fired = 0;;) {
    const auto slots = slots_.lock();
    const TimerSlots::Step step = slots->step(round);
    if (step.is_last) {
      return fired;
    }
    if (step.due != nullptr) {
      auto& timer = static_cast<Timer&>(*step.due);
      timer.waker_.get().wake();  // under the lock, as `Waker` demands: a cancel is a barrier
      // release | the wake above and the list's writes, to the acquire in the destructor: the timer may now end.
      timer.wheel_.store(nullptr, std::memory_order_release);
      ++fired;
    }
  }
}

std::optional<Instant> TimerWheel::next_deadline() const noexcept {
  const std::optional<Tick> tick = slots_.lock()->next_tick();
  return tick ? std::optional{start_of(*tick)} : std::nullopt;
}

void TimerWheel::watch(TimerWatcher& watcher) noexcept {
  {
    const auto slots = slots_.lock();
    check(watcher_.get() == nullptr, "a timer wheel has one watcher at a time");
    watcher_.set(&watcher);
    const std::optional<Tick> next = slots->next_tick();
    if (!next || !watcher.on_earlier(start_of(*next))) {
      return;
    }
  }
  watcher.attend();
}

void TimerWheel::unwatch(TimerWatcher& watcher) noexcept {
  const auto slots = slots_.lock();  // held while the watcher is called: behind it, nobody is inside
  check(watcher_.get() == &watcher, "a timer wheel forgets only who watches it");
  watcher_.set(nullptr);
}

std::uint32_t TimerWheel::size() const noexcept { return slots_.lock()->count(); }

std::uint64_t TimerWheel::slots_visited() const noexcept { return slots_.lock()->visited(); }

void TimerWheel::put(const Slots::Guard& slots, Timer& timer, Tick tick, const Waker& waker) noexcept {
  // relaxed: written under the lock that is held; if it is another wheel's, the program is wrong anyway.
  const TimerWheel* const wheel = timer.wheel_.load(std::memory_order_relaxed);
  check(wheel == nullptr || wheel == this, "a timer is set on one wheel at a time");
  slots->remove(timer);
  timer.waker_.set(waker);
  timer.wheel_.store(this, std::memory_order_relaxed);  // read by the owner, and by others under this lock
  slots->add(timer, tick);
}

/// Whether the watcher wants to attend to it.
bool TimerWheel::put_watched(const Slots::Guard& slots, Timer& timer, Tick tick, const Waker& waker) noexcept {
  const std::optional<Tick> before = slots->next_tick();
  put(slots, timer, tick, waker);
  if (before && *before <= tick) {
    return false;  // setting it has made nothing earlier; perhaps it was the earliest, and is later now
  }
  const std::optional<Tick> after = slots->next_tick();
  const bool is_earlier = after && (!before || *after < *before);
  return is_earlier && watcher_.get()->on_earlier(start_of(*after));
}

Tick TimerWheel::tick_before(Instant instant) const noexcept {
  const std::int64_t count = instant.time_since_epoch().count();
  return to_tick(count / tick_ - (count % tick_ < 0 ? 1 : 0));
}

Tick TimerWheel::tick_after(Instant instant) const noexcept {
  const std::int64_t count = instant.time_since_epoch().count();
  return to_tick(count / tick_ + (count % tick_ > 0 ? 1 : 0));
}

Instant TimerWheel::start_of(Tick tick) const noexcept {
  const std::int64_t ticks = from_tick(tick);
  if (ticks > std::numeric_limits<std::int64_t>::max() / tick_) {
    return Instant::max();  // the tick after the last moment that can be told
  }
  if (ticks < std::numeric_limits<std::int64_t>::min() / tick_) {
    return Instant::min();
  }
  return Instant{Duration{ticks * tick_}};
}

}  // namespace sluice::inline SLUICE_ABI::engine
