// SPDX-License-Identifier: BSL-1.0
// What becomes of the message whose handler failed: FR-SUP-5.
#include <sluice_test/test.hpp>

#include "supervised.hpp"

namespace sluice {
namespace {

using actors_test::ManualSystem;
using actors_test::milliseconds;
using sluice::actors_test::seconds;

struct Job {
  using Reply = int;
  int number;
};

struct Seen {
  int failures_left = 0;
  int handled[8]{};
  int count = 0;
  int starts = 0;
};

/// Fails as often as it is told to, and then handles.
class Clerk {
public:
  explicit Clerk(Seen* seen) noexcept : seen_{seen} {}
  void on_start() { ++seen_->starts; }
  ActorResult<int> on(Job job) {
    if (seen_->failures_left != 0) {
      --seen_->failures_left;
      return fail(ActorError::retryable("on purpose"));
    }
    seen_->handled[seen_->count++ % 8] = job.number;
    return job.number;
  }

private:
  Seen* seen_;
};

class FailingMessages : public testing::Test {
protected:
  [[nodiscard]] ActorRef<Clerk> spawn(const Supervision& supervision) {
    return on.system.spawn<Clerk>({.supervision = supervision}, &seen);
  }

  Seen seen;  // there until the last actor has ended
  ManualSystem on;
};

TEST_F(FailingMessages, is_a_dead_letter_unless_somebody_says_otherwise) {  // FR-SUP-5
  const auto actor = spawn(Restart{});
  seen.failures_left = 1;

  actor.tell(Job{1});
  actor.tell(Job{2});
  on.run();

  EXPECT_EQ(on.letters(DeadLetterReason::handler_failed), 1U);
  EXPECT_EQ(seen.count, 1);
  EXPECT_EQ(seen.handled[0], 2);
}

TEST_F(FailingMessages, one_that_is_dropped_is_only_counted) {  // FR-SUP-5
  const auto actor = spawn(Restart{.failing_message = FailingMessage::drop()});
  seen.failures_left = 1;

  actor.tell(Job{1});
  on.run();

  EXPECT_EQ(on.system.dead_letters().count(), 0U);
  EXPECT_EQ(on.system.supervision().dropped(), 1U);
  EXPECT_EQ(seen.starts, 2);
}

TEST_F(FailingMessages, who_asked_for_one_that_is_dropped_gets_an_error) {
  const auto actor = spawn(Resume{.failing_message = FailingMessage::drop()});
  seen.failures_left = 1;

  const auto outcome = actor.ask(Job{1}).wait();

  ASSERT_FALSE(outcome.has_value());
  EXPECT_EQ(outcome.error().reason, AskError::Reason::failed);
}

TEST_F(FailingMessages, one_that_is_to_be_dropped_is_a_dead_letter_if_its_actor_ends) {
  const auto actor = spawn(Restart{.max = 0, .failing_message = FailingMessage::drop()});
  seen.failures_left = 1;

  actor.tell(Job{1});
  on.run();

  EXPECT_EQ(on.letters(DeadLetterReason::handler_failed), 1U);
  EXPECT_EQ(on.system.supervision().dropped(), 0U);
}

TEST_F(FailingMessages, one_that_is_tried_again_comes_before_the_others) {  // FR-SUP-5
  const auto actor = spawn(Restart{.failing_message = FailingMessage::retry<Job>()});
  seen.failures_left = 2;

  actor.tell(Job{1});
  actor.tell(Job{2});
  on.run();

  EXPECT_EQ(seen.starts, 3);
  EXPECT_EQ(seen.count, 2);
  EXPECT_EQ(seen.handled[0], 1);
  EXPECT_EQ(seen.handled[1], 2);
  EXPECT_EQ(on.system.dead_letters().count(), 0U);
  EXPECT_EQ(on.system.supervision().retried(), 2U);
}

TEST_F(FailingMessages, who_resumes_tries_again_too) {
  const auto actor = spawn(Resume{.failing_message = FailingMessage::retry<Job>()});
  seen.failures_left = 1;

  actor.tell(Job{1});
  actor.tell(Job{2});
  on.run();

  EXPECT_EQ(seen.starts, 1);
  EXPECT_EQ(seen.handled[0], 1);
  EXPECT_EQ(seen.handled[1], 2);
}

TEST_F(FailingMessages, one_is_not_tried_for_ever) {
  const auto actor = spawn(Restart{.failing_message = FailingMessage::retry<Job>(3)});
  seen.failures_left = 4;

  actor.tell(Job{1});
  actor.tell(Job{2});
  on.run();

  EXPECT_EQ(seen.starts, 5);
  EXPECT_EQ(on.letters(DeadLetterReason::handler_failed), 1U);
  EXPECT_EQ(seen.count, 1);
  EXPECT_EQ(seen.handled[0], 2);
}

TEST_F(FailingMessages, the_limit_of_restarts_holds_for_tries) {
  const auto actor = spawn(Restart{.max = 1, .failing_message = FailingMessage::retry<Job>(3)});
  seen.failures_left = 9;

  actor.tell(Job{1});
  on.run();

  EXPECT_FALSE(actor.is_alive());
  EXPECT_EQ(on.letters(DeadLetterReason::handler_failed), 1U);
  EXPECT_EQ(on.system.dead_letters().count(), 1U);
}

TEST_F(FailingMessages, who_asked_gets_the_answer_of_the_try_that_succeeds) {
  const auto actor = spawn(Restart{.failing_message = FailingMessage::retry<Job>()});
  seen.failures_left = 2;

  const auto outcome = actor.ask(Job{7}).wait();

  ASSERT_TRUE(outcome.has_value());
  EXPECT_EQ(*outcome, 7);
}

TEST_F(FailingMessages, one_waits_for_the_back_off_of_its_actor) {
  const auto actor =
      spawn(Restart{.backoff = {.first = milliseconds{10}}, .failing_message = FailingMessage::retry<Job>()});
  seen.failures_left = 1;

  actor.tell(Job{1});
  actor.tell(Job{2});
  on.run();
  EXPECT_EQ(seen.count, 0);
  on.pass(milliseconds{10});

  EXPECT_EQ(seen.handled[0], 1);
  EXPECT_EQ(seen.handled[1], 2);
}

TEST_F(FailingMessages, one_that_waits_is_a_dead_letter_if_its_actor_ends) {
  const auto actor = spawn(Restart{.backoff = {.first = seconds{10}}, .failing_message = FailingMessage::retry<Job>()});
  seen.failures_left = 1;
  actor.tell(Job{1});
  on.run();

  on.system.stop(actor);
  on.run();

  EXPECT_EQ(on.letters(DeadLetterReason::handler_failed), 1U);
  EXPECT_EQ(on.system.dead_letters().count(), 1U);
}

TEST_F(FailingMessages, only_those_that_are_named_are_tried_again) {
  struct Other {};
  const auto actor = spawn(Restart{.failing_message = FailingMessage::retry<Other>()});
  seen.failures_left = 1;

  actor.tell(Job{1});
  on.run();

  EXPECT_EQ(on.letters(DeadLetterReason::handler_failed), 1U);
}

/// Fails with its first message, and is suspended meanwhile.
struct Interrupted {
  Seen* seen;
  ActorSystem* system;
  ActorResult<> on(ActorContext<Interrupted>& context, Job job) {
    if (seen->failures_left != 0) {
      --seen->failures_left;
      (void)system->suspend(context.self());
      return fail(ActorError::retryable("on purpose"));
    }
    seen->handled[seen->count++ % 8] = job.number;
    return {};
  }
};

TEST_F(FailingMessages, one_is_not_tried_again_while_its_actor_is_suspended) {  // FR-SUP-5
  for (const Supervision& supervision : {Supervision{Resume{.failing_message = FailingMessage::retry<Job>()}},
                                         Supervision{Restart{.failing_message = FailingMessage::retry<Job>()}}}) {
    seen = {.failures_left = 1};
    const auto actor = on.system.spawn<Interrupted>({.supervision = supervision}, &seen, &on.system);
    actor.tell(Job{1});
    actor.tell(Job{2});
    on.run();
    EXPECT_EQ(seen.count, 0);

    (void)on.system.resume(actor);
    on.run();

    EXPECT_EQ(seen.count, 2);
    EXPECT_EQ(seen.handled[0], 1);
    EXPECT_EQ(seen.handled[1], 2);
  }
}

TEST_F(FailingMessages, one_that_waits_for_a_suspended_actor_is_a_dead_letter_if_that_ends) {
  seen.failures_left = 1;
  const auto actor = on.system.spawn<Interrupted>(
      {.supervision = Resume{.failing_message = FailingMessage::retry<Job>()}}, &seen, &on.system);
  actor.tell(Job{1});
  on.run();

  on.system.stop(actor);
  on.run();

  EXPECT_EQ(on.letters(DeadLetterReason::handler_failed), 1U);
  EXPECT_EQ(on.system.dead_letters().count(), 1U);
}

/// Offers more than there is room for, and then fails with its first message.
struct Generous {
  Seen* seen;
  ActorRef<Clerk> sink;
  ActorResult<> on(ActorContext<Generous>& context, Job job) {
    if (seen->failures_left != 0) {
      --seen->failures_left;
      (void)context.offer(sink, Job{10});
      (void)context.offer(sink, Job{11});
      return fail(ActorError::retryable("on purpose"));
    }
    seen->handled[seen->count++ % 8] = job.number;
    return {};
  }
};

TEST_F(FailingMessages, one_is_not_tried_again_while_its_actor_waits_for_room) {  // FR-SUP-5
  Seen of_sink;
  const auto sink = on.system.spawn<Clerk>({.mailbox = Bounded{.capacity = 1, .overflow = Overflow::block}}, &of_sink);
  (void)on.system.suspend(sink);
  seen.failures_left = 1;
  const auto actor =
      on.system.spawn<Generous>({.supervision = Resume{.failing_message = FailingMessage::retry<Job>()}}, &seen, sink);
  actor.tell(Job{1});
  actor.tell(Job{2});
  on.run();
  EXPECT_EQ(seen.count, 0);

  (void)on.system.resume(sink);
  on.run();

  EXPECT_EQ(of_sink.count, 2);
  EXPECT_EQ(seen.count, 2);
  EXPECT_EQ(seen.handled[0], 1);
  EXPECT_EQ(seen.handled[1], 2);
}

/// A message that knows how many of its kind there are.
struct Counted {
  explicit Counted(int* living) noexcept : living_{living} { ++*living_; }
  Counted(const Counted& other) noexcept : living_{other.living_} { ++*living_; }
  Counted& operator=(const Counted&) = delete;
  ~Counted() { --*living_; }

private:
  int* living_;
};

TEST_F(FailingMessages, no_copy_is_left) {
  int living = 0;
  int failures_left = 2;
  const auto actor = on.system.spawn(
      [&failures_left](Counted) -> ActorResult<> {
        return failures_left-- > 0 ? ActorResult<>{fail(ActorError::retryable())} : ActorResult<>{};
      },
      {.supervision = Restart{.failing_message = FailingMessage::retry<Counted>()}});

  actor.tell(Counted{&living});
  on.run();

  EXPECT_EQ(living, 0);
  EXPECT_EQ(on.system.supervision().retried(), 2U);
}

}  // namespace
}  // namespace sluice
