// SPDX-License-Identifier: BSL-1.0
// Buffers of events: publishers against who takes, and against the end. SC-13, FR-EVT-3
#include <sluice/actors/events/buffer/actor_buffer.hpp>
#include <sluice/actors/events/buffer/buffered_subscription.hpp>
#include <sluice/actors/events/event_reports.hpp>
#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/mailboxes.hpp>
#include <sluice/actors/messages/delivery.hpp>
#include <sluice/actors/system/system_record.hpp>
#include <sluice_model/executor.hpp>
#include <sluice_model/scenarios.hpp>
#include "test_timers.hpp"

namespace sluice::model {
namespace {

struct Tick {};
struct Work {};

/// One owner, and what it has taken.
class BufferScenario : public Scenario {
protected:
  explicit BufferScenario(EventBufferOptions options) {
    stream.set_log(EventLog::nothing);
    buffered = *stream.subscribe_buffered<Tick>(options);
    reports = *stream.subscribe<EventsDropped>(
        [this](const EventsDropped& dropped) { reported.fetch_add(dropped.count, std::memory_order_relaxed); });
  }
  void finish() override {
    buffered.end();
    const EventCounters counters = stream.counters();
    require(taken + counters.dropped() + counters.abandoned == published,
            "an event is taken, lost or abandoned, and one of these only");
    require(reported.load(std::memory_order_relaxed) == counters.dropped(), "what is lost is reported once");
    reports.end();
  }
  void publish() {
    Execution::current()->pause();
    published += 1;  // threads are fibers: no race, and not the model's concern
    stream.publish(Tick{});
  }
  void take() { taken += buffered.try_next().has_value() ? 1u : 0u; }

  EventStream stream;
  BufferedSubscription<Tick> buffered;
  Subscription reports;
  engine::Atomic<std::uint32_t> reported{0};
  std::uint32_t published = 0;
  std::uint32_t taken = 0;
};

/// Two publish into a buffer of one that drops its oldest, while its owner takes.
class HandOver final : public BufferScenario {
public:
  HandOver() : BufferScenario{{.capacity = 1, .overflow = Overflow::drop_oldest}} {}

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override { index == 0 ? take() : publish(); }
};

/// Its owner ends it while two publish, and takes nothing any more.
class BufferEnd final : public BufferScenario {
public:
  BufferEnd() : BufferScenario{{.capacity = 2, .overflow = Overflow::drop_newest}} {}

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index != 0) {
      publish();
      return;
    }
    take();
    buffered.end();
    require(!buffered.try_next().has_value() && buffered.size() == 0, "nothing is taken after the end");
  }
  void finish() override {
    const EventCounters counters = stream.counters();
    require(taken + counters.abandoned == counters.delivered, "what was delivered is taken or abandoned");
    published = static_cast<std::uint32_t>(counters.delivered);
    BufferScenario::finish();
  }
};

/// The stream is cleared while its owner takes and one publishes.
class BufferClear final : public BufferScenario {
public:
  BufferClear() : BufferScenario{{.capacity = 2, .overflow = Overflow::drop_newest}} {}

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    switch (index) {
      case 0: take(); break;
      case 1: publish(); break;
      default: stream.clear();
    }
  }
  void finish() override {
    require(!buffered.try_next().has_value(), "what was left is abandoned");
    published = static_cast<std::uint32_t>(stream.counters().delivered);
    BufferScenario::finish();
  }
};

constexpr engine::trace::Label label{"Hearer", "run", __FILE__, __LINE__, 0};
constexpr ActorKind hearer_kind{.label = label, .type = &label, .starts = true};
constexpr ActorKind guardian_kind{.label = label, .type = &label};

/// Hears ticks by a buffer, unless it is a guardian.
class Hearer final : public Actor {
public:
  /// `Plain`: what two threads do to one actor at once is a data race.
  struct Notes {
    engine::Plain<std::uint32_t> ticks{0};
    engine::Plain<std::uint32_t> works{0};
  };

  [[nodiscard]] static Hearer& make(SystemRecord& record, Actor* parent, Notes& notes) {
    return *::new (engine::memory::allocate(sizeof(Hearer))) Hearer{record, parent, notes};
  }

private:
  Hearer(SystemRecord& record, Actor* parent, Notes& notes) noexcept : Actor{record, parent}, notes_{notes} {}
  ~Hearer() = default;

