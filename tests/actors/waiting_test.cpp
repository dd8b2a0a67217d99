// SPDX-License-Identifier: BSL-1.0
// Handlers that wait, written by hand as on the smallest targets: US14.1, FR-MBX-7.
#include <sluice_test/gate.hpp>
#include <sluice_test/manual_system.hpp>
#include <sluice_test/test.hpp>
#include <sluice_test/trail.hpp>

namespace sluice {
namespace {

using actors_test::ManualSystem;
using actors_test::milliseconds;
using sluice_test::Gate;
using sluice_test::Passing;
using sluice_test::Trail;
using Reason = AskError::Reason;

struct Wait {
  Gate* gate;
  int number = 0;
};
struct Note {
  int number;
};
struct Break {};
struct Follow {
  ActorRef<Note> whom;
};

/// Waits at gates, and notes on a trail what else it does.
class Porter {
public:
  explicit Porter(Trail* trail) noexcept : trail_{trail} {}

  Passing on(Wait wait) {
    trail_->add(wait.number);
    return Passing{*wait.gate, wait.number};
  }
  void on(Note note) { trail_->add(note.number); }
  ActorResult<> on(Break) { return fail(ActorError::retryable("on purpose")); }
  void on(ActorContext<Porter>& context, Follow follow) { (void)context.watch(follow.whom); }
  void on(Terminated) { trail_->add(-1); }
  void on_stop() { trail_->add(Passing::alive == 0 ? 100 : 101); }

private:
  Trail* trail_;
};

TEST(WaitingHandler, answers_when_it_is_done) {  // US14.1
  Trail trail;
  Gate gate;
  ManualSystem manual;
  const auto porter = manual.system.spawn<Porter>({}, &trail);

  auto answer = porter.ask(Wait{&gate, 7});
  manual.run();
  const bool was_ready = answer.is_ready();
  gate.open();
  manual.run();

  EXPECT_FALSE(was_ready);
  EXPECT_EQ(std::move(answer).wait().value_or(0), 7);
  EXPECT_EQ(Passing::alive, 0);
}

TEST(WaitingHandler, that_is_done_at_once_waits_for_nothing) {
  Trail trail;
  Gate gate;
  ManualSystem manual;
  gate.open();
  const auto porter = manual.system.spawn<Porter>({}, &trail);

  auto answer = porter.ask(Wait{&gate, 7});
  porter.tell(Note{1});
  manual.run();

  EXPECT_EQ(std::move(answer).wait().value_or(0), 7);
  EXPECT_TRUE(trail.is({7, 1}));
}

TEST(WaitingHandler, keeps_other_messages_waiting) {  // US14.1
  Trail trail;
  Gate gate;
  ManualSystem manual;
  const auto porter = manual.system.spawn<Porter>({}, &trail);
  porter.tell(Wait{&gate, 7});
  porter.tell(Note{1});
  porter.tell(Note{2});

  manual.run();
  EXPECT_TRUE(trail.is({7}));
  gate.open();
  manual.run();

  EXPECT_TRUE(trail.is({7, 1, 2}));
}

TEST(WaitingHandler, is_polled_once_per_wake) {
  Trail trail;
  Gate gate;
  ManualSystem manual;
  const auto porter = manual.system.spawn<Porter>({}, &trail);
  Passing::polls = 0;
  porter.tell(Wait{&gate});
  manual.run();

  gate.rattle();
  manual.run();
  gate.open();
  manual.run();

  EXPECT_EQ(Passing::polls, 3);
}

TEST(WaitingHandler, may_be_a_function) {
  Gate gate;
  ManualSystem manual;
  const auto porter = manual.system.spawn([](Wait wait) { return Passing{*wait.gate, wait.number}; });

  auto answer = porter.request_future<int>(Wait{&gate, 3});
  manual.run();
  gate.open();
  manual.run();

  EXPECT_EQ(std::move(answer).wait().value_or(0), 3);
}

TEST(WaitingHandler, of_a_full_mailbox_loses_the_oldest_which_is_told_and_counted) {  // US14.1, FR-MBX-7
  Trail trail;
  Gate gate;
  ManualSystem manual;
  const Bounded two{.capacity = 2, .overflow = Overflow::drop_oldest};
  const auto porter = manual.system.spawn<Porter>({.mailbox = two}, &trail);
  porter.tell(Wait{&gate, 7});
  manual.run();

  for (int number = 1; number <= 5; ++number) {
    EXPECT_TRUE(porter.tell(Note{number}).has_value());
  }
  manual.run();
  EXPECT_EQ(manual.letters(DeadLetterReason::dropped_oldest), 3u);
  gate.open();
  manual.run();

  EXPECT_TRUE(trail.is({7, 4, 5}));
  EXPECT_EQ(manual.letters(DeadLetterReason::dropped_oldest), 3u);
}

TEST(WaitingHandler, that_fails_in_the_end_fails_as_others_do) {
  Trail trail;
  Gate gate;
  ManualSystem manual;
  const auto porter = manual.system.spawn<Porter>({.supervision = Restart{}}, &trail);

  auto answer = porter.ask(Wait{&gate, 7});
  porter.tell(Note{1});
  manual.run();
  gate.open_with_failure();
  manual.run();

  EXPECT_EQ(std::move(answer).wait().error().reason, Reason::failed);
  EXPECT_EQ(manual.letters(DeadLetterReason::handler_failed), 1u);
  EXPECT_TRUE(trail.is({7, 1}));
  EXPECT_TRUE(porter.is_alive());
}

TEST(WaitingHandler, without_supervision_ends_its_actor_when_it_fails) {
  Trail trail;
  Gate gate;
  ManualSystem manual;
  const auto porter = manual.system.spawn<Porter>({}, &trail);
  porter.tell(Wait{&gate, 7});
  porter.tell(Note{1});
  manual.run();

  gate.open_with_failure();
  manual.run();

  EXPECT_FALSE(porter.is_alive());
  EXPECT_EQ(manual.letters(DeadLetterReason::stopped), 1u);
}

TEST(WaitingHandler, ends_when_its_actor_stops_before_the_stop_hook) {
  Trail trail;
  Gate gate;
  ManualSystem manual;
  const auto porter = manual.system.spawn<Porter>({}, &trail);
  auto answer = porter.ask(Wait{&gate, 7});
  manual.run();

  (void)manual.system.stop(porter);
  manual.run();
  gate.open();
  manual.run();

  EXPECT_FALSE(gate.is_waited_for());
  EXPECT_TRUE(trail.is({7, 100}));
  EXPECT_EQ(std::move(answer).wait().error().reason, Reason::stopped);
  EXPECT_EQ(manual.letters(DeadLetterReason::stopped), 1u);
}

TEST(WaitingHandler, ends_with_its_system) {
  Trail trail;
  Gate gate;
  {
    ManualSystem manual;
    manual.system.spawn<Porter>({}, &trail).tell(Wait{&gate, 7});
    manual.run();
    EXPECT_EQ(Passing::alive, 1);
  }

  EXPECT_EQ(Passing::alive, 0);
  EXPECT_TRUE(trail.is({7, 100}));
}

TEST(WaitingHandler, of_a_suspended_actor_goes_on_when_that_one_does) {  // D2
  Trail trail;
  Gate gate;
  ManualSystem manual;
  const auto porter = manual.system.spawn<Porter>({}, &trail);
  auto answer = porter.ask(Wait{&gate, 7});
  porter.tell(Note{1});
  manual.run();

  (void)manual.system.suspend(porter);
  manual.run();
  gate.open();
  manual.run();
  const bool was_ready = answer.is_ready();
  (void)manual.system.resume(porter);
  manual.run();

  EXPECT_FALSE(was_ready);
  EXPECT_EQ(std::move(answer).wait().value_or(0), 7);
  EXPECT_TRUE(trail.is({7, 1}));
}

TEST(WaitingHandler, does_not_keep_signals_out) {
  Trail trail;
  Gate gate;
  ManualSystem manual;
  const auto other = manual.system.spawn([](Note) {});
  const auto porter = manual.system.spawn<Porter>({}, &trail);
  porter.tell(Follow{other});
  porter.tell(Wait{&gate, 7});
  porter.tell(Note{1});
  manual.run();

  (void)manual.system.stop(other);
  manual.run();
  EXPECT_TRUE(trail.is({7, -1}));
  gate.open();
  manual.run();

  EXPECT_TRUE(trail.is({7, -1, 1}));
}

/// Wants a message when another one ends.
struct Heir {
  Trail* trail;
  Passing on(Wait wait) { return Passing{*wait.gate, wait.number}; }
  void on(Note note) { trail->add(note.number); }
  void on(ActorContext<Heir>& context, Follow follow) { (void)context.watch_with(follow.whom, Note{5}); }
};

TEST(WaitingHandler, keeps_a_message_that_stands_for_a_signal_waiting) {
  Trail trail;
  Gate gate;
  ManualSystem manual;
  const auto other = manual.system.spawn([](Note) {});
  const auto heir = manual.system.spawn<Heir>({}, &trail);
  heir.tell(Follow{other});
  heir.tell(Wait{&gate, 7});
  manual.run();

  (void)manual.system.stop(other);
  manual.run();
  EXPECT_TRUE(trail.is({}));
  gate.open();
  manual.run();

  EXPECT_TRUE(trail.is({5}));
}

TEST(ReentrantActor, handles_messages_while_handlers_wait) {
  Trail trail;
  Gate first;
  Gate second;
  ManualSystem manual;
  const auto porter = manual.system.spawn<Porter>({.reentrant = true}, &trail);
  auto one = porter.ask(Wait{&first, 1});
  auto two = porter.ask(Wait{&second, 2});
  porter.tell(Note{3});
  manual.run();
  EXPECT_TRUE(trail.is({1, 2, 3}));

  second.open();
  manual.run();
  const bool was_first_ready = one.is_ready();
  const bool was_second_ready = two.is_ready();
  first.open();
  manual.run();

  EXPECT_FALSE(was_first_ready);
  EXPECT_TRUE(was_second_ready);
  EXPECT_EQ(std::move(one).wait().value_or(0), 1);
  EXPECT_EQ(std::move(two).wait().value_or(0), 2);
}

TEST(ReentrantActor, polls_only_who_was_woken) {
  Trail trail;
  Gate first;
  Gate second;
  ManualSystem manual;
  const auto porter = manual.system.spawn<Porter>({.reentrant = true}, &trail);
  porter.tell(Wait{&first});
  porter.tell(Wait{&second});
  manual.run();

  Passing::polls = 0;
  second.open();
  manual.run();

  EXPECT_EQ(Passing::polls, 1);
}

TEST(ReentrantActor, goes_on_before_the_messages_that_wait) {
  Trail trail;
  Gate gate;
  ManualSystem manual;
  const auto porter = manual.system.spawn<Porter>({.reentrant = true}, &trail);
  auto answer = porter.ask(Wait{&gate, 1});
  manual.run();

  porter.tell(Break{});
  gate.open();
  manual.run();

  EXPECT_EQ(std::move(answer).wait().value_or(0), 1);
}

TEST(ReentrantActor, that_fails_ends_those_who_wait) {
  Trail trail;
  Gate first;
  Gate second;
  ManualSystem manual;
  const auto porter = manual.system.spawn<Porter>({.supervision = Restart{}, .reentrant = true}, &trail);
  auto one = porter.ask(Wait{&first, 1});
  auto two = porter.ask(Wait{&second, 2});
  manual.run();

  first.open_with_failure();
  manual.run();
  EXPECT_EQ(Passing::alive, 0);
  second.open();
  porter.tell(Note{3});
  manual.run();

  EXPECT_EQ(std::move(one).wait().error().reason, Reason::failed);
  EXPECT_EQ(std::move(two).wait().error().reason, Reason::failed);
  EXPECT_EQ(manual.letters(DeadLetterReason::handler_failed), 2u);
  EXPECT_TRUE(trail.is({1, 2, 3}));
}

TEST(ReentrantActor, that_is_suspended_goes_on_afterwards) {  // D2
  Trail trail;
  Gate gate;
  ManualSystem manual;
  const auto porter = manual.system.spawn<Porter>({.reentrant = true}, &trail);
  auto answer = porter.ask(Wait{&gate, 1});
  manual.run();
  (void)manual.system.suspend(porter);
  manual.run();

  gate.open();
  manual.run();
  const bool was_ready = answer.is_ready();
  (void)manual.system.resume(porter);
  manual.run();

  EXPECT_FALSE(was_ready);
  EXPECT_EQ(std::move(answer).wait().value_or(0), 1);
}

/// Waits at a gate, and with a message for which there is no room.
struct Courier {
  ActorRef<Note> to;
  Passing on(ActorContext<Courier>& context, Wait wait) {
    (void)context.offer(to, Note{1});
    (void)context.offer(to, Note{2});
    return Passing{*wait.gate, wait.number};
  }
};

TEST(WaitingHandler, and_offers_wait_together) {  // R3.1
  Trail trail;
  Gate gate;
  ManualSystem manual;
  const auto sink = manual.system.spawn([&trail](Note note) { trail.add(note.number); },
                                        {.mailbox = Bounded{.capacity = 1, .overflow = Overflow::block}});
  const auto courier = manual.system.spawn<Courier>({}, sink);
  (void)manual.system.suspend(sink);
  auto first = courier.ask(Wait{&gate, 7});
  Gate open;
  open.open();
  auto second = courier.ask(Wait{&open, 8});
  manual.run();

  gate.open();
  manual.run();
  const bool was_first_ready = first.is_ready();
  const bool was_second_ready = second.is_ready();
  (void)manual.system.resume(sink);
  manual.run();

  EXPECT_TRUE(was_first_ready);
  EXPECT_FALSE(was_second_ready);
  EXPECT_EQ(std::move(second).wait().value_or(0), 8);
  EXPECT_TRUE(trail.is({1, 2, 1, 2}));
}

}  // namespace
}  // namespace sluice
