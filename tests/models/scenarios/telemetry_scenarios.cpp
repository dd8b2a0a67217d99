// SPDX-License-Identifier: BSL-1.0
// Meters that come and go while others send: what is counted leaves once, and a meter is free when nobody uses it.
#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/system/system_record.hpp>
#include <sluice/actors/telemetry/sample_clock.hpp>
#include <sluice/actors/telemetry/samples.hpp>
#include <sluice/actors/telemetry/telemetry_hub.hpp>
#include <sluice_model/executor.hpp>
#include <sluice_model/scenarios.hpp>
#include <utility>

#include "test_timers.hpp"

namespace sluice::model {
namespace {

constexpr engine::trace::Label label{"Measured", "run", __FILE__, __LINE__, 0};
constexpr ActorKind kind{.label = label, .type = &label};

/// Counts what it handles.
class Measured final : public Actor {
public:
  Measured(SystemRecord& record, Actor* parent, std::uint32_t& handled) noexcept
      : Actor{record, parent}, handled_{handled} {}

  [[nodiscard]] static Measured& make(SystemRecord& record, Actor* parent, std::uint32_t& handled) {
    return *::new (engine::memory::allocate(sizeof(Measured))) Measured{record, parent, handled};
  }

private:
  ~Measured() = default;
  void receive(engine::Envelope&) noexcept override { ++handled_; }
  void destroy() noexcept override {
    this->~Measured();
    engine::memory::release(this, sizeof(Measured));
  }
  std::uint32_t& handled_;  // in ordinary memory: it adds no steps
};

/// A guardian and one actor below it, perhaps measured from the start, and workers, which are the last threads.
template <std::uint32_t Others, bool FromTheStart, std::uint32_t Workers = 1>
class MeasuredScenario : public Scenario {
public:
  MeasuredScenario() {
    record.letters.set_writing(false);
    record.own_clock().follow(clock);
    record.dispatcher = &dispatcher;
    record.executor = &executor;
    record.telemetry = make_telemetry(record, {}, clock);
    guardian_address = guardian.settle_as_guardian(kind, dispatcher);
    record.telemetry->begin(guardian_address);
    if (FromTheStart) {
      listen(true);
    }
    address = *guardian.adopt(Measured::make(record, &guardian, handled), kind, {});
    executor.run_all();
  }

protected:
  [[nodiscard]] std::uint32_t threads() const final { return Others + Workers; }
  void thread(std::uint32_t index) final {
    if (index < Others) {
      act(index);
    } else {
      executor.work();
    }
  }
  virtual void act(std::uint32_t index) = 0;

  void listen(bool begins) { record.telemetry->subscriptions_changed(event_type<MailboxSample>, begins); }
  void send() {
    engine::Envelope& envelope = *engine::EnvelopeOf<int>::make(1);
    (void)deliver(envelope, address);
    ++sent;
  }

  /// Everything has come to an end: what was counted has left, and no meter is in use.
  void end_all() {
    (void)tell_control(guardian_address, Control::Kind::stop);
    executor.run_all();
    require(record.has_ended(), "a system ends");
    require(handled + record.letters.count() == sent, "a message is stranded, or ended twice");
    const KindFigures* const figures = record.telemetry->first_kind();
    if (figures != nullptr) {
      require(value_of(figures->arrived) == value_of(figures->departed), "a message that left is still counted");
      require(value_of(figures->actors) == 0, "an actor that ended is still counted");
      require(*record.spare_meters.lock() != nullptr, "a meter that measures nobody is lost");
    }
    record.telemetry->end();
    guardian.discard();
  }

