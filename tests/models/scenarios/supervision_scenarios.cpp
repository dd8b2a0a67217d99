// SPDX-License-Identifier: BSL-1.0
// Failures that a parent decides on, while somebody ends: nobody waits for ever, nobody is told who is gone.
#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/life/belongings.hpp>
#include <sluice/actors/messages/delivery.hpp>
#include <sluice/actors/system/system_record.hpp>
#include <sluice_model/executor.hpp>
#include <sluice_model/scenarios.hpp>
#include "test_timers.hpp"

namespace sluice::model {
namespace {

constexpr engine::trace::Label label{"FailingActor", "run", __FILE__, __LINE__, 0};
constexpr ActorKind failing_kind{.label = label, .type = &label};

struct Failure {};

/// Fails with every message.
class FailingActor final : public Actor {
public:
  /// `Plain`: what two threads do to one actor at once is a data race.
  struct Notes {
    engine::Plain<std::uint32_t> failures{0};
    engine::Plain<std::uint32_t> renewals{0};
    engine::Plain<std::uint32_t> finished{0};
    engine::Plain<std::uint32_t> ended{0};
  };

  [[nodiscard]] static FailingActor& make(SystemRecord& record, Actor* parent, Notes& notes) {
    return *::new (engine::memory::allocate(sizeof(FailingActor))) FailingActor{record, parent, notes};
  }

private:
  FailingActor(SystemRecord& record, Actor* parent, Notes& notes) noexcept : Actor{record, parent}, notes_{notes} {}
  ~FailingActor() = default;

  static void count(engine::Plain<std::uint32_t>& counter) { counter.set(counter.get() + 1); }
  void receive(engine::Envelope& envelope) noexcept override {
    count(notes_.failures);
    fail(&envelope, ActorError::retryable(""));
  }
  [[nodiscard]] bool renew() noexcept override {
    count(notes_.renewals);
    return true;
  }
  void finish() noexcept override { count(notes_.finished); }
  void destroy() noexcept override {
    count(notes_.ended);
    this->~FailingActor();
    engine::memory::release(this, sizeof(FailingActor));
  }

  Notes& notes_;
};

/// A guardian, a parent below it, and two children below that; one thread acts, two work.
class SupervisionScenario : public Scenario {
public:
  SupervisionScenario(const SpawnOptions& of_parent, const SpawnOptions& of_children) {
    record.letters.set_writing(false);
    record.failure_lines.silence();
    record.own_clock().follow(clock);
    record.dispatcher = &dispatcher;
    record.executor = &executor;
    guardian_address = guardian.settle_as_guardian(failing_kind, dispatcher);
    parent_address = *guardian.adopt(parent, failing_kind, of_parent);
    first_address = *parent.adopt(FailingActor::make(record, &parent, first), failing_kind, of_children);
    second_address = *parent.adopt(FailingActor::make(record, &parent, second), failing_kind, of_children);
  }

protected:
  [[nodiscard]] std::uint32_t threads() const final { return 2; }
  void thread(std::uint32_t) final { executor.work(); }

  static void let_fail(engine::Address address) { (void)tell_to<Failure>(address, Failure{}); }
  static void stop(engine::Address address) { (void)tell_control(address, Control::Kind::stop); }

  /// Everybody ends, whatever it waited for.
  void end_all() {
    stop(guardian_address);
    executor.run_all();
    require(record.has_ended(), "somebody waits for a verdict, or for somebody who does");
    for (const FailingActor::Notes* const each : {&middle, &first, &second}) {
      require(each->ended.get() == 1 && each->finished.get() == 1, "each ends once");
    }
    guardian.discard();
  }

  SharedClock clock;
  ModelExecutor executor;
  engine::Dispatcher dispatcher{executor};
  SystemRecord record;
  FailingActor::Notes root, middle, first, second;
  FailingActor& guardian = FailingActor::make(record, nullptr, root);
  FailingActor& parent = FailingActor::make(record, &guardian, middle);
  engine::Address guardian_address, parent_address, first_address, second_address;
};

/// One that escalates is told to stop: it ends when it has its report back, and not before.
class EscalationAgainstStop final : public SupervisionScenario {
public:
  EscalationAgainstStop() : SupervisionScenario{{.supervision = Resume{}}, {.supervision = Escalate{}}} {
    let_fail(first_address);
    stop(first_address);
  }

private:
  void finish() override { end_all(); }
};

/// The parent ends while a report is on its way to it.
class EscalationAgainstParent final : public SupervisionScenario {
public:
  EscalationAgainstParent() : SupervisionScenario{{.supervision = Resume{}}, {.supervision = Escalate{}}} {
    let_fail(first_address);
    stop(parent_address);
  }

private:
  void finish() override {
    require(middle.ended.get() == 1, "a parent that is told to stop ends");
    end_all();
  }
};

/// One fails, and all are to start anew, while another one ends.
class GroupAgainstEnd final : public SupervisionScenario {
public:
  GroupAgainstEnd() : SupervisionScenario{{.children = AllForOne{Restart{}}}, {}} {
    let_fail(first_address);
    stop(second_address);
  }

private:
  void finish() override {
    require(first.renewals.get() == 1, "one that fails starts anew");
    require(second.ended.get() == 1, "one that is told to stop ends");
    end_all();
  }
};

/// Two fail at once: the failure of who has been told to start anew is that of an earlier incarnation.
class GroupAgainstFailure final : public SupervisionScenario {
public:
  GroupAgainstFailure() : SupervisionScenario{{.children = AllForOne{Restart{}}}, {}} {
    let_fail(first_address);
    let_fail(second_address);
  }

private:
  void finish() override {
    require(first.failures.get() == 1 && second.failures.get() == 1, "each handles its message");
    require(first.renewals.get() == second.renewals.get() || record.supervision.restarts() > 2, "all start anew");
    require(first.renewals.get() >= 1 && first.renewals.get() <= 2, "once for each failure at most");
    end_all();
  }
};

constexpr NamedScenario table[] = {
    {"supervision.escalation_against_stop", "who has reported its failure ends behind the verdict",
     &make_scenario<EscalationAgainstStop>},
    {"supervision.escalation_against_parent", "a parent that ends answers", &make_scenario<EscalationAgainstParent>},
    {"supervision.group_against_end", "nobody is ordered to start anew who is gone", &make_scenario<GroupAgainstEnd>},
    {"supervision.group_against_failure", "two that fail at once start anew", &make_scenario<GroupAgainstFailure>},
};

}  // namespace

std::span<const NamedScenario> supervision_scenarios() { return table; }

}  // namespace sluice::model
