// SPDX-License-Identifier: BSL-1.0
#include <new>
#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/life/belongings.hpp>
#include <sluice/actors/system/system_record.hpp>
#include <sluice/actors/timers/actor_timers.hpp>
#include <sluice/engine/envelope.hpp>
#include <sluice/engine/memory.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI {

ActorTimers* ActorTimers::make() noexcept {
  void* const block = engine::memory::allocate(sizeof(ActorTimers));
  return block == nullptr ? nullptr : ::new (block) ActorTimers;
}

void ActorTimers::end() noexcept {
  if (places_ != first_) {
    engine::memory::release(static_cast<void*>(places_), (mask_ + 1) * sizeof(ActorTimer*));
  }
  this->~ActorTimers();
  engine::memory::release(this, sizeof(ActorTimers));
}

/// Where the timer of that key hangs, or would.
ActorTimer* const* ActorTimers::link_of(TimerKey key) const noexcept {
  ActorTimer* const* link = &places_[key.place(mask_)];
  while (*link != nullptr && !((*link)->key() == key)) {
    link = &(*link)->next_at_place;
  }
  return link;
}

void ActorTimers::remove(ActorTimer** link) noexcept {
  *link = (*link)->next_at_place;
  --count_;
}

/// It is in no table any more. If it is on its way to the actor, it ends there.
void ActorTimers::drop(SystemRecord& record, ActorTimer& timer) noexcept {
  if (timer.disarm(record.timers())) {
    timer.end();
  } else {
    timer.retire();
  }
}

/// One that is armed: the spare, if it has the tick, for then the wheel need not know; or else a new one.
ActorTimer* ActorTimers::take(Actor& actor, TimerKey key, const TimerSetting& setting) noexcept {
  SystemRecord& record = actor.record();
  const Instant deadline = later(record.now_of_living(), setting.first);
  if (spare_ != nullptr && spare_->tick() == record.timers().tick_of(deadline)) {
    spare_->revive(key, setting, deadline);
    return std::exchange(spare_, nullptr);
  }
  ActorTimer* const timer = ActorTimer::make(key, setting, actor.address());
  if (timer != nullptr) {
    timer->arm(record.timers(), deadline);
  }
  return timer;
}

Result<> ActorTimers::set(Actor& actor, TimerKey key, const TimerSetting& setting) noexcept {
  ActorTimer* const timer = take(actor, key, setting);
  if (timer == nullptr) {
    engine::end(*setting.message);
    return std::unexpected{Error::out_of_memory};
  }
  (void)cancel(actor.record(), key);
  if (count_ > 2 * mask_) {
    grow();
  }
  ActorTimer*& place = places_[key.place(mask_)];
  timer->next_at_place = std::exchange(place, timer);
  ++count_;
  return {};
}

/// It becomes the spare. Who sets and cancels again and again, as a timeout is, mostly finds one of the same tick, and so
/// does without the wheel and its lock. But not where an ask that drives the system waits for all that time may bring.
bool ActorTimers::cancel(SystemRecord& record, TimerKey key) noexcept {
  ActorTimer** const link = link_of(key);
  ActorTimer* const timer = *link;
  if (timer == nullptr) {
    return false;
  }
  remove(link);
  timer->retire();
  if (record.has_real_time && record.is_driven_by_hand()) {
    drop(record, *timer);
    return true;
  }
  if (ActorTimer* const older = std::exchange(spare_, timer)) {
    drop(record, *older);
  }
  return true;
}

void ActorTimers::cancel_all(SystemRecord& record) noexcept {
  for (std::uint32_t place = 0; count_ != 0; ++place) {
    while (ActorTimer* const timer = places_[place]) {
      remove(&places_[place]);
      drop(record, *timer);
    }
  }
  if (ActorTimer* const spare = std::exchange(spare_, nullptr)) {
    drop(record, *spare);
  }
}

/// Without memory, or on a small target, the old table serves on: only more slowly.
void ActorTimers::grow() noexcept {
  const std::uint32_t before = mask_ + 1;
  const std::uint32_t after = before * 4;
  void* const block = hosted ? engine::memory::allocate(after * sizeof(ActorTimer*)) : nullptr;
  if (block == nullptr) {
    return;
  }
  auto** const places = static_cast<ActorTimer**>(block);
  for (std::uint32_t place = 0; place < after; ++place) {
    ::new (static_cast<void*>(&places[place])) ActorTimer*(nullptr);
  }
  for (std::uint32_t place = 0; place < before; ++place) {
    while (ActorTimer* const timer = places_[place]) {
      places_[place] = timer->next_at_place;
      timer->next_at_place = std::exchange(places[timer->key().place(after - 1)], timer);
    }
  }
  if (places_ != first_) {
    engine::memory::release(static_cast<void*>(places_), before * sizeof(ActorTimer*));
  }
  places_ = places;
  mask_ = after - 1;
}

