// SPDX-License-Identifier: BSL-1.0
#include <new>
#include <sluice/actors/events/buffer/actor_buffer.hpp>
#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/life/belongings.hpp>
#include <sluice/actors/system/system_record.hpp>
#include <sluice/actors/telemetry/actor_meter.hpp>
#include <sluice/actors/telemetry/telemetry_hub.hpp>
#include <sluice/actors/waiting/wait_list.hpp>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/memory.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI {
namespace {

/// Who hears samples is measured as well: to tell of that would bring about the next sample, and so for ever.
bool is_about_telemetry(engine::Envelope& envelope) noexcept {
  if (envelope.type == &engine::EnvelopeOf<EventsReady>::type_of) {
    return is_of_telemetry(static_cast<engine::EnvelopeOf<EventsReady>&>(envelope).message.type());
  }
  return envelope.type == &engine::EnvelopeOf<MailboxSample>::type_of ||
         envelope.type == &engine::EnvelopeOf<DispatcherSample>::type_of ||
         envelope.type == &engine::EnvelopeOf<MailboxAlert>::type_of;
}

}  // namespace

ActorMeter* ActorMeter::take(SystemRecord& record) noexcept {
  {
    const auto spare = record.spare_meters.lock();
    if (ActorMeter* const meter = *spare; meter != nullptr) {
      *spare = meter->next_spare_;
      return meter;
    }
  }
  void* const memory = engine::memory::allocate_forever(sizeof(ActorMeter));
  return memory == nullptr ? nullptr : ::new (memory) ActorMeter{record};
}

ActorMeter* ActorMeter::begin(TelemetryHub& hub, Actor& actor, KindFigures& kind, DispatcherFigures& load) noexcept {
  ActorMeter* const meter = take(hub.record());
  if (meter != nullptr) {
    hub.note_meter();
    meter->visits_.enter();  // the runner
    meter->hub_ = &hub;
    meter->kind_ = &kind;
    meter->load_ = &load;
    meter->actor_ = &actor;
    meter->slice_handled_ = 0;
    meter->pauses_ = 0;
    meter->stashed_ = 0;
    meter->is_ending_ = false;
    meter->is_late_ = false;
    meter->is_long_pause_ = false;
  }
  return meter;
}

void ActorMeter::discard() noexcept {
  (void)visits_.vacate();
  depart_one();
}

void ActorMeter::settle_in(engine::Cell& cell) noexcept {
  slice_begin_ = {};
  last_end_ = never;
  home_ = &cell;
  depth_.store(0, std::memory_order_relaxed);  // the release below lets it be seen, as the next one
  is_deep_.store(0, std::memory_order_relaxed);
  add_to(kind_->actors);
  add_to(load_->inhabitants);
  // release | all that was set until now, to the acquires in `arrive` and `if_measuring`.
  cell_.store(&cell, std::memory_order_release);
}

/// What was counted is handled as before; nothing more is.
void ActorMeter::end_measuring() noexcept {
  if (is_ending_) {
    return;
  }
  is_ending_ = true;
  pauses_ = pauses_ == 0 ? 0 : 1;
  end_pause();
  take_from(kind_->stashed, std::exchange(stashed_, 0));
  take_from(kind_->actors);
  take_from(load_->inhabitants);
  cell_.store(nullptr,
              std::memory_order_relaxed);  // the release in `vacate` lets it be seen by whoever enters behind it
  engine::check(!visits_.vacate(), "the runner of a measured actor is inside");
}

void ActorMeter::stop() noexcept { end_measuring(); }

/// One who was inside goes: the last one makes it a spare one, and only then has the hub nobody to wait for.
void ActorMeter::depart_one() noexcept {
  if (visits_.leave()) {
    TelemetryHub& hub = *hub_;  // now: a spare one is anybody's
    {
      const auto spare = record_.spare_meters.lock();
      next_spare_ = *spare;
      *spare = this;
    }
    hub.note_spare_meter();
  }
}

/// By the runner, as the last thing that it does with this meter: nothing is left that it has counted.
void ActorMeter::let_go_if_done() noexcept {
  if (is_ending_ && visits_.inside() == 1) {
    Actor& actor = *actor_;
    TelemetryHub& hub = *hub_;
    actor.cell().measure_by(nullptr);
    depart_one();
    hub.meter_if_wanted(actor);
  }
}

bool ActorMeter::stamp(engine::Envelope& envelope) noexcept {
  if (envelope.headers == nullptr) {
    void* const block = engine::memory::allocate(sizeof(engine::Headers));
    if (block == nullptr) {
      return false;
    }
    envelope.headers = ::new (block) engine::Headers{};
  }
  envelope.headers->posted_at = hub_->clock().now();
  envelope.headers->counted_by = this;
  return true;
}

void ActorMeter::arrive(engine::Cell& cell, engine::Envelope& envelope) noexcept {
  visits_.enter();
  // acquire | what it measures for, from the release in `settle_in`.
  if (cell_.load(std::memory_order_acquire) != &cell || !stamp(envelope)) {
    depart_one();
    return;
  }
  const std::uint32_t depth = depth_.fetch_add(1, std::memory_order_relaxed) + 1;  // a figure
  kind_->arrive(depth);
  const std::uint32_t limit = hub_->settings().alert_depth;
  // relaxed: whoever changes it tells of the crossing; nothing else goes with it.
  if (limit != 0 && depth > limit && is_deep_.exchange(1, std::memory_order_relaxed) == 0) {
    alert(MailboxAlert::Cause::depth, true, {&cell, envelope.generation}, {});
  }
}

