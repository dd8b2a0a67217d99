// SPDX-License-Identifier: BSL-1.0
// Messages that nobody handled: FR-ACT-3, D6. One case for each reason that can be had by hand.
#include <sluice_test/test.hpp>
#include <string_view>

#include <sluice_test/manual_system.hpp>

namespace sluice {
namespace {

using actors_test::ManualSystem;
using actors_test::milliseconds;
using actors_test::seconds;

struct Work {
  using Reply = int;
  int number = 0;
};
struct Other {};

/// What the last dead letter said, and how many were published.
struct Last {
  int count = 0;
  DeadLetterReason reason{};
  UntypedRef target;
  UntypedRef sender;
  std::string_view type;
  int number = -1;
};

class DeadLetterOf : public testing::Test {
protected:
  static constexpr auto works = [](Work work) { return work.number; };

  [[nodiscard]] ActorRef<Work> spawn_full(Overflow overflow) {
    const auto actor = on.system.spawn(works, {.mailbox = Bounded{.capacity = 1, .overflow = overflow}});
    actor.tell({1});
    return actor;
  }
  /// Whether there was one dead letter, for that reason, of that message.
  [[nodiscard]] bool is_only(DeadLetterReason reason, int number) {
    return last.count == 1 && on.system.dead_letters().count() == 1 && on.letters(reason) == 1 &&
           last.reason == reason && last.number == number;
  }