/// Of a receive timeout: whether nothing was handled meanwhile. Otherwise it goes on to wait.
bool ActorTimers::has_waited(SystemRecord& record, ActorTimer& timer) const noexcept {
  const Instant deadline = later(noter.last(), timer.interval());
  if (record.now_of_living() >= deadline) {
    return true;
  }
  timer.arm(record.timers(), deadline);
  return false;
}

void ActorTimers::give_turn(Actor& actor, ActorTimer& timer) noexcept {
  ActorTimers& own = *actor.existing_belongings()->timers;
  if (!timer.is_wanted()) {
    own.spare_ = own.spare_ == &timer ? nullptr : own.spare_;
    timer.end();
    return;
  }
  SystemRecord& record = actor.record();
  if (timer.key().is_of_receive_timeout() && !own.has_waited(record, timer)) {
    return;
  }
  engine::Envelope* message = nullptr;
  if (timer.is_periodic()) {  // it goes on before its message comes, whose handler may cancel it
    timer.arm(record.timers(), timer.next_deadline(record.now_of_living()));
    message = timer.copy_message(actor);
  } else {
    message = timer.take_message();
    own.remove(own.link_of(timer.key()));
    timer.end();
  }
  if (message != nullptr) {
    receive_unqueued(actor, *message);
  }
}

void Actor::cancel_timers() noexcept {
  if (belongings_ != nullptr && belongings_->timers != nullptr) {
    belongings_->timers->noter.step_aside();
    belongings_->timers->cancel_all(record_);
  }
}

namespace {

/// Null, and the message is ended, if a timer cannot be set.
ActorTimers* timers_for(Actor& actor, const TimerSetting& setting) noexcept {
  Belongings* const own = actor.is_stopping() || setting.message == nullptr ? nullptr : actor.belongings();
  if (own != nullptr && own->timers == nullptr) {
    own->timers = ActorTimers::make();
  }
  if (own != nullptr && own->timers != nullptr) {
    return own->timers;
  }
  if (setting.message != nullptr) {
    engine::end(*setting.message);
  }
  return nullptr;
}

}  // namespace

Result<> set_timer(Actor& actor, TimerKey key, const TimerSetting& setting) noexcept {
  ActorTimers* const timers = timers_for(actor, setting);
  if (timers == nullptr) {
    return std::unexpected{actor.is_stopping() ? Error::closed : Error::out_of_memory};
  }
  return timers->set(actor, key, setting);
}

Result<TimerToken> set_timer(Actor& actor, const TimerSetting& setting) noexcept {
  ActorTimers* const timers = timers_for(actor, setting);
  if (timers == nullptr) {
    return std::unexpected{actor.is_stopping() ? Error::closed : Error::out_of_memory};
  }
  const TimerToken token = timers->next_token();
  const Result<> result = timers->set(actor, TimerKey{token}, setting);
  return result.has_value() ? Result<TimerToken>{token} : std::unexpected{result.error()};
}

bool cancel_timer(Actor& actor, TimerKey key) noexcept {
  const Belongings* const own = actor.existing_belongings();
  if (own == nullptr || own->timers == nullptr) {
    return false;
  }
  if (key.is_of_receive_timeout()) {
    own->timers->noter.step_aside();
  }
  return own->timers->cancel(actor.record(), key);
}

bool has_timer(const Actor& actor, TimerKey key) noexcept {
  const Belongings* const own = actor.existing_belongings();
  return own != nullptr && own->timers != nullptr && own->timers->has(key);
}

Result<> set_receive_timeout(Actor& actor, const TimerSetting& setting, const IgnoredTypes& ignored) noexcept {
  const Result<> result = set_timer(actor, TimerKey::of_receive_timeout(), setting);
  if (result.has_value()) {
    actor.existing_belongings()->timers->noter.stand_before(actor, ignored);
  }
  return result;
}

}  // namespace sluice::inline SLUICE_ABI
