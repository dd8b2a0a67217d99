// SPDX-License-Identifier: BSL-1.0
// Asks of those who are no actors: FR-ACT-2.
#include <sluice_test/test.hpp>
#include <string_view>

#include <sluice_test/manual_system.hpp>

namespace sluice {
namespace {

using actors_test::ManualSystem;
using actors_test::milliseconds;
using Reason = AskError::Reason;

struct Answer {
  int number;
};
struct Question {
  using Reply = Answer;
  int number;
};

constexpr auto doubles = [](Question question) { return Answer{2 * question.number}; };

/// Counts the wakes that a future was given.
struct Wakes {
  [[nodiscard]] engine::Waker waker() noexcept {
    return {[](void* self) noexcept { ++static_cast<Wakes*>(self)->count; }, this};
  }
  int count = 0;
};

TEST(Ask, a_plain_caller_waits_and_so_drives_the_executor) {  // FR-ACT-2
  ManualSystem on;
  const auto actor = on.system.spawn(doubles);

  const auto outcome = actor.ask({21}).wait();

  ASSERT_TRUE(outcome.has_value());
  EXPECT_EQ(outcome->number, 42);
}

TEST(Ask, request_future_says_what_the_answer_is) {  // FR-ACT-2
  ManualSystem on;
  const auto actor = on.system.spawn([](int number) { return static_cast<char>('a' + number); });

  const auto outcome = actor.request_future<char>(2).wait();

  ASSERT_TRUE(outcome.has_value());
  EXPECT_EQ(*outcome, 'c');
}

TEST(Ask, a_future_counter_answers_with_what_it_has_counted) {  // US7.1
  ManualSystem on;
  struct Add {
    using Reply = int;
    int amount;
  };
  const auto counter = on.system.spawn([sum = 0](Add add) mutable { return sum += add.amount; });

  counter.tell({1});
  counter.tell({1});
  const auto outcome = counter.ask({1}).wait();

  ASSERT_TRUE(outcome.has_value());
  EXPECT_EQ(*outcome, 3);
}

TEST(Ask, a_handler_may_answer_by_its_context) {  // FR-ACT-2
  ManualSystem on;
  const auto actor = on.system.spawn(
      [](ActorContext<Question>& context, Question question) { context.reply(Answer{question.number + 1}); });

  const auto outcome = actor.ask({1}).wait();

  ASSERT_TRUE(outcome.has_value());
  EXPECT_EQ(outcome->number, 2);
}

TEST(Ask, only_the_first_answer_counts) {
  ManualSystem on;
  const auto actor = on.system.spawn([](ActorContext<Question>& context, Question) {
    context.reply(Answer{1});
    return Answer{2};
  });

  const auto outcome = actor.ask({0}).wait();

  ASSERT_TRUE(outcome.has_value());
  EXPECT_EQ(outcome->number, 1);
}

TEST(Ask, a_future_that_is_polled_wakes_whoever_polls) {
  ManualSystem on;
  Wakes wakes;
  const auto actor = on.system.spawn(doubles);
  auto future = actor.ask({4});

  const auto early = future.poll(wakes.waker());
  on.run();
  const auto late = future.poll(wakes.waker());

  EXPECT_FALSE(early.has_value());
  EXPECT_EQ(wakes.count, 1);
  ASSERT_TRUE(late.has_value() && late->has_value());
  EXPECT_EQ((**late).number, 8);
}

TEST(Ask, an_outcome_is_given_once) {
  ManualSystem on;
  Wakes wakes;
  auto future = on.system.spawn(doubles).ask({4});
  on.run();
  (void)future.poll(wakes.waker());

  const auto again = std::move(future).wait();

  ASSERT_FALSE(again.has_value());
  EXPECT_EQ(again.error().reason, Reason::cancelled);
}

TEST(Ask, a_dead_actor_is_an_error_at_once) {
  ManualSystem on;
  const auto actor = on.system.spawn(doubles);
  on.system.stop(actor);
  on.run();

  const auto future = actor.ask({1});

  EXPECT_TRUE(future.is_ready());
  EXPECT_EQ(on.letters(DeadLetterReason::stopped), 1U);
}

TEST(Ask, a_dead_actor_has_stopped) {
  ManualSystem on;
  const auto actor = on.system.spawn(doubles);
  on.system.stop(actor);
  on.run();

  const auto outcome = actor.ask({1}).wait();

  ASSERT_FALSE(outcome.has_value());
  EXPECT_EQ(outcome.error().reason, Reason::stopped);
}

TEST(Ask, an_actor_that_stops_with_the_question_in_its_mailbox_has_stopped) {
  ManualSystem on;
  const auto actor = on.system.spawn(doubles);

  auto future = actor.ask({1});
  on.system.stop(actor);
  const auto outcome = std::move(future).wait();

  ASSERT_FALSE(outcome.has_value());
  EXPECT_EQ(outcome.error().reason, Reason::stopped);
  EXPECT_EQ(on.letters(DeadLetterReason::stopped), 1U);
}

TEST(Ask, an_actor_of_a_system_that_is_gone_is_out_of_scope) {  // FR-ACT-4, D16
  ActorRef<Question> actor;
  {
    ManualSystem on;
    actor = on.system.spawn(doubles);
  }

  const auto outcome = actor.ask({1}).wait();

  ASSERT_FALSE(outcome.has_value());
  EXPECT_EQ(outcome.error().reason, Reason::out_of_scope);
}

TEST(Ask, nobody_is_out_of_scope) {  // FR-ACT-4
  const auto outcome = ActorRef<Question>{}.ask({1}).wait();

  ASSERT_FALSE(outcome.has_value());
  EXPECT_EQ(outcome.error().reason, Reason::out_of_scope);
}

TEST(Ask, a_question_that_a_system_leaves_behind_has_an_outcome) {
  auto future = [] {
    ManualSystem on;
    const auto actor = on.system.spawn(doubles);
    on.system.suspend(actor);
    on.run();
    return actor.ask({1}, milliseconds{5});
  }();

  const auto outcome = std::move(future).wait();

  ASSERT_FALSE(outcome.has_value());
  EXPECT_EQ(outcome.error().reason, Reason::stopped);
}

TEST(Ask, a_full_mailbox_that_drops_the_newest_rejects_it) {
  ManualSystem on;
  const auto actor = on.system.spawn(doubles, {.mailbox = Bounded{.capacity = 1}});
  actor.tell({1});

  const auto outcome = actor.ask({2}).wait();

  ASSERT_FALSE(outcome.has_value());
  EXPECT_EQ(outcome.error().reason, Reason::rejected);
  EXPECT_EQ(on.letters(DeadLetterReason::dropped_newest), 1U);
}

TEST(Ask, a_full_mailbox_that_fails_its_senders_rejects_it_without_a_dead_letter) {  // R3.2
  ManualSystem on;
  const auto actor = on.system.spawn(doubles, {.mailbox = Bounded{.capacity = 1, .overflow = Overflow::fail}});
  actor.tell({1});

  const auto outcome = actor.ask({2}).wait();

  ASSERT_FALSE(outcome.has_value());
  EXPECT_EQ(outcome.error().reason, Reason::rejected);
  EXPECT_EQ(on.system.dead_letters().count(), 0U);
}

TEST(Ask, a_question_that_is_dropped_for_a_newer_message_is_rejected) {
  ManualSystem on;
  const auto actor = on.system.spawn(doubles, {.mailbox = Bounded{.capacity = 1, .overflow = Overflow::drop_oldest}});

  auto future = actor.ask({2});
  actor.tell({1});
  const auto outcome = std::move(future).wait();

  ASSERT_FALSE(outcome.has_value());
  EXPECT_EQ(outcome.error().reason, Reason::rejected);
}

TEST(Ask, a_handler_that_fails_fails_the_question) {
  ManualSystem on;
  const auto actor =
      on.system.spawn([](Question) -> ActorResult<Answer> { return fail(ActorError::retryable("on purpose")); });

  const auto outcome = actor.ask({1}).wait();

  ASSERT_FALSE(outcome.has_value());
  EXPECT_EQ(outcome.error().reason, Reason::failed);
  EXPECT_EQ(on.letters(DeadLetterReason::handler_failed), 1U);
}

TEST(Ask, a_handler_that_says_nothing_gives_no_answer) {
  ManualSystem on;
  const auto actor = on.system.spawn([](Question) {});

  const auto outcome = actor.ask({1}).wait();

  ASSERT_FALSE(outcome.has_value());
  EXPECT_EQ(outcome.error().reason, Reason::no_answer);
  EXPECT_EQ(on.system.dead_letters().count(), 0U);
}

TEST(Ask, a_behavior_that_leaves_it_unhandled_gives_no_answer) {
  ManualSystem on;
  const auto actor =
      on.system.spawn(Behaviors::receive_message<Question>([](Question) { return Behaviors::unhandled<Question>(); }));

  const auto outcome = actor.ask({1}).wait();

  ASSERT_FALSE(outcome.has_value());
  EXPECT_EQ(outcome.error().reason, Reason::no_answer);
  EXPECT_EQ(on.letters(DeadLetterReason::unhandled), 1U);
}

TEST(Ask, an_answer_of_another_type_is_an_error_and_a_dead_letter) {  // FR-TYP-2
  ManualSystem on;
  const auto actor = on.system.spawn([](Question) { return 'x'; });

  const auto outcome = actor.ask({1}).wait();

  ASSERT_FALSE(outcome.has_value());
  EXPECT_EQ(outcome.error().reason, Reason::wrong_type);
  EXPECT_EQ(on.letters(DeadLetterReason::type_mismatch), 1U);
}

TEST(Ask, where_nothing_runs_any_more_waiting_ends) {
  ManualSystem on;
  const auto actor = on.system.spawn(doubles);
  on.system.suspend(actor);

  const auto outcome = actor.ask({1}).wait();

  ASSERT_FALSE(outcome.has_value());
  EXPECT_EQ(outcome.error().reason, Reason::nothing_runs);
}

TEST(Ask, a_timeout_ends_it_and_the_late_answer_is_one_dead_letter) {  // boundary: no timer, the clock is polled
  ManualSystem on;
  const auto actor = on.system.spawn(doubles);
  on.system.suspend(actor);
  auto future = actor.ask({1}, milliseconds{10});

  on.pass(milliseconds{9});
  EXPECT_FALSE(future.is_ready());
  on.pass(milliseconds{2});
  ASSERT_TRUE(future.is_ready());
  const auto outcome = std::move(future).wait();
  on.system.resume(actor);
  on.run();

  ASSERT_FALSE(outcome.has_value());
  EXPECT_EQ(outcome.error().reason, Reason::timed_out);
  EXPECT_EQ(on.letters(DeadLetterReason::late_answer), 1U);
  EXPECT_EQ(on.system.dead_letters().count(), 1U);
}

TEST(Ask, an_answer_in_time_is_not_ended_by_the_timeout) {
  ManualSystem on;
  auto future = on.system.spawn(doubles).ask({3}, milliseconds{10});

  on.run();
  on.pass(milliseconds{20});
  const auto outcome = std::move(future).wait();

  ASSERT_TRUE(outcome.has_value());
  EXPECT_EQ(outcome->number, 6);
}

TEST(Ask, a_timeout_that_is_over_already_ends_it) {
  ManualSystem on;
  const auto actor = on.system.spawn(doubles);
  on.system.suspend(actor);
  auto future = actor.ask({1}, milliseconds{-1});

  on.pass(milliseconds{1});

  EXPECT_TRUE(future.is_ready());
}

TEST(Ask, a_timeout_may_be_as_long_as_can_be_said) {
  ManualSystem on;
  on.pass(milliseconds{1});
  const auto actor = on.system.spawn(doubles);
  on.system.suspend(actor);
  auto future = actor.ask({1}, Duration::max());

  on.pass(milliseconds{1000});
  EXPECT_FALSE(future.is_ready());
  on.system.resume(actor);

  EXPECT_TRUE(std::move(future).wait().has_value());
}

TEST(Ask, a_plain_caller_waits_on_the_default_executor_of_the_build) {
  ActorSystem system;
  const auto actor = system.spawn(doubles);

  const auto outcome = actor.ask({21}).wait();

  ASSERT_TRUE(outcome.has_value());
  EXPECT_EQ(outcome->number, 42);
}

TEST(Ask, its_error_tells_who_was_asked_what_where_and_for_how_long) {
  ManualSystem on;
  const auto actor = on.system.spawn(doubles);
  on.system.suspend(actor);
  auto future = actor.ask({1}, milliseconds{10});
  constexpr unsigned line = __LINE__ - 1;
  on.pass(milliseconds{12});

  const AskError error = std::move(future).wait().error();

  EXPECT_TRUE(error.target == actor.untyped());
  EXPECT_TRUE(std::string_view{error.message_type}.ends_with("Question"));
  EXPECT_EQ(error.where.line(), line);
  EXPECT_TRUE(std::string_view{error.where.file_name()}.ends_with("ask_test.cpp"));
  EXPECT_TRUE(error.waited == milliseconds{12});
}

TEST(Ask, the_error_of_a_question_that_was_never_sent_tells_the_same) {
  const AskError error = ActorRef<Question>{}.ask({1}).wait().error();
  constexpr unsigned line = __LINE__ - 1;

  EXPECT_TRUE(std::string_view{error.message_type}.ends_with("Question"));
  EXPECT_EQ(error.where.line(), line);
}

TEST(Ask, the_answer_of_a_future_that_was_given_up_is_a_dead_letter) {
  ManualSystem on;
  const auto actor = on.system.spawn(doubles);

  {
    const auto given_up = actor.ask({1}, milliseconds{10});
  }
  on.run();
  on.pass(milliseconds{20});

  EXPECT_EQ(on.letters(DeadLetterReason::late_answer), 1U);
  EXPECT_EQ(on.system.dead_letters().count(), 1U);
}

TEST(Ask, a_future_that_is_given_up_wakes_nobody) {
  ManualSystem on;
  Wakes wakes;
  auto future = on.system.spawn(doubles).ask({1});
  (void)future.poll(wakes.waker());

  future.cancel();
  on.run();

  EXPECT_EQ(wakes.count, 0);
  EXPECT_TRUE(future.is_ready());
}

TEST(Ask, a_future_takes_the_place_of_another) {
  ManualSystem on;
  const auto actor = on.system.spawn(doubles);
  auto future = actor.ask({1});

  future = actor.ask({2});
  const auto outcome = std::move(future).wait();

  ASSERT_TRUE(outcome.has_value());
  EXPECT_EQ(outcome->number, 4);
  EXPECT_EQ(on.letters(DeadLetterReason::late_answer), 1U);
}

TEST(Ask, a_handler_must_not_wait) {
  ManualSystem on;
  const auto actor = on.system.spawn(doubles);
  Reason reason{};
  const auto impatient = on.system.spawn([&](char) {
    const auto outcome = actor.ask({1}).wait();
    reason = outcome.has_value() ? Reason::timed_out : outcome.error().reason;
  });

  impatient.tell('x');
  on.run();

  EXPECT_EQ(reason, Reason::inside_handler);
  EXPECT_EQ(on.letters(DeadLetterReason::late_answer), 1U);
}

}  // namespace
}  // namespace sluice