  Last last;
  ManualSystem on;
  Result<Subscription> subscription = on.system.events().subscribe<DeadLetter>([this](const DeadLetter& letter) {
    ++last.count;
    last.reason = letter.reason;
    last.target = letter.target;
    last.sender = letter.sender;
    last.type = letter.message_type;
    const Work* const work = letter.message<Work>();
    last.number = work == nullptr ? -1 : work->number;
  });
};

TEST_F(DeadLetterOf, one_that_was_told_to_the_dead) {  // FR-ACT-3
  const auto actor = on.system.spawn(works);
  on.system.stop(actor);
  on.run();

  const Result<> told = actor.tell({7});

  EXPECT_EQ(told.error(), Error::closed);
  EXPECT_TRUE(is_only(DeadLetterReason::stopped, 7));
  EXPECT_TRUE(last.target == actor.untyped());
  EXPECT_TRUE(last.sender == UntypedRef{});
  EXPECT_TRUE(last.type.ends_with("Work"));
}

TEST_F(DeadLetterOf, one_that_was_in_the_mailbox_at_the_end) {  // FR-ACT-3
  const auto actor = on.system.spawn(works);
  actor.tell({7});

  on.system.stop(actor);
  on.run();

  EXPECT_TRUE(is_only(DeadLetterReason::stopped, 7));
  EXPECT_TRUE(last.target == actor.untyped());
}

TEST_F(DeadLetterOf, a_request_tells_its_sender) {
  const auto actor = on.system.spawn(works);
  const auto sender = on.system.spawn([](int) {});
  on.system.stop(actor);
  on.run();

  actor.request({7}, sender);

  EXPECT_TRUE(last.sender == sender.untyped());
}

TEST_F(DeadLetterOf, the_newest_of_a_full_mailbox) {  // D6
  spawn_full(Overflow::drop_newest).tell({7});

  EXPECT_TRUE(is_only(DeadLetterReason::dropped_newest, 7));
}

TEST_F(DeadLetterOf, the_oldest_of_a_full_mailbox) {  // D6
  spawn_full(Overflow::drop_oldest).tell({7});

  EXPECT_TRUE(is_only(DeadLetterReason::dropped_oldest, 1));
}

TEST_F(DeadLetterOf, one_for_a_full_mailbox_that_sends_it_here) {  // D6
  spawn_full(Overflow::dead_letter).tell({7});

  EXPECT_TRUE(is_only(DeadLetterReason::overflow, 7));
}

TEST_F(DeadLetterOf, one_whose_sender_would_have_to_wait) {  // D6
  const Result<> told = spawn_full(Overflow::block).tell({7});

  EXPECT_FALSE(told.has_value());
  EXPECT_TRUE(is_only(DeadLetterReason::would_wait, 7));
}

TEST_F(DeadLetterOf, not_one_that_its_sender_gets_back) {  // D6
  const auto actor = spawn_full(Overflow::fail);

  EXPECT_EQ(actor.tell({7}).error(), Error::rejected);
  const auto tried = actor.try_tell(Work{8});

  ASSERT_FALSE(tried.has_value());
  EXPECT_EQ(tried.error().message.number, 8);
  EXPECT_EQ(last.count, 0);
}

TEST_F(DeadLetterOf, one_that_was_left_when_the_system_ended) {  // D16
  const auto actor = on.system.spawn(works);
  on.system.suspend(actor);
  on.run();
  actor.tell({7});

  const SystemReport report = on.system.shutdown(milliseconds{100});

  EXPECT_EQ(report.dead_letters, 1U);
  EXPECT_EQ(last.reason, DeadLetterReason::shutdown);
  EXPECT_EQ(last.number, 7);
}

TEST_F(DeadLetterOf, one_whose_handler_failed) {
  const auto actor = on.system.spawn([](Work) -> ActorResult<> { return fail(ActorError::retryable()); });

  actor.tell({7});
  on.run();

  EXPECT_TRUE(is_only(DeadLetterReason::handler_failed, 7));
  EXPECT_TRUE(last.target == actor.untyped());
}

TEST_F(DeadLetterOf, one_that_its_receiver_does_not_know) {  // US8.2
  const auto actor = on.system.spawn([](Other) {});

  actor.untyped().tell(Work{7});
  on.run();

  EXPECT_TRUE(is_only(DeadLetterReason::type_mismatch, 7));
  EXPECT_TRUE(last.target == actor.untyped());
}

TEST_F(DeadLetterOf, one_that_a_behavior_leaves_unhandled) {  // FR-BEH-2
  on.system.spawn(Behaviors::receive_message<Work>([](Work) { return Behaviors::unhandled<Work>(); })).tell({7});
  on.run();

  EXPECT_TRUE(is_only(DeadLetterReason::unhandled, 7));
}

TEST_F(DeadLetterOf, an_answer_that_comes_late) {
  {
    const auto given_up = on.system.spawn(works).ask({7});
  }
  on.run();

  EXPECT_EQ(last.count, 1);
  EXPECT_EQ(last.reason, DeadLetterReason::late_answer);
  EXPECT_TRUE(last.type == "int");
  EXPECT_TRUE(last.target == UntypedRef{});
}

TEST_F(DeadLetterOf, one_that_found_the_stash_full) {  // R3.9
  const auto actor = on.system.spawn(Behaviors::with_stash<Work>(1, [](StashBuffer<Work> stash) {
    return Behaviors::receive_message<Work>([stash](Work work) mutable { (void)stash.stash(work); });
  }));

  actor.tell({1});
  actor.tell({7});
  on.run();

  EXPECT_TRUE(is_only(DeadLetterReason::stash_overflow, 7));
}

TEST_F(DeadLetterOf, what_is_in_the_stash_when_its_actor_stops) {
  const auto actor = on.system.spawn(Behaviors::with_stash<Work>(1, [](StashBuffer<Work> stash) {
    return Behaviors::receive_message<Work>([stash](Work work) mutable { (void)stash.stash(work); });
  }));
  actor.tell({7});
  on.run();

  on.system.stop(actor);
  on.run();

  EXPECT_TRUE(is_only(DeadLetterReason::stopped, 7));
}

TEST_F(DeadLetterOf, a_type_that_is_suppressed_is_only_counted) {
  const auto actor = on.system.spawn([](Other) {});
  on.system.dead_letters().suppress<Work>();

  actor.untyped().tell(Work{7});
  on.run();
  EXPECT_EQ(last.count, 0);
  EXPECT_EQ(on.letters(DeadLetterReason::type_mismatch), 1U);
  actor.untyped().tell(7);
  on.run();

  EXPECT_EQ(last.count, 1);
}

TEST_F(DeadLetterOf, a_burst_is_written_in_part) {
  const auto actor = on.system.spawn(works);
  on.system.stop(actor);
  on.run();

  for (int number = 0; number < 15; ++number) {
    actor.tell({number});
  }
  EXPECT_EQ(on.system.dead_letters().unwritten(), 15U - DeadLetters::lines_per_period);
  on.pass(seconds{1});
  actor.tell({1});  // and a line says how many were not

  EXPECT_EQ(on.system.dead_letters().unwritten(), 15U - DeadLetters::lines_per_period);
  EXPECT_EQ(last.count, 16);
}

TEST_F(DeadLetterOf, none_is_written_if_nobody_wants_that) {
  const auto actor = on.system.spawn(works);
  on.system.stop(actor);
  on.run();

  on.system.dead_letters().set_writing(false);
  for (int number = 0; number < 15; ++number) {
    actor.tell({number});
  }

  EXPECT_EQ(on.system.dead_letters().unwritten(), 0U);
  EXPECT_EQ(last.count, 15);
}

TEST_F(DeadLetterOf, a_subscriber_that_tells_the_dead_makes_no_loop) {
  const auto actor = on.system.spawn(works);
  on.system.stop(actor);
  on.run();
  int called = 0;
  const auto teller = on.system.events().subscribe<DeadLetter>([&](const DeadLetter&) {
    ++called;
    actor.tell({8});
  });

  actor.tell({7});

  EXPECT_EQ(called, 1);
  EXPECT_EQ(on.system.dead_letters().count(), 2U);
}

/// An actor that hears of dead letters. Whatever it does, it makes no more of them without end.
class Mourner {
public:
  explicit Mourner(int* heard, bool fails = false) noexcept : heard_{heard}, fails_{fails} {}

