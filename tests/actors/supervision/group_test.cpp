// SPDX-License-Identifier: BSL-1.0
// Failures that the parent decides on: all for one, and escalation: US3, FR-SUP-1, FR-SUP-5.
#include <sluice_test/test.hpp>

#include <sluice_test/trail.hpp>

#include "supervised.hpp"

namespace sluice {
namespace {

using actors_test::milliseconds;
using actors_test::seconds;
using sluice_test::Trail;

enum class Deed : std::uint8_t { count, fail, fail_lightly, fail_fatally, stop, boss_fail };
struct Do {
  Deed deed;
  int child = 0;  ///< who of the boss's
};

constexpr int most = 3;

/// What happened, as numbers: the child's, and 10 for a start, 20 for a stop, 30 for a message.
struct Events {
  Trail trail;
  int boss_starts = 0;
  int boss_stops = 0;
};

class Member {
public:
  Member(Events* events, int number) noexcept : events_{events}, number_{number} {}
  void on_start() { events_->trail.add(10 + number_); }
  void on_stop() { events_->trail.add(20 + number_); }
  ActorResult<> on(ActorContext<Member>& context, Do order) {
    switch (order.deed) {
      case Deed::fail: return fail(ActorError::retryable("on purpose"));
      case Deed::fail_lightly: return fail(ActorError::ignore("on purpose"));
      case Deed::fail_fatally: return fail(ActorError::fatal("on purpose"));
      case Deed::stop: context.stop(); break;
      default: events_->trail.add(30 + number_); break;
    }
    return {};
  }

private:
  Events* events_;
  int number_;
};

/// Has some members, each spawned with `supervision`.
class Boss {
public:
  Boss(Events* events, int members, const Supervision& supervision) noexcept
      : events_{events}, members_{members}, supervision_{supervision} {}

  void on_start(ActorContext<Boss>& context) {
    ++events_->boss_starts;
    for (int member = 0; member < members_; ++member) {
      refs_[member] = context.spawn<Member>({.supervision = supervision_}, events_, member);
    }
  }
  void on_stop() { ++events_->boss_stops; }
  ActorResult<> on(Do order) {
    if (order.deed == Deed::boss_fail) {
      return fail(ActorError::retryable("on purpose"));
    }
    refs_[order.child].tell(order);
    return {};
  }

private:
  Events* events_;
  int members_;
  Supervision supervision_;
  ActorRef<Member> refs_[most]{};
};

class Groups : public testing::Test {
protected:
  [[nodiscard]] ActorRef<Boss> spawn(const SpawnOptions& options, int members = 3, const Supervision& own = {}) {
    const auto boss = on.system.spawn<Boss>(options, &events, members, own);
    on.run();
    events.trail = {};
    return boss;
  }
  void tell(const ActorRef<Boss>& boss, Deed deed, int child = 0) {
    boss.tell(Do{deed, child});
    on.run();
  }

