// SPDX-License-Identifier: BSL-1.0
// Asks of actors, which do not wait, and requests with a sender: FR-ACT-2, US7.2.
#include <expected>
#include <sluice_test/test.hpp>

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

/// What came of the asks of a client.
struct Outcomes {
  int answers = 0;
  int errors = 0;
  int last_answer = 0;
  AskError last_error;
  int starts = 0;
};

struct Order {
  ActorRef<Question> to;
  int number = 0;
  Duration timeout{};
  bool then_stop = false;
  bool then_fail = false;
};
struct Arrived {
  std::expected<Answer, AskError> outcome;
};
struct Send {
  ActorRef<Question> to;
  int number = 0;
};

/// Asks whoever it is told to, and notes what comes of it.
class Client {
public:
  explicit Client(Outcomes* outcomes) noexcept : outcomes_{outcomes} { ++outcomes->starts; }

  ActorResult<> on(ActorContext<Client>& context, Order order) {
    (void)context.ask(order.to, Question{order.number}, order.timeout,
                      [](std::expected<Answer, AskError> outcome) { return Arrived{outcome}; });
    if (order.then_stop) {
      context.stop();
    }
    return order.then_fail ? ActorResult<>{fail(ActorError::retryable("on purpose"))} : ActorResult<>{};
  }
  void on(Arrived arrived) {
    if (arrived.outcome.has_value()) {
      ++outcomes_->answers;
      outcomes_->last_answer = arrived.outcome->number;
    } else {
      ++outcomes_->errors;
      outcomes_->last_error = arrived.outcome.error();
    }
  }
  void on(ActorContext<Client>& context, Send send) { (void)send.to.request(Question{send.number}, context.self()); }
  void on(Answer answer) {
    ++outcomes_->answers;
    outcomes_->last_answer = answer.number;
  }

private:
  Outcomes* outcomes_;
};

class ActorAsks : public testing::Test {
protected:
  ManualSystem on;
  Outcomes outcomes;
  ActorRef<Client> client = on.system.spawn<Client>({.supervision = Restart{}}, &outcomes);
};

TEST_F(ActorAsks, an_answer_becomes_a_message_of_the_asker) {  // US7.2
  client.tell(Order{on.system.spawn(doubles), 4});
  on.run();

  EXPECT_EQ(outcomes.answers, 1);
  EXPECT_EQ(outcomes.last_answer, 8);
}

TEST_F(ActorAsks, a_function_asks_as_well) {  // US7.2
  const auto server = on.system.spawn(doubles);
  int got = 0;
  const auto asker = on.system.spawn([&](ActorContext<int>& context, int number) {
    got = number;
    if (number < 10) {
      (void)context.ask(server, Question{number}, {}, [](std::expected<Answer, AskError> outcome) {
        return outcome.has_value() ? outcome->number : -1;
      });
    }
  });

  asker.tell(3);
  on.run();

  EXPECT_EQ(got, 12);
}

TEST_F(ActorAsks, several_asks_at_once_each_get_theirs) {
  const auto server = on.system.spawn(doubles);

  for (int number = 1; number <= 5; ++number) {
    client.tell(Order{server, number});
  }
  on.run();

  EXPECT_EQ(outcomes.answers, 5);
  EXPECT_EQ(outcomes.last_answer, 10);
}

TEST_F(ActorAsks, an_actor_may_ask_itself) {
  int got = 0;
  const auto self_asker = on.system.spawn([&](ActorContext<Question>& context, Question question) -> Answer {
    if (question.number == 1) {
      (void)context.ask(context.self(), Question{2}, {}, [](std::expected<Answer, AskError> outcome) {
        return Question{outcome.has_value() ? outcome->number : -1};
      });
    } else {
      got = question.number;
    }
    return {question.number + 40};
  });

  self_asker.tell({1});
  on.run();

  EXPECT_EQ(got, 42);
}

TEST_F(ActorAsks, a_dead_actor_is_an_error_that_comes_as_a_message) {
  const auto server = on.system.spawn(doubles);
  on.system.stop(server);
  on.run();

  client.tell(Order{server, 1});
  on.run();

  EXPECT_EQ(outcomes.errors, 1);
  EXPECT_EQ(outcomes.last_error.reason, Reason::stopped);
  EXPECT_TRUE(outcomes.last_error.target == server.untyped());
}

TEST_F(ActorAsks, nobody_is_an_error_that_comes_as_a_message) {
  client.tell(Order{ActorRef<Question>{}, 1});
  on.run();

  EXPECT_EQ(outcomes.errors, 1);
  EXPECT_EQ(outcomes.last_error.reason, Reason::out_of_scope);
}

