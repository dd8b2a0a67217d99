// SPDX-License-Identifier: BSL-1.0
// What a full mailbox does, by policy and verb: FR-MBX-4, D6, R3.1, R3.2, SC-2, SC-7.
#include <optional>
#include <sluice/actors/actor_system.hpp>
#include <sluice/actors/events/event_stream.hpp>
#include <sluice/actors/events/mailbox_events.hpp>
#include <sluice_test/test.hpp>
#include <sluice_test/trail.hpp>

namespace sluice {
namespace {

using sluice_test::Trail;

struct Job {
  int number;
};

enum class Verb : std::uint8_t { tell, try_tell };
enum class From : std::uint8_t { caller, actor };
enum class Kind : std::uint8_t { bounded, deque };

/// How the messages are sent, and to what.
struct Way {
  From from;
  Kind kind;
};
constexpr Way ways[] = {{From::caller, Kind::bounded},
                        {From::caller, Kind::deque},
                        {From::actor, Kind::bounded},
                        {From::actor, Kind::deque}};

/// What came of the third message to a mailbox for two.
struct Outcome {
  bool is_accepted = false;
  std::optional<Error> error;
  int returned = 0;  ///< the message that came back, if one did
  Trail handled;
  std::uint64_t letters = 0;
  std::uint64_t letters_by_reason = 0;
  int dropped = 0;  ///< as the metrics say
  int pressures = 0;
  int reliefs = 0;
};

class Drops final : public engine::MetricsSink {
public:
  void dropped(const engine::Mailbox&, DeadLetterReason) noexcept override { ++count; }
  int count = 0;
};

void send(const ActorRef<Job>& to, Verb verb, int number, Outcome& outcome) {
  if (verb == Verb::tell) {
    const Result<> told = to.tell({number});
    outcome.is_accepted = told.has_value();
    outcome.error = told.has_value() ? std::optional<Error>{} : told.error();
    return;
  }
  const auto tried = to.try_tell({number});
  outcome.is_accepted = tried.has_value();
  if (!tried.has_value()) {
    outcome.error = tried.error().error;
    outcome.returned = tried.error().message.number;
  }
}

void send_three(const ActorRef<Job>& to, Verb verb, Outcome& outcome) {
  for (int number = 1; number <= 3; ++number) {
    send(to, verb, number, outcome);
    EXPECT_TRUE(number == 3 || outcome.is_accepted);
  }
}

MailboxChoice for_two(Kind kind, Overflow policy) {
  return kind == Kind::bounded ? MailboxChoice{Bounded{.capacity = 2, .overflow = policy}}
                               : MailboxChoice{Deque{.capacity = 2, .overflow = policy}};
}

Outcome overfill(Overflow policy, Verb verb, Way way, DeadLetterReason reason) {
  engine::ManualExecutor executor;
  Drops drops;
  ActorSystem system{SystemOptions{.executor = &executor, .metrics = &drops}};
  Outcome outcome;
  const auto pressure = system.events().subscribe<MailboxPressure>(
      [&](const MailboxPressure& event) { ++(event.is_high ? outcome.pressures : outcome.reliefs); });
  EXPECT_TRUE(pressure.has_value());
  const auto worker =
      system.spawn([&](Job job) { outcome.handled.add(job.number); }, {.mailbox = for_two(way.kind, policy)});
  if (way.from == From::caller) {
    send_three(worker, verb, outcome);
  } else {
    system.spawn([&](int) { send_three(worker, verb, outcome); }).tell(0);
  }
  executor.run_until_idle();
  outcome.letters = system.dead_letters().count();
  outcome.letters_by_reason = system.dead_letters().count(reason);
  outcome.dropped = drops.count;
  return outcome;
}

/// One line of the table: the policy, and what becomes of the third message.
void expect_refused(Overflow policy, Verb verb, std::optional<DeadLetterReason> reason) {
  for (const Way way : ways) {
    const Outcome outcome = overfill(policy, verb, way, reason.value_or(DeadLetterReason::overflow));
    const int letters = reason.has_value() ? 1 : 0;

    EXPECT_FALSE(outcome.is_accepted);
    EXPECT_TRUE(outcome.error == Error::rejected);
    EXPECT_EQ(outcome.returned, verb == Verb::try_tell ? 3 : 0);
    EXPECT_TRUE(outcome.handled.is({1, 2}));
    EXPECT_EQ(outcome.letters, letters);
    EXPECT_EQ(outcome.letters_by_reason, letters);
    EXPECT_EQ(outcome.dropped, letters);
    EXPECT_EQ(outcome.pressures, 1);
    EXPECT_EQ(outcome.reliefs, 1);
  }
}

TEST(FullMailbox, that_drops_the_newest_refuses_it_and_makes_a_dead_letter) {  // US11.1, SC-7
  expect_refused(Overflow::drop_newest, Verb::tell, DeadLetterReason::dropped_newest);
}
TEST(FullMailbox, that_lets_senders_wait_makes_a_dead_letter_of_what_is_told) {  // SC-7, R3.6
  expect_refused(Overflow::block, Verb::tell, DeadLetterReason::would_wait);
}
TEST(FullMailbox, that_fails_its_senders_makes_no_dead_letter) {  // R3.2
  expect_refused(Overflow::fail, Verb::tell, std::nullopt);
}
TEST(FullMailbox, that_sends_to_the_dead_letters_says_why) {  // R3.1
  expect_refused(Overflow::dead_letter, Verb::tell, DeadLetterReason::overflow);
}

TEST(FullMailbox, gives_back_what_is_tried_and_makes_no_dead_letter) {  // D6, SC-2
  expect_refused(Overflow::drop_newest, Verb::try_tell, std::nullopt);
  expect_refused(Overflow::block, Verb::try_tell, std::nullopt);
  expect_refused(Overflow::fail, Verb::try_tell, std::nullopt);
  expect_refused(Overflow::dead_letter, Verb::try_tell, std::nullopt);
}

TEST(FullMailbox, that_drops_the_oldest_takes_the_newest) {  // US14.1, SC-7
  for (const Verb verb : {Verb::tell, Verb::try_tell}) {
    for (const Way way : ways) {
      const Outcome outcome = overfill(Overflow::drop_oldest, verb, way, DeadLetterReason::dropped_oldest);

      EXPECT_TRUE(outcome.is_accepted);
      EXPECT_TRUE(outcome.handled.is({2, 3}));
      EXPECT_EQ(outcome.letters, 1u);
      EXPECT_EQ(outcome.letters_by_reason, 1u);
      EXPECT_EQ(outcome.dropped, 1);
      EXPECT_EQ(outcome.pressures, 1);
      EXPECT_EQ(outcome.reliefs, 1);
    }
  }
}

TEST(FullMailbox, that_grows_takes_everything) {  // SC-7
  for (const Verb verb : {Verb::tell, Verb::try_tell}) {
    for (const Way way : ways) {
      const Outcome outcome = overfill(Overflow::grow, verb, way, DeadLetterReason::overflow);

      EXPECT_TRUE(outcome.is_accepted);
      EXPECT_TRUE(outcome.handled.is({1, 2, 3}));
      EXPECT_EQ(outcome.letters, 0u);
      EXPECT_EQ(outcome.dropped, 0);
      EXPECT_EQ(outcome.pressures, 1);
      EXPECT_EQ(outcome.reliefs, 1);
    }
  }
}

TEST(FullMailbox, of_ten_handles_ten_in_order_and_tells_of_the_eleventh) {  // US2.1, US11.1, SC-2
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  Trail handled;
  const auto worker = system.spawn([&](Job job) { handled.add(job.number); }, {.mailbox = Bounded{.capacity = 10}});
  for (int number = 1; number <= 10; ++number) {
    EXPECT_TRUE(worker.tell({number}).has_value());
  }

  const Result<> eleventh = worker.tell({11});
  executor.run_until_idle();

  ASSERT_FALSE(eleventh.has_value());
  EXPECT_EQ(eleventh.error(), Error::rejected);
  EXPECT_TRUE(handled.is({1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
  EXPECT_EQ(system.dead_letters().count(DeadLetterReason::dropped_newest), 1u);
}

TEST(FullMailbox, has_room_again_when_a_message_was_handled) {
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  Trail handled;
  const auto worker = system.spawn([&](Job job) { handled.add(job.number); }, {.mailbox = Bounded{.capacity = 1}});
  worker.tell({1});
  EXPECT_FALSE(worker.tell({2}).has_value());
  executor.run_until_idle();

  EXPECT_TRUE(worker.tell({3}).has_value());
  executor.run_until_idle();

  EXPECT_TRUE(handled.is({1, 3}));
}

TEST(FullMailbox, shows_the_lost_message_in_its_dead_letter) {  // FR-MBX-4
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  Trail lost;
  bool is_for_worker = false;
  const auto worker = system.spawn([](Job) {}, {.mailbox = Bounded{.capacity = 1, .overflow = Overflow::drop_oldest}});
  const auto subscription = system.events().subscribe<DeadLetter>([&](const DeadLetter& letter) {
    is_for_worker = worker == letter.target;
    lost.add(letter.message<Job>() == nullptr ? -1 : letter.message<Job>()->number);
  });

  worker.tell({7});
  worker.tell({8});

  ASSERT_TRUE(subscription.has_value());
  EXPECT_TRUE(lost.is({7}));
  EXPECT_TRUE(is_for_worker);
}

TEST(FullMailbox, does_not_keep_a_control_out) {  // FR-MBX-2, US10.2, D6
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  int handled = 0;
  const auto worker = system.spawn([&](Job) { ++handled; }, {.mailbox = Bounded{.capacity = 1}});
  worker.tell({1});

  EXPECT_TRUE(system.stop(worker).has_value());
  executor.run_until_idle();

  EXPECT_EQ(handled, 0);
  EXPECT_FALSE(worker.is_alive());
  EXPECT_EQ(system.dead_letters().count(DeadLetterReason::stopped), 1u);
}

TEST(MailboxPressureEvent, comes_above_three_quarters_once_per_crossing) {  // R3.4, D7
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  Trail seen;
  const auto subscription = system.events().subscribe<MailboxPressure>([&](const MailboxPressure& event) {
    EXPECT_EQ(event.capacity, 4u);
    seen.add(event.is_high ? static_cast<int>(event.depth) : -static_cast<int>(event.depth));
  });
  const auto worker = system.spawn([](Job) {}, {.mailbox = Bounded{.capacity = 4}});
  for (int number = 1; number <= 3; ++number) {
    worker.tell({number});
  }
  EXPECT_TRUE(seen.is({}));

  worker.tell({4});
  worker.tell({5});
  executor.run_until_idle();

  ASSERT_TRUE(subscription.has_value());
  EXPECT_TRUE(seen.is({4, -1}));
}

TEST(UnboundedMailbox, takes_whatever_comes) {  // FR-MBX-1
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  int handled = 0;
  const auto worker = system.spawn([&](Job) { ++handled; }, {.mailbox = Unbounded{}});
  for (int number = 0; number < 20; ++number) {
    EXPECT_TRUE(worker.try_tell({number}).has_value());
  }

  executor.run_until_idle();

  EXPECT_EQ(handled, 20);
}

TEST(MailboxChoice, without_any_capacity_is_no_choice) {  // boundary: capacity 0 fails before the spawn
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  const auto noop = [](Job) {};

  const auto bounded = system.try_spawn(noop, {.name = "zero", .mailbox = Bounded{.capacity = 0}});
  const auto growing = system.try_spawn(noop, {.mailbox = Bounded{.capacity = 0, .overflow = Overflow::grow}});
  const auto deque = system.try_spawn(noop, {.mailbox = Deque{.capacity = 0}});

  ASSERT_FALSE(bounded.has_value());
  EXPECT_EQ(bounded.error().error, Error::invalid_argument);
  ASSERT_FALSE(growing.has_value());
  EXPECT_EQ(growing.error().error, Error::invalid_argument);
  ASSERT_FALSE(deque.has_value());
  EXPECT_EQ(deque.error().error, Error::invalid_argument);
  EXPECT_FALSE(system.find("zero").has_value());
}

TEST(MailboxChoice, that_fails_gives_a_reference_to_nobody) {
  engine::ManualExecutor executor;
  ActorSystem system{executor};

  const auto nobody = system.spawn([](Job) {}, {.mailbox = Bounded{.capacity = 0}});

  EXPECT_TRUE(nobody == ActorRef<Job>{});
  EXPECT_EQ(nobody.tell({1}).error(), Error::out_of_scope);
}

TEST(MailboxChoice, of_the_system_is_for_those_who_say_nothing) {
  engine::ManualExecutor executor;
  ActorSystem system{SystemOptions{
      .executor = &executor,
      .dispatcher = {.mailbox = {.kind = engine::QueueKind::bounded, .capacity = 1, .overflow = Overflow::fail}}}};
  const auto small = system.spawn([](Job) {});
  const auto large = system.spawn([](Job) {}, {.mailbox = Unbounded{}});

  small.tell({1});
  large.tell({1});

  EXPECT_FALSE(small.tell({2}).has_value());
  EXPECT_TRUE(large.tell({2}).has_value());
}

}  // namespace
}  // namespace sluice