void ActorMeter::depart(engine::Envelope& envelope) noexcept {
  envelope.headers->counted_by = nullptr;
  add_to(kind_->departed);
  const std::uint32_t depth = depth_.fetch_sub(1, std::memory_order_relaxed) - 1;  // a figure
  const std::uint32_t limit = hub_->settings().alert_depth;
  // relaxed: as in `arrive`.
  if (limit != 0 && depth <= limit / 2 && is_deep_.exchange(0, std::memory_order_relaxed) != 0) {
    alert(MailboxAlert::Cause::depth, false, {home_, envelope.generation}, {});
  }
  depart_one();
}

/// Who tells of it may be late: by then the telemetry of its system is gone, but a meter's memory never is.
void ActorMeter::note_loss(const engine::Cell& cell, engine::DeadLetterReason reason) noexcept {
  if_measuring(
      cell, [reason](KindFigures& kind, DispatcherFigures&) { add_to(kind.lost[static_cast<std::size_t>(reason)]); });
}

void ActorMeter::begin_slice() noexcept {
  if (is_ending_) {
    let_go_if_done();
    return;
  }
  add_to(load_->slices);
  slice_handled_ = 0;
}

void ActorMeter::handle(engine::Envelope& envelope) noexcept {
  const Instant begin = hub_->clock().now();
  slice_begin_ = slice_handled_ == 0 ? begin : slice_begin_;
  if (engine::Headers* const headers = envelope.headers; headers != nullptr && headers->counted_by != nullptr) {
    const Duration residence = begin - headers->posted_at;
    headers->counted_by->depart(envelope);
    note_residence(residence, envelope.generation);
  }

  const bool is_news = !is_about_telemetry(envelope);  // now: behind this it may have another owner
  behind().handle(envelope);

  last_end_ = hub_->clock().now();
  add_to(load_->messages);
  raise_to(load_->largest_slice, ++slice_handled_);
  note_stash();
  note_cut();
  kind_->note_handled(last_end_ - begin);
  if (is_news) {
    kind_->note_news();
    hub_->note_work();
  }
  let_go_if_done();
}

void ActorMeter::note_residence(Duration residence, engine::Generation generation) noexcept {
  kind_->residence.add(residence);
  const Duration limit = hub_->settings().alert_residence;
  if (limit <= Duration{} || (is_late_ ? residence > limit / 2 : residence <= limit)) {
    return;
  }
  is_late_ = !is_late_;
  alert(MailboxAlert::Cause::residence, is_late_, {home_, generation}, residence);
}

void ActorMeter::note_stash() noexcept {
  const Belongings* const own = actor_->existing_belongings();
  const std::uint32_t size = own != nullptr && own->stash.has_value() ? own->stash->size() : 0;
  if (size != stashed_ && !is_ending_) {
    add_to(kind_->stashed, size - std::uintptr_t{stashed_});
    raise_to(kind_->largest_stash, size);
    stashed_ = size;
  }
}

/// The mailbox looks at the clock behind each message, too, and ends the slice.
void ActorMeter::note_cut() noexcept {
  const engine::Dispatcher& dispatcher = actor_->cell().lives_in();
  if (dispatcher.has_deadline() && slice_handled_ < dispatcher.throughput() &&
      last_end_ - slice_begin_ >= dispatcher.settings().throughput_deadline &&
      depth_.load(std::memory_order_relaxed) != 0) {  // a figure
    add_to(load_->deadline_cuts);
  }
}

void ActorMeter::handle_system(engine::SystemNode& message) noexcept {
  const bool was_held = is_held();
  behind().handle_system(message);
  if (!was_held && is_held()) {
    last_end_ = hub_->clock().now();  // an event, or an answer, has a handler, too
  }
  note_stash();
  let_go_if_done();
}

void ActorMeter::refuse_system(engine::SystemNode& message) noexcept { behind().refuse_system(message); }

/// The mailbox gives out no messages, for one of its handlers waits.
bool ActorMeter::is_held() const noexcept {
  const Belongings* const own = actor_->existing_belongings();
  return own != nullptr && own->waits != nullptr && own->waits->is_held;
}

/// Since its handler returned no other one has run, unless messages were handled meanwhile: then nobody waited. Of what
/// began before it was measured nobody knows when.
void ActorMeter::resume_handler() noexcept {
  if (is_held() && last_end_ != never) {
    kind_->awaited_time.add(hub_->clock().now() - last_end_);
  }
  behind().resume_handler();
  last_end_ = hub_->clock().now();
  note_stash();
}

void ActorMeter::on_backpressure(const engine::BackpressureHint& hint) noexcept { behind().on_backpressure(hint); }

void ActorMeter::prepare_to_leave() noexcept {
  behind().prepare_to_leave();
  end_measuring();
}

void ActorMeter::leave() noexcept {
  engine::Occupant& leaving = behind();
  depart_one();
  leaving.leave();
}

void ActorMeter::alert(MailboxAlert::Cause cause, bool is_raised, engine::Address who, Duration duration) noexcept {
  if (is_raised) {
    add_to(kind_->alerts);
  }
  record_.events.publish(MailboxAlert{.cause = cause,
                                      .is_raised = is_raised,
                                      .kind = kind_->kind(),
                                      .actor = UntypedRef{who},
                                      .depth = depth_.load(std::memory_order_relaxed),  // a figure
                                      .duration = duration});
}

}  // namespace sluice::inline SLUICE_ABI