TEST_F(ActorAsks, one_that_stops_before_it_answers_is_an_error) {
  const auto server = on.system.spawn(doubles);
  on.system.suspend(server);
  client.tell(Order{server, 1});
  on.run();

  on.system.stop(server);
  on.run();

  EXPECT_EQ(outcomes.errors, 1);
  EXPECT_EQ(outcomes.last_error.reason, Reason::stopped);
}

TEST_F(ActorAsks, one_that_restarts_on_the_question_is_an_error) {
  const auto server = on.system.spawn([](Question) -> ActorResult<Answer> { return fail(ActorError::retryable()); },
                                      {.supervision = Restart{}});

  client.tell(Order{server, 1});
  on.run();

  EXPECT_EQ(outcomes.errors, 1);
  EXPECT_EQ(outcomes.last_error.reason, Reason::failed);
}

TEST_F(ActorAsks, one_that_restarts_before_the_question_answers_it) {  // the mailbox is kept
  const auto server = on.system.spawn(
      [](Question question) -> ActorResult<Answer> {
        if (question.number < 0) {
          return fail(ActorError::retryable());
        }
        return Answer{question.number};
      },
      {.supervision = Restart{}});

  server.tell({-1});
  client.tell(Order{server, 5});
  on.run();

  EXPECT_EQ(outcomes.answers, 1);
  EXPECT_EQ(outcomes.last_answer, 5);
}

TEST_F(ActorAsks, a_timeout_comes_as_a_message_and_the_late_answer_is_one_dead_letter) {
  const auto server = on.system.spawn(doubles);
  on.system.suspend(server);
  client.tell(Order{server, 1, milliseconds{10}});
  on.run();

  on.pass(milliseconds{11});
  EXPECT_EQ(outcomes.errors, 1);
  EXPECT_EQ(outcomes.last_error.reason, Reason::timed_out);
  EXPECT_TRUE(outcomes.last_error.waited == milliseconds{11});
  on.system.resume(server);
  on.run();

  EXPECT_EQ(outcomes.answers, 0);
  EXPECT_EQ(on.letters(DeadLetterReason::late_answer), 1U);
  EXPECT_EQ(on.system.dead_letters().count(), 1U);
}

TEST_F(ActorAsks, an_answer_in_time_ends_the_timeout) {
  client.tell(Order{on.system.spawn(doubles), 1, milliseconds{10}});
  on.run();

  on.pass(milliseconds{20});

  EXPECT_EQ(outcomes.answers, 1);
  EXPECT_EQ(outcomes.errors, 0);
}

TEST_F(ActorAsks, the_answer_to_one_that_has_stopped_is_a_dead_letter) {
  client.tell(Order{.to = on.system.spawn(doubles), .number = 1, .timeout = milliseconds{10}, .then_stop = true});
  on.run();
  on.pass(milliseconds{20});

  EXPECT_EQ(outcomes.answers + outcomes.errors, 0);
  EXPECT_EQ(on.letters(DeadLetterReason::late_answer), 1U);
  EXPECT_EQ(on.system.dead_letters().count(), 1U);
}

TEST_F(ActorAsks, a_message_made_of_an_answer_is_a_dead_letter_if_its_asker_stops) {  // D6: every loss has one owner
  const auto server = on.system.spawn(doubles);
  on.system.suspend(server);
  client.tell(Order{server, 1});
  on.run();

  on.system.resume(server);
  on.executor.tick(1);  // the answer is on its way
  on.system.stop(client);
  on.run();

  EXPECT_EQ(outcomes.answers, 0);
  EXPECT_EQ(on.letters(DeadLetterReason::stopped), 1U);
  EXPECT_EQ(on.system.dead_letters().count(), 1U);
}

TEST_F(ActorAsks, an_answer_behind_a_stop_is_a_dead_letter) {  // D6
  const auto server = on.system.spawn(doubles);
  on.system.suspend(server);
  client.tell(Order{server, 1});
  on.run();

  on.system.resume(server);
  on.system.stop(client);  // behind the server in the executor's queue, but before the answer in the client's
  on.run();

  EXPECT_EQ(outcomes.answers, 0);
  EXPECT_EQ(on.letters(DeadLetterReason::late_answer), 1U);
}

TEST_F(ActorAsks, after_a_restart_the_answers_of_before_are_dead_letters) {
  client.tell(Order{.to = on.system.spawn(doubles), .number = 1, .timeout = milliseconds{10}, .then_fail = true});
  on.run();
  on.pass(milliseconds{20});

  EXPECT_EQ(outcomes.starts, 2);
  EXPECT_EQ(outcomes.answers + outcomes.errors, 0);
  EXPECT_EQ(on.letters(DeadLetterReason::late_answer), 1U);
  EXPECT_EQ(on.letters(DeadLetterReason::handler_failed), 1U);
}

