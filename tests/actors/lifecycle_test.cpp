// SPDX-License-Identifier: BSL-1.0
// From the first hook to the last: start, stop, poison, restart, and what a shutdown reports. US3, FR-SUP, R6.
#include <sluice_test/test.hpp>

#include <sluice_test/manual_system.hpp>

namespace sluice {
namespace {

using actors_test::ManualSystem;
using actors_test::seconds;

/// What happened, in order: a letter for each.
struct Trace {
  static constexpr std::size_t most = 48;
  char text[most + 1] = {};
  std::size_t size = 0;

  void note(char letter) noexcept {
    if (size < most) {
      text[size++] = letter;
    }
  }
  [[nodiscard]] std::string_view view() const noexcept { return {text, size}; }
};

struct Note {
  char letter;
};
struct Fail {};
struct Quit {};
struct Ask {
  using Reply = int;
};

/// Notes its hooks by the letters of its kind: constructor, start, restart, stop, destructor.
struct Letters {
  char made, started, restarting, stopped, gone;
};
constexpr Letters of_parent{'C', 'S', 'R', 'P', 'D'};
constexpr Letters of_child{'c', 's', 'r', 'p', 'd'};

class Living {
public:
  Living(Trace* trace, const Letters* letters, bool has_child) noexcept
      : trace_{trace}, letters_{letters}, has_child_{has_child} {
    trace_->note(letters_->made);
  }
  Living(const Living&) = delete;
  Living& operator=(const Living&) = delete;
  ~Living() { trace_->note(letters_->gone); }

  void on_start(ActorContext<Living>& context) {
    trace_->note(letters_->started);
    if (has_child_) {
      (void)context.spawn<Living>({}, trace_, &of_child, false);
    }
  }
  void on_restart(ActorContext<Living>&) { trace_->note(letters_->restarting); }
  void on_stop(ActorContext<Living>&) { trace_->note(letters_->stopped); }

  void on(Note note) { trace_->note(note.letter); }
  ActorResult<> on(Fail) {
    trace_->note('!');
    return fail(ActorError::retryable());
  }
  void on(ActorContext<Living>& context, Quit) {
    trace_->note('?');
    (void)context.poison();
  }

private:
  Trace* trace_;
  const Letters* letters_;
  bool has_child_;
};

class Lifecycle : public testing::Test {
protected:
  ActorRef<Living> spawn(bool has_child = false) {
    const auto actor =
        // NOLINTNEXTLINE(readability-redundant-casting): a copy, which the actor keeps.
        on.system.spawn<Living>({.supervision = Restart{}}, &trace, &of_parent, static_cast<bool>(has_child));
    on.run();
    return actor;
  }

