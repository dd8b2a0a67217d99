// SPDX-License-Identifier: BSL-1.0
// Posting into lanes, against the runner, against closing, and against those who make room.
#include <sluice_model/scenarios.hpp>
#include "lane_mailbox.hpp"

namespace sluice::model {
namespace {

using Kind = engine::MailboxEvent::Kind;
using engine::Posted;

/// The handshake, by a ring instead of the queue inside.
class LaneSenders final : public LaneScenario<2, Overflow::fail, 2> {
  void act(std::uint32_t) override { mailbox.send(1); }
  void finish() override { require(mailbox.handled() == 2, "lost wake-up: a message was not handled"); }
};

/// The second send meets the end of the first run.
class LaneSendTwice final : public LaneScenario<1, Overflow::fail, 2> {
  void act(std::uint32_t) override {
    mailbox.send(1);
    mailbox.send(2);
  }
  void finish() override { require(mailbox.handled() == 2, "lost wake-up: a message was not handled"); }
};

/// Nobody has a place for sure, and everybody knows what became of its message.
class LaneFull final : public LaneScenario<2, Overflow::fail, 1> {
  void act(std::uint32_t index) override { posted[index] = mailbox.try_send(1); }
  void finish() override {
    const std::uint32_t queued = (posted[0] == Posted::queued ? 1u : 0u) + (posted[1] == Posted::queued ? 1u : 0u);
    require(queued >= 1, "there is room for one");
    require(mailbox.handled() == queued, "what was queued is handled, and nothing else");
  }
  Posted posted[2]{};
};

/// A lane that grows takes everything.
class LaneGrows final : public LaneScenario<2, Overflow::grow, 1> {
  void act(std::uint32_t) override {
    require(mailbox.try_send(1) == Posted::queued, "a lane that grows is never full");
  }
  void finish() override { require(mailbox.handled() == 2, "lost wake-up: a message was not handled"); }
};

/// A sender makes room while the runner takes out the same message.
class EvictAgainstRun final : public LaneScenario<1, Overflow::drop_oldest, 1> {
public:
  EvictAgainstRun() { mailbox.send(1); }

private:
  void act(std::uint32_t) override {
    mailbox.send(2);
    mailbox.send(3);
  }
  void finish() override {
    require(known() == 3, "each message is handled or a dead letter, once");
    require(mailbox.handled() >= 1 && mailbox.depth() == 0, "what is left is handled");
  }
};

class LaneCloseAgainstPost final : public LaneScenario<2, Overflow::fail, 2> {
  void act(std::uint32_t index) override {
    if (index == 0) {
      mailbox.send(1);
    } else {
      mailbox.close();
    }
  }
  void finish() override {
    require(known() == 1 && mailbox.depth() == 0, "a message is stranded in a closed mailbox");
    require(mailbox.closings() == 1, "a closed mailbox says so once");
  }
};

/// One sender gets in before the end, perhaps not completely; another one comes after it.
class LaneLateSenders final : public LaneScenario<2, Overflow::fail, 2> {
  void act(std::uint32_t index) override {
    if (index == 0) {
      mailbox.close();
    }
    mailbox.send(1);
  }
  void finish() override {
    require(known() == 2 && mailbox.depth() == 0, "a late message is stranded");
    require(mailbox.closings() == 1, "a closed mailbox says so once");
    require(events.count(Kind::closed) == 1, "and it is told once");
  }
};

/// An evicting sender against the end: what it took out and what it brings have one owner each.
class EvictAgainstClose final : public LaneScenario<2, Overflow::drop_oldest, 1> {
public:
  EvictAgainstClose() { mailbox.send(1); }

private:
  void act(std::uint32_t index) override {
    if (index == 0) {
      mailbox.send(1);
    } else {
      mailbox.close();
    }
  }
  void finish() override {
    require(known() == 2 && mailbox.depth() == 0, "a message is stranded in a closed mailbox");
    require(mailbox.closings() == 1, "a closed mailbox says so once");
  }
};

/// Two note the same crossing, while somebody empties what it is the gauge of.
class GaugeIsReadOnce final : public Scenario {
  [[nodiscard]] std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 2) {
      depth.store(0, std::memory_order_relaxed);  // relaxed, as the depth of a lane
    }
    switch (gauge.note([this] { return engine::Pressure::Reading{depth.load(std::memory_order_relaxed), 2}; })) {
      case engine::Pressure::Change::rose: ++rises; break;
      case engine::Pressure::Change::fell: ++falls; break;
      case engine::Pressure::Change::none: break;
    }
  }
  void finish() override {
    require(rises <= 1, "one crossing is told twice");
    require(rises == falls + (gauge.is_pressed() ? 1 : 0), "what the gauge shows was told");
  }
  engine::Pressure gauge{75, 50};
  engine::Atomic<std::uint32_t> depth{2};
  std::uint32_t rises = 0;
  std::uint32_t falls = 0;
};