  void start() noexcept override {
    require(
        subscribe_actor_buffered<Tick, false>(*this, {.capacity = 2, .overflow = Overflow::drop_newest}).has_value(),
        "there is memory for a buffer");
  }
  void receive(engine::Envelope& envelope) noexcept override {
    if (envelope.type == &engine::EnvelopeOf<Tick>::type_of) {
      notes_.ticks.set(notes_.ticks.get() + 1);
    } else if (envelope.type == &engine::EnvelopeOf<Work>::type_of) {
      notes_.works.set(notes_.works.get() + 1);
    } else {
      reject_type(envelope);
    }
  }
  void destroy() noexcept override {
    this->~Hearer();
    engine::memory::release(this, sizeof(Hearer));
  }

  Notes& notes_;
};

/// One thread runs the actor, the others publish.
class NewsScenario : public Scenario {
protected:
  explicit NewsScenario(const SpawnOptions& options = {}) {
    record.letters.set_writing(false);
    record.own_clock().follow(clock);
    record.events.set_log(EventLog::nothing);
    record.dispatcher = &dispatcher;
    record.executor = &executor;
    guardian_address = guardian.settle_as_guardian(guardian_kind, dispatcher);
    address = *guardian.adopt(Hearer::make(record, &guardian, notes), hearer_kind, options);
    executor.run_all();
  }
  [[nodiscard]] std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 2) {
      executor.work();
    } else {
      act(index);
    }
  }
  virtual void act(std::uint32_t) { record.events.publish(Tick{}); }

  void end_all() {
    (void)tell_control(guardian_address, Control::Kind::stop);
    executor.run_all();
    require(record.has_ended(), "all end");
    guardian.discard();
    require(!record.events.has_subscribers(), "who has ended is not subscribed");
  }

  SharedClock clock;
  ModelExecutor executor;
  engine::Dispatcher dispatcher{executor};
  SystemRecord record;
  Hearer::Notes root;
  Hearer::Notes notes;
  Hearer& guardian = Hearer::make(record, nullptr, root);
  engine::Address guardian_address;
  engine::Address address;
};

/// Two publish while the runner takes: no event waits without news of it.
class News final : public NewsScenario {
  void finish() override {
    executor.run_all();
    require(notes.ticks.get() == 2, "every event in the buffer is handled");
    end_all();
  }
};

/// The same with a mailbox that has no room for the news.
class NewsForAFullMailbox final : public NewsScenario {
public:
  NewsForAFullMailbox() : NewsScenario{{.mailbox = Bounded{.capacity = 1, .overflow = Overflow::fail}}} {}

private:
  void act(std::uint32_t index) override {
    if (index == 0) {
      record.events.publish(Tick{});
      return;
    }
    engine::Envelope* const work = engine::EnvelopeOf<Work>::make(Work{});
    work->generation = address.generation;
    if (address.cell->post(*work).posted == engine::Posted::queued) {
      works = 1;
    } else {
      engine::end(*work);
    }
  }
  void finish() override {
    executor.run_all();
    require(notes.ticks.get() == 1 && notes.works.get() == works, "events pass by a full mailbox");
    end_all();
  }
  std::uint32_t works = 0;
};

/// The actor is told to stop meanwhile: nothing is left behind.
class NewsForTheDead final : public NewsScenario {
  void act(std::uint32_t index) override {
    if (index == 0) {
      record.events.publish(Tick{});
    } else {
      (void)tell_control(address, Control::Kind::stop);
    }
  }
  void finish() override {
    executor.run_all();
    const EventCounters counters = record.events.counters();
    require(notes.ticks.get() + counters.abandoned == counters.delivered, "what is not handled is abandoned");
    end_all();
  }
};

/// Somebody ends all subscriptions while the actor, which has one, ends: it is not touched once it is gone.
class ClearAgainstTheEnd final : public NewsScenario {
  void act(std::uint32_t index) override {
    if (index == 0) {
      record.events.clear();
    } else {
      (void)tell_control(address, Control::Kind::stop);
    }
  }
  void finish() override {
    executor.run_all();
    end_all();
  }
};

constexpr NamedScenario table[] = {
    {"event_buffer.hand_over", "an event is taken, lost or abandoned", &make_scenario<HandOver>},
    {"event_buffer.end", "after the end nothing is taken", &make_scenario<BufferEnd>},
    {"event_buffer.clear", "a clear abandons what is left", &make_scenario<BufferClear>},
    {"event_buffer.news", "no event waits without news of it", &make_scenario<News>},
    {"event_buffer.full_mailbox", "news passes by a full mailbox", &make_scenario<NewsForAFullMailbox>},
    {"event_buffer.news_for_the_dead", "news for who stops ends with it", &make_scenario<NewsForTheDead>},
    {"event_buffer.clear_against_end", "a subscription lives for its actor, too", &make_scenario<ClearAgainstTheEnd>},
};

}  // namespace

std::span<const NamedScenario> event_buffer_scenarios() { return table; }

}  // namespace sluice::model
