// SPDX-License-Identifier: BSL-1.0
// Actors: parents and children that end at once, watches, asks, and the tables that all threads share.
#include <sluice/actors/ask/context_ask.hpp>
#include <sluice/actors/ask/request_future.hpp>
#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/life/belongings.hpp>
#include <sluice/actors/mailboxes.hpp>
#include <sluice/actors/messages/handler_table.hpp>
#include <sluice/actors/system/record_clock.hpp>
#include <sluice/actors/system/system_record.hpp>
#include <sluice_model/executor.hpp>
#include <sluice_model/scenarios.hpp>
#include "test_timers.hpp"

namespace sluice::model {
namespace {

/// `Plain`: who reads it without having acquired it races.
class Answer {
public:
  explicit Answer(int number) noexcept : number_{number} {}
  Answer(Answer&& other) noexcept : number_{other.number()} {}
  Answer& operator=(Answer&&) = delete;
  [[nodiscard]] int number() const { return number_.get(); }

private:
  engine::Plain<int> number_;
};

struct Question {
  using Reply = Answer;
};

constexpr engine::trace::Label actor_label{"TestActor", "run", __FILE__, __LINE__, 0};
constexpr ActorKind test_kind{.label = actor_label, .type = &actor_label, .starts = true};

/// An actor whose deeds a scenario tells. What it did is written down where the scenario can see it later.
class TestActor : public Actor {
public:
  /// `Plain`: what two threads do to one actor at once is a data race.
  struct Notes {
    engine::Plain<std::uint32_t> started{0};
    engine::Plain<std::uint32_t> finished{0};
    engine::Plain<std::uint32_t> ended{0};
    engine::Plain<std::uint32_t> notices{0};
    engine::Plain<std::uint32_t> answers{0};
  };
  using Deed = void (*)(TestActor& self, void* context) noexcept;

  TestActor(SystemRecord& record, Actor* parent, Notes& notes, Deed on_start = nullptr,
            void* context = nullptr) noexcept
      : Actor{record, parent}, notes_{notes}, on_start_{on_start}, context_{context} {}

  [[nodiscard]] static TestActor& make(SystemRecord& record, Actor* parent, Notes& notes, Deed on_start = nullptr,
                                       void* context = nullptr) {
    return *::new (engine::memory::allocate(sizeof(TestActor))) TestActor{record, parent, notes, on_start, context};
  }
  [[nodiscard]] Notes& notes() const { return notes_; }

  static void count(engine::Plain<std::uint32_t>& counter) { counter.set(counter.get() + 1); }

private:
  ~TestActor() = default;

  void receive(engine::Envelope& envelope) noexcept override {
    if (envelope.type == &engine::EnvelopeOf<Question>::type_of) {
      reply_to<Answer>(envelope, Answer{7});
    } else {
      count(notes_.answers);
    }
  }
  void start() noexcept override {
    count(notes_.started);
    if (on_start_ != nullptr) {
      on_start_(*this, context_);
    }
  }
  void finish() noexcept override { count(notes_.finished); }
  [[nodiscard]] bool signal(const Terminated&) noexcept override {
    count(notes_.notices);
    return true;
  }
  void destroy() noexcept override {
    count(notes_.ended);
    this->~TestActor();
    engine::memory::release(this, sizeof(TestActor));
  }

  Notes& notes_;
  const Deed on_start_;
  void* const context_;
};

/// A record with a guardian, and workers, which are the last threads.
template <std::uint32_t Others, std::uint32_t Workers>
class ActorScenario : public Scenario {
public:
  using Notes = TestActor::Notes;