  actors_test::ManualSystem on;
  Events events;
};

TEST_F(Groups, when_one_fails_all_start_anew) {  // US3, FR-SUP-1
  const auto boss = spawn({.children = AllForOne{Restart{}}});

  tell(boss, Deed::fail, 1);

  EXPECT_TRUE(events.trail.is({10, 11, 12}));
  EXPECT_EQ(events.boss_starts, 1);
  EXPECT_EQ(on.system.supervision().restarts(), 3U);
  EXPECT_EQ(on.system.supervision().failures(), 1U);
}

TEST_F(Groups, they_keep_their_messages) {  // FR-SUP-5
  const auto boss = spawn({.children = AllForOne{Restart{}}});

  boss.tell(Do{Deed::fail, 0});
  boss.tell(Do{Deed::count, 0});
  boss.tell(Do{Deed::count, 1});
  on.run();

  EXPECT_EQ(on.letters(DeadLetterReason::handler_failed), 1U);
  EXPECT_EQ(on.system.dead_letters().count(), 1U);
  EXPECT_EQ(events.trail.count(), 5U);
}

TEST_F(Groups, when_one_stops_for_a_failure_all_stop) {  // US3
  const auto boss = spawn({.children = AllForOne{Stop{}}});

  tell(boss, Deed::fail, 1);

  EXPECT_EQ(events.trail.count(), 3U);
  EXPECT_TRUE(boss.is_alive());
  tell(boss, Deed::count, 0);
  EXPECT_EQ(on.letters(DeadLetterReason::stopped), 1U);
}

TEST_F(Groups, one_that_may_go_on_is_the_only_one_concerned) {
  const auto boss = spawn({.children = AllForOne{Restart{}}});

  tell(boss, Deed::fail_lightly, 1);
  tell(boss, Deed::count, 1);

  EXPECT_TRUE(events.trail.is({31}));
}

TEST_F(Groups, their_restarts_are_counted_together) {  // D8
  const auto boss = spawn({.children = AllForOne{Restart{.max = 2, .within = seconds{60}}}});

  tell(boss, Deed::fail, 0);
  tell(boss, Deed::fail, 1);
  EXPECT_EQ(events.trail.count(), 6U);
  tell(boss, Deed::fail, 2);

  EXPECT_EQ(events.trail.count(), 9U);
  EXPECT_EQ(on.system.supervision().stops(), 1U);
}

TEST_F(Groups, two_that_fail_at_once_start_anew_once) {  // a failure of an earlier incarnation is no news
  const auto boss = spawn({.children = AllForOne{Restart{.max = 1}}});

  boss.tell(Do{Deed::fail, 0});
  boss.tell(Do{Deed::fail, 1});
  on.executor.tick(1);  // both are told
  on.run();

  EXPECT_EQ(events.trail.count(), 3U);
  EXPECT_EQ(on.system.supervision().failures(), 2U);
  EXPECT_EQ(on.system.supervision().stops(), 0U);
}

TEST_F(Groups, all_wait_for_the_same_back_off) {
  const auto boss = spawn({.children = AllForOne{Restart{.backoff = {.first = milliseconds{10}}}}});

  tell(boss, Deed::fail, 1);
  EXPECT_EQ(events.trail.count(), 0U);
  on.pass(milliseconds{10});

  EXPECT_EQ(events.trail.count(), 3U);
}

TEST_F(Groups, one_that_failed_with_another_waits_for_the_same_back_off) {
  const auto boss = spawn({.children = AllForOne{Restart{.backoff = {.first = milliseconds{10}}}}});

  boss.tell(Do{Deed::fail, 0});
  boss.tell(Do{Deed::fail, 1});
  on.executor.tick(1);  // both are told
  on.run();
  EXPECT_EQ(events.trail.count(), 0U);
  on.pass(milliseconds{10});

  EXPECT_EQ(events.trail.count(), 3U);
}

TEST_F(Groups, one_that_is_stopped_while_its_parent_decides_ends) {
  const auto boss = spawn({.children = AllForOne{Restart{}}});

  boss.tell(Do{Deed::fail, 0});
  on.executor.tick(2);  // it has failed, and waits
  on.system.stop(boss);
  on.run();

  EXPECT_FALSE(boss.is_alive());
  EXPECT_EQ(events.boss_stops, 1);
}

TEST_F(Groups, a_sibling_with_a_word_of_its_own_starts_anew_with_the_others) {
  const auto boss = on.system.spawn(Behaviors::supervise(Behaviors::setup<Do>([&](ActorContext<Do>& context) {
                                      const auto first = context.spawn<Member>({}, &events, 0);
                                      context.spawn<Member>({.supervision = Stop{}}, &events, 1);
                                      return Behaviors::receive_message<Do>([first](Do order) { first.tell(order); });
                                    }))
                                        .with_children(AllForOne{Restart{}})
                                        .with_stop());
  on.run();
  events.trail = {};

  boss.tell({Deed::fail});
  on.run();

  EXPECT_TRUE(events.trail.is({10, 11}));
}

TEST_F(Groups, one_that_escalates_makes_its_parent_start_anew) {  // FR-SUP-1
  const auto boss = spawn({.supervision = Restart{}}, 2, Escalate{});

  tell(boss, Deed::fail, 1);

  EXPECT_EQ(events.boss_starts, 2);
  EXPECT_EQ(events.trail.count(), 4U);  // both stop, both start
  EXPECT_EQ(on.system.supervision().escalations(), 1U);
  EXPECT_EQ(on.system.supervision().restarts(), 1U);
  EXPECT_EQ(on.system.supervision().failures(), 2U);
}

TEST_F(Groups, one_that_escalates_goes_on_if_its_parent_does) {
  const auto boss = spawn({.supervision = Resume{}}, 2, Escalate{});

  tell(boss, Deed::fail, 1);
  tell(boss, Deed::count, 1);

  EXPECT_TRUE(events.trail.is({31}));
  EXPECT_EQ(events.boss_starts, 1);
}

TEST_F(Groups, one_that_escalates_ends_with_a_parent_that_nobody_supervises) {
  const auto boss = spawn({}, 2, Escalate{});

  tell(boss, Deed::fail, 1);

  EXPECT_FALSE(boss.is_alive());
  EXPECT_EQ(events.boss_stops, 1);
  EXPECT_EQ(events.trail.count(), 2U);
}

TEST_F(Groups, a_decider_of_a_group_may_escalate) {
  const auto boss =
      spawn({.supervision = Restart{},
             .children = AllForOne{[](const ActorError&, const RestartStatistics&) { return Directive::escalate; }}});

  tell(boss, Deed::fail, 1);

  EXPECT_EQ(events.boss_starts, 2);
}

TEST_F(Groups, what_nobody_decides_on_ends_the_users_actors) {  // up to the guardian
  const auto bystander = on.system.spawn([](int) {});
  const auto boss = spawn({.supervision = Escalate{}}, 1, Escalate{});

  tell(boss, Deed::fail, 0);

  EXPECT_FALSE(boss.is_alive());
  EXPECT_FALSE(bystander.is_alive());
  EXPECT_TRUE(on.system.shutdown(seconds{1}).is_complete);
}

/// A chain: each has one below it, the last one has members.
struct Chain {
  Chain(Events* events, int depth, ActorRef<Boss>* last) noexcept : events_{events}, depth_{depth}, last_{last} {}
  void on_start(ActorContext<Chain>& context) {
    if (depth_ != 0) {
      context.spawn<Chain>({.supervision = Escalate{}}, events_, depth_ - 1, last_);
    } else {
      *last_ = context.spawn<Boss>({.supervision = Escalate{}}, events_, 3, Supervision{Escalate{}});
    }
  }
  void on(Do) {}

private:
  Events* events_;
  int depth_;
  ActorRef<Boss>* last_;
};

TEST_F(Groups, those_below_one_that_waits_handle_nothing_and_go_on_with_it) {
  ActorRef<Boss> boss;
  const auto top = on.system.spawn<Chain>({.supervision = Resume{}}, &events, 1, &boss);
  on.run();
  events.trail = {};

  boss.tell(Do{Deed::boss_fail});
  boss.tell(Do{Deed::count, 0});
  boss.tell(Do{Deed::count, 1});
  on.run();

  EXPECT_TRUE(events.trail.is({30, 31}));
  EXPECT_EQ(events.boss_starts, 1);
  EXPECT_TRUE(top.is_alive());
  EXPECT_EQ(on.system.supervision().escalations(), 2U);
}

TEST_F(Groups, several_that_fail_below_one_that_waits_all_get_their_verdict) {
  ActorRef<Boss> boss;
  const auto top = on.system.spawn<Chain>({.supervision = Resume{}}, &events, 1, &boss);
  on.run();
  events.trail = {};

  for (int child = 0; child < 3; ++child) {
    boss.tell(Do{Deed::fail, child});
  }
  boss.tell(Do{Deed::boss_fail});
  on.run();
  for (int child = 0; child < 3; ++child) {
    boss.tell(Do{Deed::count, child});
  }
  on.run();

  EXPECT_TRUE(events.trail.is({30, 31, 32}));
  EXPECT_TRUE(top.is_alive());
}

TEST_F(Groups, a_system_ends_while_failures_are_on_their_way) {
  ActorRef<Boss> boss;
  const auto top = on.system.spawn<Chain>({.supervision = Restart{}}, &events, 3, &boss);
  on.run();

  boss.tell(Do{Deed::fail, 0});
  boss.tell(Do{Deed::fail, 1});
  on.executor.tick(2);

  EXPECT_TRUE(on.system.shutdown(seconds{1}).is_complete);
  EXPECT_FALSE(top.is_alive());
}

/// Has somebody who fails to start, and fails itself before it can know that.
struct Hasty {
  explicit Hasty(supervision_test::Seen* seen) noexcept : seen_{seen} {}
  ActorResult<> on(ActorContext<Hasty>& context, Do) {
    context.spawn<supervision_test::Starter>({}, seen_, 1);
    return fail(ActorError::retryable("on purpose"));
  }

private:
  supervision_test::Seen* seen_;
};

TEST_F(Groups, a_failure_below_one_that_waits_is_decided_on_when_that_goes_on) {
  supervision_test::Seen seen;
  const auto top = on.system.spawn(
      [&](ActorContext<Do>& context, Do order) {
        context.spawn<Hasty>({.supervision = Escalate{}, .children = AllForOne{Restart{.max = 5}}}, &seen).tell(order);
      },
      {.supervision = Resume{}});

  top.tell({Deed::count});
  on.run();

  EXPECT_EQ(seen.starts, 2);
  EXPECT_EQ(on.system.supervision().restarts(), 1U);
}

TEST_F(Groups, one_that_cannot_start_is_the_groups_failure) {
  supervision_test::Seen seen;
  const auto boss = on.system.spawn(Behaviors::supervise(Behaviors::setup<Do>([&](ActorContext<Do>& context) {
                                      context.spawn<Member>({}, &events, 0);
                                      context.spawn<supervision_test::Starter>({}, &seen, 2);
                                      return Behaviors::receive_message<Do>([](Do) {});
                                    }))
                                        .with_children(AllForOne{Restart{.max = 5}})
                                        .with_stop());
  on.run();

  EXPECT_EQ(seen.starts, 3);
  EXPECT_EQ(events.trail.count(), 3U);
  EXPECT_TRUE(boss.is_alive());
}

}  // namespace
}  // namespace sluice
