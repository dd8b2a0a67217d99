// SPDX-License-Identifier: BSL-1.0
// What becomes of an actor whose handler fails, and of its messages: FR-BEH-5, FR-SUP-1, FR-SUP-5, D8.
#include <sluice_test/test.hpp>

#include <sluice_test/manual_system.hpp>

namespace sluice {
namespace {

using actors_test::ManualSystem;
using actors_test::seconds;

enum class Deed : std::uint8_t { count, fail, fail_fatally, stop_and_fail, spawn };
struct Do {
  Deed deed;
};

struct Seen {
  int starts = 0;
  int stops = 0;
  int count = 0;  ///< the last count of an object
  int child_stops = 0;
  int failures = 0;
  bool last_restarts = false;
  ActorError::Kind last_kind{};
};

class Child {
public:
  explicit Child(Seen* seen) noexcept : seen_{seen} {}
  void on(Do) {}
  void on_stop() { ++seen_->child_stops; }

private:
  Seen* seen_;
};

/// Counts, and fails when it is told to. Its count begins at `first`.
class Counter {
public:
  Counter(Seen* seen, int first) noexcept : seen_{seen}, count_{first} {}

  void on_start() { ++seen_->starts; }
  void on_stop() { ++seen_->stops; }
  ActorResult<> on(ActorContext<Counter>& context, Do order) {
    switch (order.deed) {
      case Deed::count: seen_->count = ++count_; break;
      case Deed::fail: return fail(ActorError::retryable("on purpose"));
      case Deed::fail_fatally: return fail(ActorError::fatal("on purpose"));
      case Deed::stop_and_fail: context.stop(); return fail(ActorError::retryable("on purpose"));
      case Deed::spawn: context.spawn<Child>({}, seen_); break;
    }
    return {};
  }

private:
  Seen* seen_;
  int count_;
};

class Failing : public testing::Test {
protected:
  [[nodiscard]] ActorRef<Counter> spawn(const Supervision& supervision) {
    return on.system.spawn<Counter>({.supervision = supervision}, &seen, 10);
  }
  void tell(const ActorRef<Counter>& actor, Deed deed) {
    actor.tell(Do{deed});
    on.run();
  }