  ActorScenario() {
    record.letters.set_writing(false);
    record.own_clock().follow(clock);
    record.dispatcher = &dispatcher;
    record.executor = &executor;
    constexpr ActorKind guardian_kind{.label = actor_label, .type = &actor_label};
    guardian_address = guardian.settle_as_guardian(guardian_kind, dispatcher);
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
  virtual void act(std::uint32_t) {}

  engine::Address spawn(Notes& notes, TestActor::Deed on_start = nullptr, void* context = nullptr,
                        const SpawnOptions& options = {}) {
    return *guardian.adopt(TestActor::make(record, &guardian, notes, on_start, context), test_kind, options);
  }
  static void stop(engine::Address address) { (void)tell_control(address, Control::Kind::stop); }

  /// After all: everybody is told to stop who was not, and all must have come and gone.
  void end_all() {
    stop(guardian_address);
    executor.run_all();
    require(record.has_ended(), "a parent waits for a child that is gone");
    guardian.discard();
  }

  SharedClock clock;
  ModelExecutor executor;
  engine::Dispatcher dispatcher{executor};
  SystemRecord record;
  Notes root;
  TestActor& guardian = TestActor::make(record, nullptr, root);
  engine::Address guardian_address;
};

/// The last child leaves while its parent begins to end: exactly one of them sees to the rest.
class ChildAgainstParent final : public ActorScenario<0, 2> {
public:
  ChildAgainstParent() {
    stop(spawn(child));
    stop(guardian_address);
  }

private:
  void finish() override {
    require(record.has_ended(), "a parent waits for a child that is gone");
    require(child.finished.get() == 1 && child.ended.get() == 1 && root.finished.get() == 1, "each ends once");
    end_all();
  }
  Notes child;
};

/// Somebody spawns below a parent that ends; the child ends with it, or by itself, perhaps before its spawn returns.
template <bool EndsItself>
class SpawnAgainstStop final : public ActorScenario<1, 2> {
public:
  SpawnAgainstStop() { stop(guardian_address); }

private:
  void act(std::uint32_t) override {
    const TestActor::Deed stop_itself = [](TestActor& self, void*) noexcept { self.request_stop(); };
    auto& made = TestActor::make(record, &guardian, child, EndsItself ? stop_itself : nullptr);
    const auto address = guardian.adopt(made, test_kind, {});
    is_refused = !address.has_value();
    require(!is_refused || address.error().error == Error::closed, "a parent that ends says so");
  }
  void finish() override {
    require(record.has_ended(), "a parent waits for a child that never came, or is gone");
    require(child.ended.get() == 1, "a child ends once, wherever it came");
    require(child.finished.get() == (is_refused ? 0u : 1u), "a child that was refused never lived");
    end_all();
  }
  Notes child;
  bool is_refused = false;
};

/// A watch against the end of whom it is for: the watcher is told once, whatever comes first.
class WatchAgainstEnd final : public ActorScenario<0, 2> {
public:
  WatchAgainstEnd() : target_address{spawn(target)} {
    spawn(
        watcher,
        [](TestActor& self, void* whom) noexcept {
          require(self.watch(*static_cast<engine::Address*>(whom), nullptr).has_value(), "there is memory for a watch");
        },
        &target_address);
    stop(target_address);
  }

private:
  void finish() override {
    require(watcher.notices.get() == 1, "a watcher is told once of an end");
    end_all();
  }
  Notes target, watcher;
  engine::Address target_address;
};

/// The same, but the watcher does not want to know any more.
class UnwatchAgainstEnd final : public ActorScenario<0, 2> {
public:
  UnwatchAgainstEnd() : target_address{spawn(target)} {
    spawn(
        watcher,
        [](TestActor& self, void* whom) noexcept {
          (void)self.watch(*static_cast<engine::Address*>(whom), nullptr);
          self.unwatch(*static_cast<engine::Address*>(whom));
        },
        &target_address);
    stop(target_address);
  }

private:
  void finish() override {
    require(watcher.notices.get() == 0, "who forgot a watch is not told");
    end_all();
  }
  Notes target, watcher;
  engine::Address target_address;
};

/// Watcher and target end at once: nobody is told, and the watch is freed once. What comes instead is freed with it.
class BothEnd final : public ActorScenario<0, 2> {
public:
  BothEnd() : target_address{spawn(target)} {
    const engine::Address watching = spawn(
        watcher,
        [](TestActor& self, void* whom) noexcept {
          (void)self.watch(*static_cast<engine::Address*>(whom), engine::EnvelopeOf<int>::make(1));
        },
        &target_address);
    stop(target_address);
    stop(watching);
  }

private:
  void finish() override {
    require(watcher.ended.get() == 1 && target.ended.get() == 1, "each ends once");
    end_all();
  }
  Notes target, watcher;
  engine::Address target_address;
};

/// An answer, a timeout, and somebody who gives up: one of them has it, and nobody is woken after that.
class AskOfAThread final : public ActorScenario<2, 1> {
public:
  AskOfAThread() : target_address{spawn(target)} { executor.run_all(); }

private:
  void act(std::uint32_t index) override {
    if (index == 1) {
      clock.move_to(5);
      record.timers().advance();
      return;
    }
    Wakes wakes;
    {
      auto future = RequestFuture<Answer>::send<Question>(target_address, "", {}, std::chrono::milliseconds{1}, {});
      const auto outcome = future.poll(wakes.waker());
      require(!outcome.has_value() || !outcome->has_value() || (*outcome)->number() == 7,
              "an answer is what was answered");
      require(!outcome.has_value() || outcome->has_value() || outcome->error().reason == AskError::Reason::timed_out,
              "an error says why");
    }
    wakes.end();
  }
  void finish() override { end_all(); }
  Notes target;
  engine::Address target_address;
};

/// An actor asks, in a guarded cell. Its time is up while it is answered, or while it ends.
template <bool Answers>
class AskOfAnActor final : public ActorScenario<1, 2> {
public:
  AskOfAnActor() : target_address{spawn(target)} {
    (void)tell_control(target_address, Control::Kind::suspend);
    asker_address = spawn(asker,
                          [](TestActor& self, void* whom) noexcept {
                            (void)ask_for<int, Answer, Question>(self, *static_cast<engine::Address*>(whom), "",
                                                                 Question{}, std::chrono::milliseconds{1},
                                                                 [](std::expected<Answer, AskError> outcome) noexcept {
                                                                   return outcome.has_value() ? outcome->number() : 0;
                                                                 },
                                                                 {});
                          },
                          &target_address, {.mailbox = Bounded{.capacity = 2}});
    executor.run_all();
    clock.move_to(5);
    if (Answers) {
      (void)tell_control(target_address, Control::Kind::resume);
    }
  }

private:
  void act(std::uint32_t) override {
    if (!Answers) {
      stop(asker_address);
    }
    record.timers().advance();
  }
  void finish() override {
    require(asker.ended.get() == (Answers ? 0u : 1u), "who is told to stop ends");
    require(Answers ? asker.answers.get() == 1 : asker.answers.get() <= 1, "one question has one outcome");
    end_all();
  }
  Notes target, asker;
  engine::Address target_address, asker_address;
};

/// Who sends has entered the handler that its message needs; two enter the same one.
class EnterAgainstFind final : public Scenario {
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    HandlerEntry& own = index == 2 ? second : first;
    table.enter(own);
    require(table.find(*own.type) == &own, "what was entered is found");
    table.enter(first);
    require(table.find(*first.type) == &first, "what somebody else entered is found, too");
  }
  void finish() override { require((first.next == nullptr) != (second.next == nullptr), "an entry is entered once"); }

