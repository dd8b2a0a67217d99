// SPDX-License-Identifier: BSL-1.0
#include <new>
#include <sluice/actors/timers/actor_timer.hpp>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/cell.hpp>
#include <sluice/engine/envelope.hpp>
#include <sluice/engine/memory.hpp>
#include <sluice/engine/time/timer_wheel.hpp>

namespace sluice::inline SLUICE_ABI {

ActorTimer* ActorTimer::make(TimerKey key, const TimerSetting& setting, engine::Address actor) noexcept {
  void* const block = engine::memory::allocate(sizeof(ActorTimer));
  return block == nullptr ? nullptr : ::new (block) ActorTimer{key, setting, actor};
}

void ActorTimer::retire() noexcept {
  if (engine::Envelope* const message = take_message()) {
    engine::end(*message);
  }
}

void ActorTimer::revive(TimerKey named, const TimerSetting& setting, Instant deadline) noexcept {
  key_ = named;
  setting_ = setting;
  deadline_ = deadline;
}

void ActorTimer::end() noexcept {
  retire();
  this->~ActorTimer();
  engine::memory::release(this, sizeof(ActorTimer));
}

void ActorTimer::arm(engine::TimerWheel& wheel, Instant deadline) noexcept {
  deadline_ = deadline;
  tick_ = wheel.tick_of(deadline);
  wheel.set(timer_, deadline, {[](void* self) noexcept { static_cast<ActorTimer*>(self)->tell(); }, this});
}

bool ActorTimer::disarm(engine::TimerWheel& wheel) noexcept { return wheel.cancel(timer_); }

/// Under the lock of the wheel: see above why it may.
void ActorTimer::tell() noexcept {
  engine::check(cell_->post_system(*this), "an actor disarms its timers before it closes its cell");
}

Instant ActorTimer::next_deadline(Instant now) const noexcept {
  if (setting_.pace == Pace::fixed_delay) {
    return later(now, setting_.interval);
  }
  const Duration late = now - deadline_;  // never negative: nothing fires early
  return later(now, setting_.interval - late % setting_.interval);
}

}  // namespace sluice::inline SLUICE_ABI