  Seen seen;  // there until the last actor has ended
  ManualSystem on;
  Result<Subscription> failures = on.system.events().subscribe<ActorFailed>([this](const ActorFailed& failed) {
    ++seen.failures;
    seen.last_restarts = failed.restarts;
    seen.last_kind = failed.error.kind;
  });
};

TEST_F(Failing, one_that_fails_stops_unless_somebody_says_otherwise) {  // FR-BEH-5
  const auto actor = on.system.spawn<Counter>({}, &seen, 10);

  tell(actor, Deed::fail);

  EXPECT_FALSE(actor.is_alive());
  EXPECT_EQ(seen.stops, 1);
  EXPECT_EQ(seen.failures, 1);
  EXPECT_FALSE(seen.last_restarts);
}

TEST_F(Failing, with_stop_it_stops) {
  const auto actor = spawn(Stop{});

  tell(actor, Deed::fail);

  EXPECT_FALSE(actor.is_alive());
}

TEST_F(Failing, one_that_succeeds_goes_on) {  // FR-BEH-5
  const auto actor = spawn(Stop{});

  tell(actor, Deed::count);
  tell(actor, Deed::count);

  EXPECT_EQ(seen.count, 12);
  EXPECT_EQ(seen.starts, 1);
  EXPECT_EQ(seen.failures, 0);
}

TEST_F(Failing, with_restart_its_state_is_made_anew) {
  const auto actor = spawn(Restart{});
  tell(actor, Deed::count);
  tell(actor, Deed::count);
  EXPECT_EQ(seen.count, 12);

  tell(actor, Deed::fail);
  tell(actor, Deed::count);

  EXPECT_EQ(seen.count, 11);
  EXPECT_EQ(seen.starts, 2);
  EXPECT_TRUE(seen.last_restarts);
}

TEST_F(Failing, a_restart_keeps_the_mailbox_and_its_order) {  // FR-SUP-5
  const auto actor = spawn(Restart{});

  actor.tell(Do{Deed::fail});
  actor.tell(Do{Deed::count});
  actor.tell(Do{Deed::count});
  on.run();

  EXPECT_EQ(seen.count, 12);
  EXPECT_EQ(on.system.dead_letters().count(), 1U);
}

TEST_F(Failing, the_message_that_failed_is_one_dead_letter) {
  tell(spawn(Restart{}), Deed::fail);
  tell(spawn(Stop{}), Deed::fail);

  EXPECT_EQ(on.letters(DeadLetterReason::handler_failed), 2U);
  EXPECT_EQ(on.system.dead_letters().count(), 2U);
}

TEST_F(Failing, what_was_behind_it_when_it_stops_are_dead_letters) {  // FR-SUP-5
  const auto actor = spawn(Stop{});

  actor.tell(Do{Deed::fail});
  actor.tell(Do{Deed::count});
  on.run();

  EXPECT_EQ(on.letters(DeadLetterReason::handler_failed), 1U);
  EXPECT_EQ(on.letters(DeadLetterReason::stopped), 1U);
}

TEST_F(Failing, three_restarts_in_a_minute_are_allowed_and_the_fourth_stops) {  // D8
  const auto actor = spawn(Restart{.max = 3, .within = seconds{60}});

  for (int failure = 1; failure <= 3; ++failure) {
    tell(actor, Deed::fail);
    on.pass(seconds{10});
  }
  EXPECT_TRUE(actor.is_alive());
  EXPECT_EQ(seen.starts, 4);
  tell(actor, Deed::fail);

  EXPECT_FALSE(actor.is_alive());
  EXPECT_EQ(seen.starts, 4);
}

TEST_F(Failing, the_window_begins_with_its_first_restart_and_then_anew) {  // D8: it tumbles
  const auto actor = spawn(Restart{.max = 3, .within = seconds{60}});
  tell(actor, Deed::fail);  // at 0 s
  on.pass(seconds{58});
  tell(actor, Deed::fail);
  on.pass(seconds{1});
  tell(actor, Deed::fail);  // at 59 s
  on.pass(seconds{1});

  tell(actor, Deed::fail);  // at 60 s: the first one of the next window, whatever was before
  tell(actor, Deed::fail);
  tell(actor, Deed::fail);
  EXPECT_TRUE(actor.is_alive());
  on.pass(seconds{59});
  tell(actor, Deed::fail);

  EXPECT_FALSE(actor.is_alive());
  EXPECT_EQ(seen.starts, 7);
}

TEST_F(Failing, without_a_window_restarts_are_counted_for_ever) {
  const auto actor = spawn(Restart{.max = 2});

  tell(actor, Deed::fail);
  on.pass(seconds{1000});
  tell(actor, Deed::fail);
  on.pass(seconds{1000});
  EXPECT_TRUE(actor.is_alive());
  tell(actor, Deed::fail);

  EXPECT_FALSE(actor.is_alive());
}

TEST_F(Failing, no_restart_at_all_is_a_limit_too) {
  const auto actor = spawn(Restart{.max = 0});

  tell(actor, Deed::fail);

  EXPECT_FALSE(actor.is_alive());
  EXPECT_EQ(seen.starts, 1);
}

TEST_F(Failing, unlimited_means_unlimited) {  // D8
  const auto actor = spawn(Restart{});

  for (int failure = 0; failure < 100; ++failure) {
    tell(actor, Deed::fail);
  }

  EXPECT_TRUE(actor.is_alive());
  EXPECT_EQ(seen.starts, 101);
}

TEST_F(Failing, what_is_fatal_stops_in_any_case) {
  const auto actor = spawn(Restart{});

  tell(actor, Deed::fail_fatally);

  EXPECT_FALSE(actor.is_alive());
  EXPECT_EQ(seen.last_kind, ActorError::Kind::fatal);
  EXPECT_FALSE(seen.last_restarts);
}

TEST_F(Failing, one_that_wants_to_stop_does_not_restart) {
  const auto actor = spawn(Restart{});

  tell(actor, Deed::stop_and_fail);

  EXPECT_FALSE(actor.is_alive());
  EXPECT_EQ(seen.starts, 1);
}

TEST_F(Failing, its_children_are_stopped_before_it_starts_anew) {
  const auto actor = spawn(Restart{});
  tell(actor, Deed::spawn);
  tell(actor, Deed::spawn);

  actor.tell(Do{Deed::fail});
  actor.tell(Do{Deed::count});
  on.executor.tick(1);
  EXPECT_EQ(seen.starts, 1);
  EXPECT_EQ(seen.child_stops, 0);
  on.run();

  EXPECT_EQ(seen.child_stops, 2);
  EXPECT_EQ(seen.starts, 2);
  EXPECT_EQ(seen.count, 11);
}

TEST_F(Failing, a_new_one_has_children_of_its_own) {
  const auto actor = spawn(Restart{});
  tell(actor, Deed::spawn);
  tell(actor, Deed::fail);
  tell(actor, Deed::spawn);
  EXPECT_EQ(seen.child_stops, 1);

  on.system.stop(actor);
  on.run();

  EXPECT_EQ(seen.child_stops, 2);
  EXPECT_FALSE(actor.is_alive());
}

/// Fails at its first `failures` starts.
class Starter {
public:
  Starter(Seen* seen, int failures) noexcept : seen_{seen}, failures_{failures} {}