  static void nothing(Actor&, engine::Envelope&) noexcept {}
  HandlerTable table;
  HandlerEntry first{engine::EnvelopeOf<int>::type_of, &nothing};
  HandlerEntry second{engine::EnvelopeOf<Question>::type_of, &nothing};
};

/// A late sender asks for the time while the system's clock ends.
class TimeAgainstStop final : public Scenario {
  class MortalClock final : public Clock {
  public:
    [[nodiscard]] Instant now() const noexcept override {
      Execution::current()->pause();
      require(lives_.get(), "a clock is asked after its end");
      return Instant{std::chrono::milliseconds{3}};
    }
    void end() { lives_.set(false); }

  private:
    engine::Plain<bool> lives_{true};
  };

public:
  TimeAgainstStop() { record_clock.follow(first); }

private:
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      const Instant before = record_clock.now();
      require(record_clock.now() >= before, "time does not go back");
      return;
    }
    record_clock.stop();
    first.end();
    record_clock.follow(second);
  }
  MortalClock first, second;
  RecordClock record_clock;
};

constexpr NamedScenario table[] = {
    {"actors.child_against_parent", "the last child and its parent end, each once", &make_scenario<ChildAgainstParent>},
    {"actors.spawn_against_stop", "who comes too late is refused, who comes is stopped",
     &make_scenario<SpawnAgainstStop<false>>},
    {"actors.short_life_against_stop", "who comes is waited for, though it may be gone at once",
     &make_scenario<SpawnAgainstStop<true>>},
    {"actors.watch_against_end", "a watcher is told once", &make_scenario<WatchAgainstEnd>},
    {"actors.unwatch_against_end", "who forgot is not told, and the watch is freed", &make_scenario<UnwatchAgainstEnd>},
    {"actors.both_end", "the watch of two that end is freed once", &make_scenario<BothEnd>},
    {"actors.ask_of_a_thread", "answer, timeout and giving up: one has it", &make_scenario<AskOfAThread>},
    {"actors.answer_to_an_actor", "an answer and a timeout have one outcome", &make_scenario<AskOfAnActor<true>>},
    {"actors.timeout_of_an_actor", "a timeout of who ends locks nobody out", &make_scenario<AskOfAnActor<false>>},
    {"actors.enter_against_find", "what was entered is found", &make_scenario<EnterAgainstFind>},
    {"actors.time_against_stop", "no clock is asked after its end", &make_scenario<TimeAgainstStop>},
};

}  // namespace

std::span<const NamedScenario> actor_scenarios() { return table; }

}  // namespace sluice::model