  SharedClock clock;
  ModelExecutor executor;
  engine::Dispatcher dispatcher{executor};
  SystemRecord record;
  std::uint32_t unused = 0;
  std::uint32_t handled = 0;
  std::uint32_t sent = 0;
  Measured& guardian = Measured::make(record, nullptr, unused);
  engine::Address guardian_address;
  engine::Address address;
};

/// Somebody sends while measuring begins.
class SendAgainstBegin final : public MeasuredScenario<2, false> {
  void act(std::uint32_t index) override { index == 0 ? send() : listen(true); }
  void finish() override { end_all(); }
};

/// Somebody sends while measuring stops.
class SendAgainstStop final : public MeasuredScenario<2, true> {
  void act(std::uint32_t index) override { index == 0 ? send() : listen(false); }
  void finish() override {
    require(address.cell->meter() == nullptr || handled == 0, "a meter that is done is let go");
    end_all();
  }
};

/// Somebody sends while the actor ends, and another one moves into its cell.
class SendAgainstEnd final : public MeasuredScenario<2, true> {
  void act(std::uint32_t index) override {
    if (index == 0) {
      send();
      return;
    }
    (void)tell_control(address, Control::Kind::stop);
    while (address.cell->is_current(address.generation)) {
      engine::spin_hint();
    }
    require(guardian.adopt(Measured::make(record, &guardian, others), kind, {}).has_value(), "there is memory");
  }
  void finish() override {
    require(others == 0, "a message reaches the next occupant");
    end_all();
  }
  std::uint32_t others = 0;
};

/// Somebody sends while the system ends, and its telemetry with it: that waits for who is still inside a meter.
class SendAgainstTheSystemsEnd final : public MeasuredScenario<2, true> {
  void act(std::uint32_t index) override {
    if (index == 0) {
      send();
      return;
    }
    (void)tell_control(guardian_address, Control::Kind::stop);
    while (!record.has_ended() || record.telemetry->is_in_use()) {
      engine::spin_hint();
    }
    std::exchange(record.telemetry, nullptr)->end();
  }
  void finish() override {
    require(handled + record.letters.count() == sent, "a message is stranded, or ended twice");
    guardian.discard();
  }
};

/// A listener comes, goes and comes back while its notes are on their way: each actor hears of the last change. Two workers,
/// for an actor hears of it from its parent, which is told while the actor still looks.
class ListenersAgainstNotes final : public MeasuredScenario<1, false, 2> {
  void act(std::uint32_t) override {
    listen(true);
    listen(false);
    listen(true);
  }
  void finish() override {
    require(guardian_address.cell->meter() != nullptr, "who listens is not heard of by the guardian");
    require(address.cell->meter() != nullptr, "who listens is not heard of");
    end_all();
  }
};

/// Listeners come while the hub learns who the guardian is: it is told once, by one of them.
class ListenAgainstOpening final : public Scenario {
public:
  ListenAgainstOpening() {
    record.letters.set_writing(false);
    record.own_clock().follow(clock);
    record.dispatcher = &dispatcher;
    record.executor = &executor;
    record.telemetry = make_telemetry(record, {}, clock);
    address = guardian.settle_as_guardian(kind, dispatcher);
    executor.run_all();
  }

private:
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      record.telemetry->begin(address);
    } else {
      record.telemetry->subscriptions_changed(event_type<MailboxSample>, true);
    }
  }
  void finish() override {
    executor.run_all();
    require(address.cell->meter() != nullptr, "who listens is not heard of");
    (void)tell_control(address, Control::Kind::stop);
    executor.run_all();
    record.telemetry->end();
    guardian.discard();
  }

  SharedClock clock;
  ModelExecutor executor;
  engine::Dispatcher dispatcher{executor};
  SystemRecord record;
  std::uint32_t unused = 0;
  Measured& guardian = Measured::make(record, nullptr, unused);
  engine::Address address;
};

/// Something is handled while who samples goes to rest: one of them sees the other.
class WorkAgainstRest final : public Scenario {
public:
  WorkAgainstRest() { require(sampling.note_work(), "the first one sets the timer"); }

private:
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      handled.fetch_add(1, std::memory_order_seq_cst);  // seq_cst | as `KindFigures::note_handled`
      timers += sampling.note_work() ? 1u : 0u;
      return;
    }
    if (has_news()) {
      ++timers;  // it samples, and sets the timer again
      return;
    }
    sampling.rest();
    timers += has_news() && sampling.note_work() ? 1u : 0u;
  }
  void finish() override { require(timers == 1, "what was handled last is never told, or two timers are set"); }
  bool has_news() const {
    return handled.load(std::memory_order_seq_cst) != 0;  // seq_cst | as `KindFigures::has_news`
  }

  SampleClock sampling;
  engine::Atomic<std::uint32_t> handled{0};
  std::uint32_t timers = 0;  // in ordinary memory: it adds no steps
};

constexpr NamedScenario table[] = {
    {"telemetry.send_against_begin", "a message is counted or not, and leaves once", &make_scenario<SendAgainstBegin>},
    {"telemetry.send_against_stop", "what was counted is waited for", &make_scenario<SendAgainstStop>},
    {"telemetry.send_against_end", "who comes late uses nobody else's meter", &make_scenario<SendAgainstEnd>},
    {"telemetry.send_against_system_end", "telemetry outlives who is inside a meter",
     &make_scenario<SendAgainstTheSystemsEnd>},
    {"telemetry.listeners_against_notes", "the last change is heard of", &make_scenario<ListenersAgainstNotes>},
    {"telemetry.listen_against_opening", "the guardian is told, and once", &make_scenario<ListenAgainstOpening>},
    {"telemetry.work_against_rest", "the last thing that happened is told", &make_scenario<WorkAgainstRest>},
};

}  // namespace

std::span<const NamedScenario> telemetry_scenarios() { return table; }

}  // namespace sluice::model