  ManualSystem on;
  Trace trace;
};

TEST_F(Lifecycle, a_stop_comes_before_what_is_queued) {  // R4.1
  const auto actor = spawn();
  actor.tell(Note{'1'});

  (void)on.system.stop(actor);
  on.run();

  EXPECT_EQ(trace.view(), "CSPD");
  EXPECT_EQ(on.letters(DeadLetterReason::stopped), 1u);
}

TEST_F(Lifecycle, poison_comes_behind_what_is_queued) {  // R4.2
  const auto actor = spawn();
  actor.tell(Note{'1'});
  actor.tell(Note{'2'});
  EXPECT_TRUE(actor.poison().has_value());
  actor.tell(Note{'3'});
  actor.tell(Note{'4'});

  on.run();

  EXPECT_EQ(trace.view(), "CS12PD");
  EXPECT_EQ(on.letters(DeadLetterReason::stopped), 2u);
  EXPECT_EQ(on.letters(DeadLetterReason::type_mismatch), 0u);
  EXPECT_EQ(on.system.mismatches(), 0u);
}

TEST_F(Lifecycle, children_of_a_poisoned_one_end_before_it) {  // R4.3
  const auto actor = spawn(true);

  (void)on.system.poison(actor);
  on.run();

  EXPECT_EQ(trace.view(), "CScspdPD");
}

TEST_F(Lifecycle, one_may_poison_itself) {
  const auto actor = spawn();
  actor.tell(Quit{});
  actor.tell(Note{'1'});
  on.executor.tick(1);
  actor.tell(Note{'2'});

  on.run();

  EXPECT_EQ(trace.view(), "CS?1PD");
}

TEST_F(Lifecycle, a_second_poison_is_a_dead_letter_as_any_message) {
  const auto actor = spawn();
  (void)actor.poison();
  (void)actor.poison();
  on.run();

  EXPECT_FALSE(actor.poison().has_value());
  EXPECT_EQ(trace.view(), "CSPD");
  EXPECT_EQ(on.letters(DeadLetterReason::stopped), 2u);
}

TEST_F(Lifecycle, poison_waits_as_messages_do_while_its_actor_is_suspended) {  // D2
  const auto actor = spawn();
  (void)on.system.suspend(actor);
  (void)actor.poison();
  on.run();
  const bool was_alive = actor.is_alive();

  (void)on.system.resume(actor);
  on.run();

  EXPECT_TRUE(was_alive);
  EXPECT_FALSE(actor.is_alive());
}

TEST_F(Lifecycle, poison_that_finds_no_room_is_an_error) {
  int handled = 0;
  const auto actor = on.system.spawn([&handled](Note) { ++handled; }, {.mailbox = Bounded{.capacity = 1}});
  actor.tell({'1'});

  EXPECT_FALSE(actor.poison().has_value());
  on.run();

  EXPECT_TRUE(actor.is_alive());
  EXPECT_EQ(handled, 1);
}

TEST_F(Lifecycle, a_function_and_a_behavior_can_be_poisoned) {
  int handled = 0;
  const auto function = on.system.spawn([&handled](Note) { ++handled; });
  const auto behavior = on.system.spawn(Behaviors::receive_message<Note>([&handled](Note) { ++handled; }));
  function.tell({'1'});
  behavior.tell({'1'});
  (void)function.poison();
  (void)behavior.untyped().poison();

  on.run();

  EXPECT_EQ(handled, 2);
  EXPECT_FALSE(function.is_alive());
  EXPECT_FALSE(behavior.is_alive());
}

TEST_F(Lifecycle, who_watches_a_poisoned_one_is_told) {
  int ends = 0;
  const auto target = spawn();
  (void)on.system.spawn(Behaviors::setup<Note>([&ends, target](ActorContext<Note>& context) {
    context.watch(target);
    return Behaviors::receive<Note>([](ActorContext<Note>&, Note) {},
                                    [&ends](ActorContext<Note>&, const Terminated&) { ++ends; });
  }));
  on.run();

  (void)target.poison();
  on.run();

  EXPECT_EQ(ends, 1);
}

TEST_F(Lifecycle, a_failure_gives_up_the_old_state_and_makes_a_new_one) {  // FR-SUP
  const auto actor = spawn();
  actor.tell(Note{'1'});
  actor.tell(Fail{});
  actor.tell(Note{'2'});

  on.run();

  EXPECT_EQ(trace.view(), "CS1!RDCS2");
}

TEST_F(Lifecycle, children_end_between_the_hook_of_a_restart_and_the_new_state) {  // FR-SUP, R4.3
  const auto actor = spawn(true);
  actor.tell(Fail{});
  actor.tell(Note{'1'});

  on.run();

  EXPECT_EQ(trace.view(), "CScs!RpdDCSc1s");
}

TEST_F(Lifecycle, a_restart_asked_for_is_as_one_after_a_failure) {  // FR-SUP
  const auto actor = spawn(true);
  actor.tell(Note{'1'});
  (void)on.system.restart(actor);
  actor.tell(Note{'2'});

  on.run();

  EXPECT_EQ(trace.view(), "CScsRpdDCSc12s");
  EXPECT_TRUE(actor.is_alive());
  EXPECT_EQ(on.system.dead_letters().count(), 0u);
}

TEST_F(Lifecycle, restarts_asked_for_while_one_waits_for_its_children_are_one) {
  const auto actor = spawn(true);
  (void)on.system.restart(actor);
  (void)on.system.restart(actor);

  on.run();

  EXPECT_EQ(trace.view(), "CScsRpdDCScs");
}

TEST_F(Lifecycle, a_restart_of_one_that_stops_is_nothing) {
  const auto actor = spawn(true);
  (void)on.system.stop(actor);
  (void)on.system.restart(actor);

  on.run();

  EXPECT_EQ(trace.view(), "CScspdPD");
  EXPECT_FALSE(on.system.restart(actor).has_value());
}

TEST_F(Lifecycle, a_function_that_keeps_no_original_stays_as_it_is) {
  int sum = 0;
  const auto actor = on.system.spawn([&sum, own = 0](Note) mutable { sum = ++own; });
  actor.tell({'1'});
  on.run();
  (void)on.system.restart(actor);
  actor.tell({'2'});

  on.run();

  EXPECT_EQ(sum, 2);
}

TEST_F(Lifecycle, a_behavior_is_told_before_it_is_given_up) {
  struct OnSignal {
    Trace* trace;
    void operator()(ActorContext<Note>&, const Terminated&) const { trace->note('t'); }
    void operator()(ActorContext<Note>&, const PreRestart&) const { trace->note('r'); }
  };
  const auto actor = on.system.spawn(Behaviors::setup<Note>([this](ActorContext<Note>&) {
    trace.note('s');
    return Behaviors::receive<Note>([this](ActorContext<Note>&, Note note) { trace.note(note.letter); },
                                    OnSignal{&trace}, [this](ActorContext<Note>&) { trace.note('p'); });
  }));
  actor.tell({'1'});
  on.run();

  (void)on.system.restart(actor);
  actor.tell({'2'});
  (void)actor.poison();
  on.run();

  EXPECT_EQ(trace.view(), "s1rs2p");
}

TEST_F(Lifecycle, a_shutdown_ends_children_before_parents_each_once) {  // US3
  (void)spawn(true);

  const SystemReport report = on.system.shutdown(seconds{1});

  EXPECT_EQ(trace.view(), "CScspdPD");
  EXPECT_TRUE(report.is_complete);
  EXPECT_EQ(report.stopped, 3u);  // and the guardian
  EXPECT_EQ(report.running, 0u);
  EXPECT_EQ(report.messages_left, 0u);
}

TEST_F(Lifecycle, a_shutdown_tells_how_many_messages_were_left) {
  const auto actor = spawn();
  (void)on.system.suspend(actor);
  on.run();
  actor.tell(Note{'1'});
  actor.tell(Note{'2'});

  const SystemReport report = on.system.shutdown(seconds{1});

  EXPECT_TRUE(report.is_complete);
  EXPECT_EQ(report.messages_left, 2u);
  EXPECT_EQ(report.dead_letters, 2u);
}

TEST_F(Lifecycle, a_second_shutdown_gives_the_same_report) {
  (void)spawn(true);

  const SystemReport first = on.system.shutdown(seconds{1});
  const SystemReport second = on.system.shutdown(seconds{1});

  EXPECT_EQ(trace.view(), "CScspdPD");
  EXPECT_EQ(second.stopped, first.stopped);
  EXPECT_TRUE(second.is_complete);
}

TEST_F(Lifecycle, a_shutdown_from_within_a_handler_is_refused) {
  SystemReport report;
  const auto actor = on.system.spawn([&](Note) { report = on.system.shutdown(seconds{1}); });
  actor.tell({'1'});

  on.run();

  EXPECT_FALSE(report.is_complete);
  EXPECT_EQ(report.refused, Error::would_block);
  EXPECT_TRUE(actor.is_alive());
  EXPECT_TRUE(on.system.shutdown(seconds{1}).is_complete);
}

}  // namespace
}  // namespace sluice
