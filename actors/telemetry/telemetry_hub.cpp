// SPDX-License-Identifier: BSL-1.0
#include <new>
#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/life/belongings.hpp>
#include <sluice/actors/system/system_record.hpp>
#include <sluice/actors/telemetry/actor_meter.hpp>
#include <sluice/actors/telemetry/telemetry_hub.hpp>
#include <sluice/engine/memory.hpp>
#include <string_view>

namespace sluice::inline SLUICE_ABI {

TelemetryPort* make_telemetry(SystemRecord& record, const Telemetry& telemetry, const Clock& clock) noexcept {
  void* const block = engine::memory::allocate(sizeof(TelemetryHub));
  return block == nullptr ? nullptr : ::new (block) TelemetryHub{record, telemetry, clock};
}

TelemetryHub::TelemetryHub(SystemRecord& record, const Telemetry& telemetry, const Clock& clock) noexcept
    : record_{record},
      settings_{telemetry},
      clock_{clock},
      listeners_{telemetry.always ? 1 : 0},
      loads_{record.dispatcher, "default"} {
  loads_.next = &other_loads_;
  record_.events.watch(this);  // before anybody can subscribe: the guardian may do so in its start
}

void TelemetryHub::begin(engine::Address guardian) noexcept {
  guardian_ = guardian;
  due_.generation = guardian.generation;
  look_.generation = guardian.generation;
  // acq_rel | release: the guardian, to the acquires in `subscriptions_changed` and `note_work`.
  //         | acquire: why those asked who came before, from the releases there.
  const std::uint32_t asked = opening_.fetch_or(Opening::known, std::memory_order_acq_rel);
  if ((asked & Opening::look) != 0) {
    tell_guardian_to_look();
  }
  if ((asked & Opening::timer) != 0) {
    set_timer();
  }
}

/// All others have left, and this is its runner: nobody sets the timer again. Who wakes is a visitor of the guardian, and
/// would be its last one under the lock of the timers, which the guardian's end may need.
void TelemetryHub::let_guardian_go() noexcept { (void)record_.timers().cancel(timer_); }

void TelemetryHub::end() noexcept {
  record_.events.watch(nullptr);
  KindFigures* each = kinds_.load(std::memory_order_relaxed);  // nobody else is left
  this->~TelemetryHub();
  engine::memory::release(this, sizeof(TelemetryHub));
  while (each != nullptr) {
    KindFigures* const older = each->next;
    each->~KindFigures();
    engine::memory::release(each, sizeof(KindFigures));
    each = older;
  }
}

void TelemetryHub::subscriptions_changed(const EventType& type, bool began) noexcept {
  if (!is_of_telemetry(type)) {
    return;
  }
  // release | the change, to the acquire in `is_measuring` of whoever is told below, or is spawned behind that.
  const std::int32_t before =
      began ? listeners_.fetch_add(1, std::memory_order_release) : listeners_.fetch_sub(1, std::memory_order_release);
  if (before != (began ? 0 : 1)) {
    return;
  }
  // acq_rel | release: the change, to the acquire in `begin` or in `hear_of_look`, whichever does what is asked for.
  //         | acquire: the guardian, from the release in `begin`; and that the note is free, from `hear_of_look`.
  const std::uint32_t asked = opening_.fetch_or(Opening::look, std::memory_order_acq_rel);
  if ((asked & Opening::known) != 0 && (asked & Opening::look) == 0) {
    tell_guardian_to_look();
  }
}

void TelemetryHub::tell_guardian_to_look() noexcept {
  (void)guardian_.cell->post_system(look_);  // otherwise the system ends
}

/// By the runner of its parent, which keeps it alive meanwhile.
void TelemetryHub::tell_to_look(Actor& actor) noexcept {
  if (!actor.orders().begin_look()) {
    return;
  }
  void* const block = engine::memory::allocate(sizeof(Look));
  if (block == nullptr) {
    actor.orders().end_look();  // then it is not measured, or for longer than anybody wants
    return;
  }
  auto* const look = ::new (block) Look{*this};
  look->generation = actor.address().generation;
  if (!actor.cell().post_system(*look)) {  // it ends
    engine::memory::release(look, sizeof(Look));
  }
}

void TelemetryHub::hear_of_look(TelemetryNote& note, Actor* actor) noexcept {
  TelemetryHub& hub = static_cast<Look&>(note).hub;
  if (&note == &hub.look_) {
    // acq_rel | release: the last use of the note, to the acquire in `subscriptions_changed` of who sends it next.
    //         | acquire: the changes, from the releases there until now.
    (void)hub.opening_.fetch_and(~Opening::look, std::memory_order_acq_rel);
  } else {
    engine::memory::release(&static_cast<Look&>(note), sizeof(Look));
    if (actor != nullptr) {
      actor->orders().end_look();
    }
  }
  if (actor != nullptr) {
    hub.look_at(*actor);
  }
}

void TelemetryHub::look_at(Actor& actor) noexcept {
  meter_if_wanted(actor);
  if (engine::CellMeter* const meter = actor.cell().meter(); meter != nullptr && !is_measuring()) {
    static_cast<ActorMeter*>(meter)->stop();
  }
  if (Belongings* const own = actor.existing_belongings()) {
    own->children.each([this](Actor& child) { tell_to_look(child); });
  }
}

void TelemetryHub::meter_if_wanted(Actor& actor) noexcept {
  engine::Cell& cell = actor.cell();
  if (cell.meter() == nullptr && !cell.is_closed()) {
    if (engine::CellMeter* const meter = meter_for(actor, cell.name(), cell.lives_in())) {
      cell.measure_by(meter);
    }
  }
}

engine::CellMeter* TelemetryHub::meter_for(Actor& actor, const char* name,
                                           const engine::Dispatcher& dispatcher) noexcept {
  if (!is_measuring()) {
    return nullptr;
  }
  KindFigures* const figures = kind(name);
  return figures == nullptr ? nullptr : ActorMeter::begin(*this, actor, *figures, load_of(dispatcher));
}

void TelemetryHub::discard(engine::CellMeter& meter) noexcept { static_cast<ActorMeter&>(meter).discard(); }

const KindFigures* TelemetryHub::first_kind() const noexcept {
  // acquire | the figures, from the release in `kind`.
  return kinds_.load(std::memory_order_acquire);
}

/// Types of one name are one kind: functions are called after their message, and libraries may have copies of a name.
KindFigures* TelemetryHub::kind(const char* name) noexcept {
  const auto making = making_.lock();
  KindFigures* const newest = kinds_.load(std::memory_order_relaxed);  // written under this lock
  for (KindFigures* each = newest; each != nullptr; each = each->next) {
    if (each->kind() == name || std::string_view{each->kind()} == name) {
      return each;
    }
  }
  void* const block = engine::memory::allocate(sizeof(KindFigures));
  if (block == nullptr) {
    return nullptr;
  }
  auto* const made = ::new (block) KindFigures{name};
  made->next = newest;
  // release | the figures, to the acquire in `first_kind`.
  kinds_.store(made, std::memory_order_release);
  return made;
}

DispatcherFigures& TelemetryHub::load_of(const engine::Dispatcher& dispatcher) noexcept {
  return loads_.dispatcher() == &dispatcher ? loads_ : other_loads_;
}

void TelemetryHub::note(const engine::MailboxEvent& event) noexcept {
  const bool is_pressure = event.kind == engine::MailboxEvent::Kind::pressure;
  if (!is_pressure && event.kind != engine::MailboxEvent::Kind::rejected) {
    return;
  }
  const auto& cell = static_cast<const engine::Cell&>(*event.mailbox);  // all mailboxes of actors are
  bool is_measured = false;
  if (engine::CellMeter* const meter = cell.meter()) {
    static_cast<ActorMeter*>(meter)->if_measuring(cell, [&](KindFigures& kind, DispatcherFigures& load) {
      is_measured = true;
      add_to(is_pressure ? kind.pressure : load.rejections);
    });
  }
  if (!is_measured && !is_pressure) {
    add_to(loads_.rejections);
  }
}

void TelemetryHub::note_work() noexcept {
  // acq_rel | release: why it asks, to the acquire in `begin`.
  //         | acquire: the guardian, from the release there.
  if (sampling_.note_work() && (opening_.fetch_or(Opening::timer, std::memory_order_acq_rel) & Opening::known) != 0) {
    set_timer();
  }
}

void TelemetryHub::set_timer() noexcept {
  record_.timers().set(timer_, later(record_.clock().now(), settings_.period),
                       {[](void* self) noexcept {
                          auto& hub = *static_cast<TelemetryHub*>(self);
                          (void)hub.guardian_.cell->post_system(hub.due_);  // otherwise the system ends
                        },
                        this});
}

/// By the guardian's runner, as what follows.
void TelemetryHub::hear_of_due(TelemetryNote& note, Actor* actor) noexcept {
  TelemetryHub& hub = static_cast<Due&>(note).hub;
  if (actor == nullptr) {
    return;
  }
  if (hub.is_measuring() && hub.has_news()) {
    hub.sample();
    hub.set_timer();
    return;
  }
  hub.sampling_.rest();
  if (hub.is_measuring() && hub.has_news()) {
    hub.note_work();
  }
}

bool TelemetryHub::has_news() const noexcept {
  for (const KindFigures* each = first_kind(); each != nullptr; each = each->next) {
    if (each->has_news()) {
      return true;
    }
  }
  return false;
}

void TelemetryHub::sample() noexcept {
  // acquire | as in `first_kind`.
  for (KindFigures* each = kinds_.load(std::memory_order_acquire); each != nullptr; each = each->next) {
    if (each->has_news()) {
      record_.events.publish(each->sample());
    }
  }
  for (DispatcherFigures* each = &loads_; each != nullptr; each = each->next) {
    if (each->has_news()) {
      record_.events.publish(each->sample());
    }
  }
}

}  // namespace sluice::inline SLUICE_ABI
