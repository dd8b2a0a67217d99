// SPDX-License-Identifier: BSL-1.0
// How long an actor is suspended, and that somebody learns of it while it lasts.
#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/system/system_record.hpp>
#include <sluice/actors/telemetry/actor_meter.hpp>
#include <sluice/actors/telemetry/telemetry_hub.hpp>

namespace sluice::inline SLUICE_ABI {

void ActorMeter::begin_pause() noexcept {
  if (is_ending_ || pauses_++ != 0) {
    return;
  }
  pause_begin_ = hub_->clock().now();
  add_to(kind_->suspended);
  const Duration limit = hub_->settings().alert_suspension;
  if (limit > Duration{}) {
    long_pause_.generation = actor_->address().generation;
    record_.timers().set(timer_, later(record_.clock().now(), limit), {&wake_after_long_pause, this});
  }
}

/// Those that were there before it was measured are not counted.
void ActorMeter::end_pause() noexcept {
  if (pauses_ == 0) {
    return;
  }
  --pauses_;
  if (pauses_ != 0) {
    return;
  }
  const Duration paused = hub_->clock().now() - pause_begin_;
  take_from(kind_->suspended);
  add_to(kind_->suspensions);
  kind_->suspended_time.add(paused);
  if (hub_->settings().alert_suspension > Duration{}) {
    (void)record_.timers().cancel(timer_);
  }
  if (is_long_pause_) {
    is_long_pause_ = false;
    alert(MailboxAlert::Cause::suspension, false, actor_->address(), paused);
  }
}

/// Under the lock of the timers: nobody is told here. The actor's own runner does it, even though it is suspended. It is
/// not gone meanwhile: before it goes it cancels the timer.
void ActorMeter::wake_after_long_pause(void* self) noexcept {
  auto& meter = *static_cast<ActorMeter*>(self);
  // acquire | the last use of the message, from the release in `hear_of_long_pause`.
  if (meter.is_told_.exchange(1, std::memory_order_acquire) != 0) {
    return;
  }
  meter.visits_.enter();  // the message, which is a part of the meter: it is nobody else's while that is on its way
  if (!meter.actor_->cell().post_system(meter.long_pause_)) {
    meter.is_told_.store(0, std::memory_order_relaxed);  // it was not used
    meter.depart_one();                                  // not the last one: its runner is inside
  }
}

void ActorMeter::hear_of_long_pause(TelemetryNote& note, Actor* actor) noexcept {
  ActorMeter& meter = static_cast<LongPause&>(note).meter;
  // release | that the message is free, to the acquire in `wake_after_long_pause`.
  meter.is_told_.store(0, std::memory_order_release);
  if (actor != nullptr && meter.pauses_ != 0 && !meter.is_long_pause_) {
    meter.note_long_pause(*actor);
  }
  meter.depart_one();
}

void ActorMeter::note_long_pause(const Actor& actor) noexcept {
  const Duration paused = hub_->clock().now() - pause_begin_;
  if (paused >= hub_->settings().alert_suspension) {
    is_long_pause_ = true;
    alert(MailboxAlert::Cause::suspension, true, actor.address(), paused);
  }
}

}  // namespace sluice::inline SLUICE_ABI