  void on_start(ActorContext<Mourner>& context) { (void)context.subscribe<DeadLetter>(); }
  ActorResult<> on(DeadLetter letter) {
    ++*heard_;
    EXPECT_TRUE(letter.message<Work>() == nullptr);  // it is gone by now
    return fails_ ? ActorResult<>{fail(ActorError::retryable())} : ActorResult<>{};
  }

private:
  int* heard_;
  bool fails_;
};

TEST_F(DeadLetterOf, a_subscriber_that_has_stopped_makes_no_loop) {
  int heard = 0;
  const auto actor = on.system.spawn(works);
  const auto mourner = on.system.spawn<Mourner>({}, &heard);
  on.system.stop(actor);
  on.system.stop(mourner);
  on.run();

  actor.tell({7});
  on.run();

  EXPECT_EQ(heard, 0);
  EXPECT_EQ(on.system.dead_letters().count(), 1U);
}

TEST_F(DeadLetterOf, a_subscriber_that_stops_with_one_in_its_mailbox_makes_no_loop) {
  int heard = 0;
  const auto actor = on.system.spawn(works);
  const auto mourner = on.system.spawn<Mourner>({}, &heard);
  on.system.stop(actor);
  on.run();

  actor.tell({7});
  on.system.stop(mourner);
  on.run();

  EXPECT_EQ(heard, 0);
  EXPECT_EQ(on.system.dead_letters().count(), 2U);
}

TEST_F(DeadLetterOf, a_subscriber_that_fails_at_each_makes_no_loop) {
  int heard = 0;
  const auto actor = on.system.spawn(works);
  const auto mourner = on.system.spawn<Mourner>({.supervision = Restart{}}, &heard, true);
  on.system.stop(actor);
  on.run();

  actor.tell({7});
  on.executor.tick(100);

  EXPECT_EQ(heard, 1);
  EXPECT_EQ(on.letters(DeadLetterReason::handler_failed), 1U);
  EXPECT_TRUE(mourner.is_alive());
}

TEST_F(DeadLetterOf, a_subscriber_with_a_full_mailbox_makes_no_loop) {
  int heard = 0;
  const auto actor = on.system.spawn(works);
  on.system.spawn<Mourner>({.mailbox = Bounded{.capacity = 1}}, &heard);
  on.system.stop(actor);
  on.run();

  actor.tell({7});
  actor.tell({8});
  on.run();

  EXPECT_EQ(heard, 1);
  EXPECT_EQ(on.letters(DeadLetterReason::dropped_newest), 1U);
  EXPECT_EQ(on.system.dead_letters().count(), 3U);
}

}  // namespace
}  // namespace sluice