/// Above one message there is pressure, without one there is relief.
template <std::uint32_t Others>
class PressureScenario : public LaneScenario<Others, Overflow::fail, 2> {
protected:
  void finish() override {
    require(this->mailbox.depth() == 0, "everything is handled");
    require(!this->mailbox.is_pressed(), "an empty mailbox is under pressure, and nobody is going to relieve it");
    require(this->events.count(Kind::pressure) == this->events.count(Kind::relief), "a crossing is not told");
  }
};

class PressureOfTwoSenders final : public PressureScenario<2> {
  void act(std::uint32_t) override { mailbox.send(1); }
  void finish() override {
    PressureScenario::finish();
    require(events.count(Kind::pressure) <= 1, "one crossing is told twice");
  }
};

/// One fills it up, another one finds it full: that one has no post behind which it could look again.
class PressureOfTheRefused final : public PressureScenario<2> {
public:
  PressureOfTheRefused() { mailbox.send(1); }

private:
  void act(std::uint32_t) override { (void)mailbox.try_send(2); }
};

/// Counts the pauses; told one at a time, or the counter races.
class CountingPauses final : public engine::MetricsSink {
public:
  [[nodiscard]] std::uint32_t pauses() const { return pauses_.get(); }

private:
  void paused(const engine::Mailbox&, engine::Pause, Duration) noexcept override { pauses_.set(pauses_.get() + 1); }
  engine::Plain<std::uint32_t> pauses_;
};

/// Two suspend at once; a pause in a pause is none of its own.
class MeteredPauses final : public Scenario {
  [[nodiscard]] std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 2) {
      executor.work();
    }
    mailbox.suspend();
    mailbox.resume();
    mailbox.send(1);
  }
  void finish() override {
    require(mailbox.handled() == 2, "lost wake-up: a message was not handled");
    const std::uint32_t before = metrics.pauses();
    require(before == 1 || before == 2, "each pause is told when it ends");
    mailbox.suspend();
    mailbox.suspend();
    mailbox.resume();
    require(metrics.pauses() == before, "a pause ends with the last of those who asked for it");
    mailbox.resume();
    require(metrics.pauses() == before + 1, "and is told then");
  }
  ModelExecutor executor;
  engine::ManualClock clock;
  CountingPauses metrics;
  TestMailbox mailbox{executor, nullptr, {.clock = &clock, .metrics = &metrics}};
};

constexpr NamedScenario table[] = {
    {"lane.two_senders", "no message is lost", &make_scenario<LaneSenders>},
    {"lane.send_twice", "a send that meets the end of a run is not lost", &make_scenario<LaneSendTwice>},
    {"lane.full", "who is refused keeps its message, and nobody else does", &make_scenario<LaneFull>},
    {"lane.grows", "a lane that grows refuses nobody", &make_scenario<LaneGrows>},
    {"lane.evict_against_run", "one of them has the oldest message", &make_scenario<EvictAgainstRun>},
    {"lane.close_against_post", "a message is handled or a dead letter", &make_scenario<LaneCloseAgainstPost>},
    {"lane.late_senders", "late pushes are not stranded", &make_scenario<LaneLateSenders>},
    {"lane.evict_against_close", "an evicting sender strands nothing", &make_scenario<EvictAgainstClose>},
    {"lane.gauge", "of all who note one crossing, one is told so", &make_scenario<GaugeIsReadOnce>},
    {"lane.pressure_of_two_senders", "each crossing is told once", &make_scenario<PressureOfTwoSenders>},
    {"lane.pressure_of_the_refused", "who finds it full tells no false crossing", &make_scenario<PressureOfTheRefused>},
    {"lane.metered_pauses", "pauses are measured and told one at a time", &make_scenario<MeteredPauses>},
};

}  // namespace

std::span<const NamedScenario> lane_scenarios() { return table; }

}  // namespace sluice::model