TEST_F(ActorAsks, an_error_that_comes_after_a_restart_is_forgotten) {
  const auto server = on.system.spawn(doubles);
  on.system.stop(server);
  on.run();

  client.tell(Order{.to = server, .number = 1, .then_fail = true});  // the error is on its way when it fails
  client.tell(Order{.to = on.system.spawn(doubles), .number = 2});
  on.run();

  EXPECT_EQ(outcomes.errors, 0);
  EXPECT_EQ(outcomes.answers, 1);
}

TEST_F(ActorAsks, an_answer_reaches_one_whose_mailbox_is_full) {
  const auto server = on.system.spawn(doubles);
  const auto busy = on.system.spawn<Client>({.mailbox = Bounded{.capacity = 1}}, &outcomes);
  busy.tell(Order{server, 1});
  on.executor.tick(1);
  on.system.suspend(busy);
  busy.tell(Arrived{Answer{0}});

  on.run();
  on.system.resume(busy);
  on.run();

  // Whichever does not fit is a dead letter: none is lost without a trace.
  EXPECT_EQ(static_cast<std::uint64_t>(outcomes.answers) + on.system.dead_letters().count(), 2U);
}

TEST_F(ActorAsks, a_message_made_of_an_answer_that_finds_no_room_is_not_lost_without_a_trace) {  // D6
  const auto server = on.system.spawn(doubles);
  const auto busy = on.system.spawn<Client>({.mailbox = Bounded{.capacity = 1, .overflow = Overflow::fail}}, &outcomes);
  busy.tell(Order{server, 1});
  on.executor.tick(1);
  on.system.suspend(busy);
  busy.tell(Arrived{Answer{0}});

  on.run();
  on.system.resume(busy);
  on.run();

  EXPECT_EQ(static_cast<std::uint64_t>(outcomes.answers) + on.system.dead_letters().count(), 2U);
}

TEST_F(ActorAsks, what_is_returned_to_a_request_is_told_to_its_sender) {  // FR-ACT-2
  int got = 0;
  const auto sender = on.system.spawn([&](Answer answer) { got = answer.number; });

  on.system.spawn(doubles).request({4}, sender);
  on.run();

  EXPECT_EQ(got, 8);
}

TEST_F(ActorAsks, an_actor_class_gets_the_answers_to_its_requests) {  // FR-ACT-2
  client.tell(Send{on.system.spawn(doubles), 4});
  on.run();

  EXPECT_EQ(outcomes.last_answer, 8);
  EXPECT_EQ(on.system.mismatches(), 0U);
}

TEST_F(ActorAsks, a_request_tells_who_sent_it_so_that_it_can_be_answered_later) {  // FR-ACT-2
  int got = 0;
  const auto sender = on.system.spawn([&](Answer answer) { got = answer.number; });
  UntypedRef kept;
  const auto server = on.system.spawn([&](ActorContext<Question>& context, Question) { kept = context.sender(); });
  server.request({1}, sender);
  on.run();

  EXPECT_TRUE(kept == sender.untyped());
  EXPECT_EQ(got, 0);
  kept.tell(Answer{9});
  on.run();

  EXPECT_EQ(got, 9);
}

TEST_F(ActorAsks, what_is_told_has_no_sender) {
  bool has_sender = true;
  const auto actor = on.system.spawn([&](ActorContext<Question>& context, Question) {
    has_sender = context.sender() != UntypedRef{};
    context.reply(Answer{1});  // to nobody
  });

  actor.tell({1});
  on.run();

  EXPECT_FALSE(has_sender);
  EXPECT_EQ(on.system.dead_letters().count(), 0U);
}

TEST_F(ActorAsks, the_answer_to_a_sender_who_has_stopped_is_a_dead_letter) {
  const auto sender = on.system.spawn([](Answer) {});
  on.system.stop(sender);
  on.run();

  on.system.spawn(doubles).request({1}, sender);
  on.run();

  EXPECT_EQ(on.letters(DeadLetterReason::stopped), 1U);
}

TEST_F(ActorAsks, again_and_again_find_memory) {  // FR-PLT-1
  const auto server = on.system.spawn(doubles);

  for (int number = 0; number < 300; ++number) {
    client.tell(Order{server, number});
    on.run();
  }

  EXPECT_EQ(outcomes.answers, 300);
}

}  // namespace
}  // namespace sluice
