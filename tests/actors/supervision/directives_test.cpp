// SPDX-License-Identifier: BSL-1.0
// What a supervisor may decide, and who learns of it: US3, US6, US19, US21, FR-SUP-1, FR-SUP-2, FR-SUP-4.
#include <sluice/actors/supervision/recover_exceptions.hpp>
#include <sluice_test/test.hpp>

#include "supervised.hpp"

namespace sluice {
namespace {

using actors_test::seconds;
using supervision_test::Deed;
using supervision_test::Do;
using supervision_test::Supervised;
using supervision_test::Worker;

class Directives : public Supervised {};

template <class Rule>
concept Recovers = requires(Rule rule) { recover_exceptions(rule); };
static_assert(Recovers<Restart> == hosted);  // FR-SUP-3: without exceptions the function is not there

TEST_F(Directives, below_a_guardian_that_restarts_three_times_the_fourth_failure_stops) {  // US3.1, D8
  supervision_test::Seen own;
  actors_test::SupervisedSystem below{OneForOne{Restart{.max = 3, .within = seconds{60}}}};
  const auto actor = below.system.spawn<Worker>({}, &own);

  for (int failure = 0; failure < 3; ++failure) {
    actor.tell(Do{Deed::fail});
    below.pass(seconds{10});
    EXPECT_TRUE(actor.is_alive());
  }
  EXPECT_EQ(own.starts, 4);
  actor.tell(Do{Deed::fail});
  below.run();

  EXPECT_FALSE(actor.is_alive());
  EXPECT_EQ(own.starts, 4);
  EXPECT_EQ(below.system.supervision().restarts(), 3U);
  EXPECT_EQ(below.system.supervision().stops(), 1U);
}

TEST_F(Directives, with_stop_a_fatal_error_ends_the_child_and_its_watcher_learns_it) {  // US3.2, US6.2
  const auto actor = spawn(Stop{});
  watch(actor);

  tell(actor, Deed::fail_fatally);

  EXPECT_FALSE(actor.is_alive());
  EXPECT_EQ(ends, 1);
  EXPECT_TRUE(last_end_failed);
  EXPECT_EQ(last.directive, Directive::stop);
  EXPECT_EQ(last.error.kind, ActorError::Kind::fatal);
}

Behavior<Do> failing() {
  return Behaviors::receive_message<Do>([](Do order) -> ActorResult<> {
    return fail(order.deed == Deed::fail ? ActorError::retryable() : ActorError::fatal());
  });
}

TEST_F(Directives, a_supervised_behavior_restarts_three_times_and_tells_its_end) {  // US6.1
  const auto actor = on.system.spawn(Behaviors::supervise(failing()).with_restart(3, seconds{60}));
  watch(actor);

  for (int failure = 0; failure < 3; ++failure) {
    actor.tell({Deed::fail});
  }
  on.run();
  EXPECT_TRUE(actor.is_alive());
  EXPECT_EQ(on.system.supervision().restarts(), 3U);
  actor.tell({Deed::fail});
  on.run();

  EXPECT_FALSE(actor.is_alive());
  EXPECT_EQ(ends, 1);
  EXPECT_EQ(last.directive, Directive::stop);
}

TEST_F(Directives, a_behavior_with_stop_ends_when_it_fails) {  // US6.2
  const auto actor = on.system.spawn(Behaviors::supervise(failing()).with_stop());
  watch(actor);

  actor.tell({Deed::fail_fatally});
  on.run();

  EXPECT_FALSE(actor.is_alive());
  EXPECT_EQ(ends, 1);
}

/// Has one child, and hears what becomes of it.
struct Boss {
  explicit Boss(supervision_test::Seen* of_child, Directive* heard, const char** text)
      : of_child_{of_child}, heard_{heard}, text_{text} {}
  void on_start(ActorContext<Boss>& context) { child_ = context.spawn<Worker>({}, of_child_); }
  void on(Do order) { child_.tell(order); }
  void on(SupervisionDecision decision) {
    *heard_ = decision.directive;
    *text_ = decision.error.text;
  }

private:
  ActorRef<Worker> child_;
  supervision_test::Seen* of_child_;
  Directive* heard_;
  const char** text_;
};

TEST_F(Directives, a_parent_hears_the_error_and_its_strategy_restarts) {  // US19.1
  Directive heard = Directive::escalate;
  const char* text = "";
  const auto boss = on.system.spawn<Boss>({.children = OneForOne{Restart{}}}, &seen, &heard, &text);

  boss.tell(Do{Deed::fail});
  boss.tell(Do{Deed::count});
  on.run();

  EXPECT_EQ(heard, Directive::restart);
  EXPECT_TRUE(std::string_view{text} == "on purpose");
  EXPECT_EQ(seen.starts, 2);
  EXPECT_EQ(seen.count, 1);
}

TEST_F(Directives, a_fatal_error_stops_whatever_the_strategy_of_the_parent) {  // US19.2
  Directive heard = Directive::escalate;
  const char* text = "";
  const auto boss = on.system.spawn<Boss>({.children = OneForOne{Restart{}}}, &seen, &heard, &text);

  boss.tell(Do{Deed::fail_fatally});
  on.run();

  EXPECT_EQ(heard, Directive::stop);
  EXPECT_EQ(seen.starts, 1);
  EXPECT_EQ(seen.stops, 1);
  EXPECT_TRUE(boss.is_alive());
}

Directive by_kind(const ActorError& error, const RestartStatistics&) {
  return error.kind == ActorError::Kind::ignore ? Directive::resume : Directive::restart;
}

TEST_F(Directives, a_decider_that_restarts_updates_the_statistics) {  // US21.1, FR-SUP-1
  const auto actor = spawn(&by_kind);

  tell(actor, Deed::fail);
  on.pass(seconds{5});
  tell(actor, Deed::fail);

  EXPECT_EQ(seen.starts, 3);
  EXPECT_EQ(last.statistics.failures, 2U);
  EXPECT_EQ(last.statistics.restarts, 2U);
  EXPECT_EQ(last.statistics.restarts_in_window, 2U);
  EXPECT_EQ(last.statistics.last_failure, Instant{} + seconds{5});
}

TEST_F(Directives, a_decider_that_resumes_leaves_a_trace_and_the_state) {  // US21.2, FR-SUP-4
  const auto actor = spawn(&by_kind);
  tell(actor, Deed::count);

  tell(actor, Deed::fail_lightly);
  tell(actor, Deed::count);

  EXPECT_EQ(seen.starts, 1);
  EXPECT_EQ(seen.count, 2);
  EXPECT_EQ(decisions, 1);
  EXPECT_EQ(last.directive, Directive::resume);
  EXPECT_EQ(on.system.supervision().resumes(), 1U);
  EXPECT_EQ(on.letters(DeadLetterReason::handler_failed), 1U);
}

TEST_F(Directives, a_restarting_one_goes_on_when_an_error_is_to_be_ignored) {  // US21
  const auto actor = spawn(Restart{});
  tell(actor, Deed::count);

  tell(actor, Deed::fail_lightly);
  tell(actor, Deed::count);

  EXPECT_EQ(seen.count, 2);
  EXPECT_EQ(last.directive, Directive::resume);
}

TEST_F(Directives, one_that_resumes_keeps_its_children) {  // FR-SUP-1
  const auto actor = spawn(Resume{});
  tell(actor, Deed::spawn);

  tell(actor, Deed::fail);
  tell(actor, Deed::count);

  EXPECT_EQ(seen.child_stops, 0);
  EXPECT_EQ(seen.count, 1);
}

TEST_F(Directives, one_that_resumes_ends_when_the_error_is_fatal) {
  const auto actor = spawn(Resume{});

  tell(actor, Deed::fail_fatally);

  EXPECT_FALSE(actor.is_alive());
}

TEST_F(Directives, one_that_resumes_ends_when_it_fails_to_start) {
  const auto actor = on.system.spawn<supervision_test::Starter>({.supervision = Resume{}}, &seen, 1);

  on.run();

  EXPECT_FALSE(actor.is_alive());
  EXPECT_EQ(last.directive, Directive::stop);
}

TEST_F(Directives, a_decider_sees_what_the_error_says_of_retries) {  // FR-SUP-2
  const auto actor = spawn([](const ActorError& error, const RestartStatistics& statistics) {
    return statistics.failures <= error.retries ? Directive::restart : Directive::stop;
  });

  tell(actor, Deed::fail_twice_worth);
  tell(actor, Deed::fail_twice_worth);
  EXPECT_TRUE(actor.is_alive());
  tell(actor, Deed::fail_twice_worth);

  EXPECT_FALSE(actor.is_alive());
}

TEST_F(Directives, an_error_that_is_worth_few_restarts_lowers_the_limit) {  // FR-SUP-2
  const auto actor = spawn(Restart{.max = 10});

  tell(actor, Deed::fail_twice_worth);
  tell(actor, Deed::fail_twice_worth);
  EXPECT_TRUE(actor.is_alive());
  tell(actor, Deed::fail_twice_worth);

  EXPECT_FALSE(actor.is_alive());
  EXPECT_EQ(seen.starts, 3);
}

TEST_F(Directives, an_error_that_is_worth_restarts_in_a_time_brings_its_window) {  // FR-SUP-2
  const auto actor = spawn(Restart{.max = 10});

  tell(actor, Deed::fail_twice_worth);
  tell(actor, Deed::fail_twice_worth);
  on.pass(seconds{10});
  tell(actor, Deed::fail_twice_worth);

  EXPECT_TRUE(actor.is_alive());
}

TEST_F(Directives, limits_hold_for_what_a_decider_restarts) {
  const auto actor = spawn({&by_kind, Restart{.max = 1}});

  tell(actor, Deed::fail);
  EXPECT_TRUE(actor.is_alive());
  tell(actor, Deed::fail);

  EXPECT_FALSE(actor.is_alive());
}

TEST_F(Directives, the_word_of_a_child_goes_before_that_of_its_parent) {
  supervision_test::Seen own;
  actors_test::SupervisedSystem below{OneForOne{Stop{}}};
  const auto actor = below.system.spawn<Worker>({.supervision = Restart{}}, &own);

  actor.tell(Do{Deed::fail});
  below.run();

  EXPECT_TRUE(actor.is_alive());
}

TEST_F(Directives, every_decision_is_counted) {  // FR-SUP-4
  tell(spawn(Restart{}), Deed::fail);
  tell(spawn(Restart{}), Deed::fail_lightly);
  tell(spawn(Stop{}), Deed::fail);

  const SupervisionCounters& counters = on.system.supervision();
  EXPECT_EQ(counters.failures(), 3U);
  EXPECT_EQ(counters.restarts(), 1U);
  EXPECT_EQ(counters.resumes(), 1U);
  EXPECT_EQ(counters.stops(), 1U);
  EXPECT_EQ(counters.escalations(), 0U);
  EXPECT_EQ(counters.throws(), 0U);
  EXPECT_EQ(decisions, 3);
}

TEST_F(Directives, a_handler_reads_its_own_statistics) {  // FR-SUP-4
  const auto actor = spawn(Restart{});
  tell(actor, Deed::fail);

  tell(actor, Deed::look);

  EXPECT_EQ(seen.statistics.failures, 1U);
  EXPECT_EQ(seen.statistics.restarts, 1U);
}

TEST_F(Directives, a_strategy_comes_with_props_and_behaviors_too) {  // US6
  const auto spawner = [this](ActorContext<Do>& context, Do order) {
    context.spawn<Worker>({.name = "worker"}, &seen).tell(order);
  };
  on.system.spawn(Props::from_fn(spawner).with_children(OneForOne{Restart{}})).tell({Deed::fail});
  on.system
      .spawn(Behaviors::supervise(Behaviors::receive<Do>(spawner)).with_children(OneForOne{Restart{}}).as_spawned())
      .tell({Deed::fail});
  on.run();

  EXPECT_EQ(on.system.supervision().restarts(), 2U);
  EXPECT_EQ(on.system.supervision().stops(), 0U);
}

}  // namespace
}  // namespace sluice