  ActorResult<> on_start(ActorContext<Starter>& context) {
    context.spawn<Child>({}, seen_);
    return ++seen_->starts <= failures_ ? ActorResult<>{fail(ActorError::retryable())} : ActorResult<>{};
  }
  void on(Do) { ++seen_->count; }

private:
  Seen* seen_;
  int failures_;
};

TEST_F(Failing, a_start_that_fails_is_tried_as_often_as_allowed) {
  const auto actor = on.system.spawn<Starter>({.supervision = Restart{.max = 3}}, &seen, 2);

  actor.tell(Do{Deed::count});
  on.run();

  EXPECT_EQ(seen.starts, 3);
  EXPECT_EQ(seen.count, 1);
  EXPECT_EQ(seen.child_stops, 2);
  EXPECT_TRUE(actor.is_alive());
}

TEST_F(Failing, a_start_that_fails_too_often_stops) {
  const auto actor = on.system.spawn<Starter>({.supervision = Restart{.max = 3}}, &seen, 100);

  actor.tell(Do{Deed::count});
  on.run();

  EXPECT_EQ(seen.starts, 4);
  EXPECT_FALSE(actor.is_alive());
  EXPECT_EQ(on.letters(DeadLetterReason::stopped), 1U);
}

TEST_F(Failing, a_start_that_fails_is_not_tried_for_ever) {
  const auto actor = on.system.spawn<Starter>({.supervision = Restart{}}, &seen, 100);

  on.run();

  EXPECT_EQ(seen.starts, 1);
  EXPECT_EQ(seen.child_stops, 1);
  EXPECT_FALSE(actor.is_alive());
}

TEST_F(Failing, a_start_that_fails_stops_without_a_restart) {
  const auto actor = on.system.spawn<Starter>({}, &seen, 1);

  on.run();

  EXPECT_FALSE(actor.is_alive());
  EXPECT_EQ(seen.failures, 1);
}

TEST_F(Failing, a_function_starts_anew_from_its_original) {
  const auto actor = on.system.spawn(
      [this, count = 0](Do order) mutable -> ActorResult<> {
        seen.count = ++count;
        return order.deed == Deed::fail ? ActorResult<>{fail(ActorError::retryable())} : ActorResult<>{};
      },
      {.supervision = Restart{}});
  actor.tell({Deed::count});
  actor.tell({Deed::fail});
  on.run();
  EXPECT_EQ(seen.count, 2);

  actor.tell({Deed::count});
  on.run();

  EXPECT_EQ(seen.count, 1);
}

/// Fails, and cannot be copied.
struct Unique {
  Unique() = default;
  Unique(Unique&&) = default;
  ActorResult<> operator()(Do) { return fail(ActorError::retryable()); }
};

TEST_F(Failing, a_function_that_cannot_be_copied_is_not_spawned_to_be_restarted) {
  const auto spawned = on.system.try_spawn(Unique{}, {.supervision = Restart{}});

  ASSERT_FALSE(spawned.has_value());
  EXPECT_TRUE(spawned.error().cannot_restart);
}

ActorResult<Behavior<Do>> next(Seen& seen, int count, Do order);
Behavior<Do> counting(Seen& seen, int count) {
  return Behaviors::receive_message<Do>([&seen, count](Do order) { return next(seen, count, order); });
}
ActorResult<Behavior<Do>> next(Seen& seen, int count, Do order) {
  if (order.deed == Deed::fail) {
    return fail(ActorError::retryable());
  }
  seen.count = count + 1;
  return counting(seen, count + 1);
}

TEST_F(Failing, a_behavior_starts_anew_from_the_first_one) {  // FR-BEH-5
  const auto actor = on.system.spawn(Behaviors::supervise(counting(seen, 10)).with_restart(3, seconds{60}));
  actor.tell({Deed::count});
  actor.tell({Deed::count});
  actor.tell({Deed::fail});
  on.run();
  EXPECT_EQ(seen.count, 12);

  actor.tell({Deed::count});
  on.run();

  EXPECT_EQ(seen.count, 11);
}

TEST_F(Failing, a_behavior_with_a_setup_is_set_up_anew) {
  const auto actor = on.system.spawn(Behaviors::supervise(Behaviors::setup<Do>([this](ActorContext<Do>& context) {
                                       ++seen.starts;
                                       context.spawn<Child>({}, &seen);
                                       return counting(seen, 0);
                                     })).on_failure(Restart{.max = 1}));
  actor.tell({Deed::fail});
  actor.tell({Deed::count});
  on.run();
  EXPECT_EQ(seen.starts, 2);
  EXPECT_EQ(seen.child_stops, 1);
  EXPECT_EQ(seen.count, 1);

  actor.tell({Deed::fail});
  on.run();

  EXPECT_FALSE(actor.is_alive());
}

TEST_F(Failing, a_behavior_stops_unless_somebody_says_otherwise) {
  const auto actor = on.system.spawn(counting(seen, 0));

  actor.tell({Deed::fail});
  on.run();

  EXPECT_FALSE(actor.is_alive());
}

TEST_F(Failing, an_event_tells_who_failed_and_below_whom) {  // FR-SUP-4
  UntypedRef who;
  UntypedRef supervisor;
  const auto subscription = on.system.events().subscribe<ActorFailed>([&](const ActorFailed& failed) {
    who = failed.actor;
    supervisor = failed.supervisor;
  });
  ActorRef<Do> child;
  const auto parent = on.system.spawn([&](ActorContext<Do>& context, Do) {
    child = context.spawn([](Do) -> ActorResult<> { return fail(ActorError::retryable()); });
    child.tell({Deed::fail});
  });

  parent.tell({Deed::spawn});
  on.run();

  EXPECT_TRUE(who == child.untyped());
  EXPECT_TRUE(supervisor == parent.untyped());
}

/// Spawns when it is too late.
class LateParent {
public:
  explicit LateParent(bool* is_refused) noexcept : is_refused_{is_refused} {}
  void on(Do) {}
  void on_stop(ActorContext<LateParent>& context) {
    *is_refused_ = !context.try_spawn([](Do) {}).has_value();
  }

private:
  bool* is_refused_;
};

TEST_F(Failing, a_stop_hook_cannot_spawn) {
  bool is_refused = false;
  const auto actor = on.system.spawn<LateParent>({}, &is_refused);

  on.system.stop(actor);
  on.run();

  EXPECT_TRUE(is_refused);
  EXPECT_FALSE(actor.is_alive());
}

}  // namespace
}  // namespace sluice
