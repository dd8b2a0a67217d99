// SPDX-License-Identifier: BSL-1.0
// Events as messages of actors: US17.2, FR-EVT-2, and what the system itself publishes.
#include <sluice/actors/events/mailbox_events.hpp>
#include <sluice_test/test.hpp>

#include <sluice_test/manual_system.hpp>

namespace sluice {
namespace {

using actors_test::ManualSystem;

struct Tick {
  int number = 0;
};
struct Fail {};
struct Work {
  int number = 0;
};

struct Heard {
  int ticks = 0;
  int last_tick = 0;
  int letters = 0;
  int failures = 0;
  int mismatches = 0;
  int overflows = 0;
  int pressed = 0;
  int relieved = 0;
  std::uint32_t capacity = 0;
  UntypedRef who;
};

/// Hears everything.
class Listener {
public:
  explicit Listener(Heard* heard) noexcept : heard_{heard} {}

  void on_start(ActorContext<Listener>& context) {
    (void)context.subscribe<Tick>();
    (void)context.subscribe<DeadLetter>();
    (void)context.subscribe<ActorFailed>();
    (void)context.subscribe<MessageMismatch>();
    (void)context.subscribe<StashOverflow>();
    (void)context.subscribe<MailboxPressure>();
  }
  void on(Tick tick) {
    ++heard_->ticks;
    heard_->last_tick = tick.number;
  }
  void on(DeadLetter) { ++heard_->letters; }
  void on(ActorFailed failed) {
    ++heard_->failures;
    heard_->who = failed.actor;
  }
  void on(MessageMismatch mismatch) {
    ++heard_->mismatches;
    heard_->who = mismatch.actor;
  }
  void on(StashOverflow overflow) {
    ++heard_->overflows;
    heard_->who = overflow.actor;
    heard_->capacity = overflow.capacity;
  }
  void on(MailboxPressure pressure) {
    ++(pressure.is_high ? heard_->pressed : heard_->relieved);
    heard_->capacity = pressure.capacity;
  }
  ActorResult<> on(Fail) { return fail(ActorError::retryable()); }

private:
  Heard* heard_;
};

class ActorEvents : public testing::Test {
protected:
  void SetUp() override { on.run(); }
  void publish(int number) {
    on.system.events().publish(Tick{number});
    on.run();
  }

  ManualSystem on;
  Heard heard;
  ActorRef<Listener> listener = on.system.spawn<Listener>({.supervision = Restart{}}, &heard);
};

TEST_F(ActorEvents, come_to_a_subscriber_as_messages) {  // US17, FR-EVT-2
  on.system.events().publish(Tick{1});
  EXPECT_EQ(heard.ticks, 0);
  publish(2);

  EXPECT_EQ(heard.ticks, 2);
  EXPECT_EQ(heard.last_tick, 2);
}

TEST_F(ActorEvents, end_when_their_subscriber_stops) {  // US17.2, FR-EVT-2, SC-13
  publish(1);
  EXPECT_TRUE(on.system.events().has_subscribers<Tick>());

  on.system.stop(listener);
  on.run();
  EXPECT_FALSE(on.system.events().has_subscribers());
  publish(2);

  EXPECT_EQ(heard.ticks, 1);
  EXPECT_EQ(on.system.dead_letters().count(), 0U);
}

TEST_F(ActorEvents, come_once_after_a_restart_that_subscribes_again) {
  listener.tell(Fail{});
  on.run();

  publish(1);

  EXPECT_EQ(heard.ticks, 1);
}

TEST_F(ActorEvents, can_be_published_by_an_actor_to_itself) {
  int got = 0;
  const auto actor = on.system.spawn(Behaviors::setup<Tick>([&](ActorContext<Tick>& context) {
    (void)context.subscribe<Tick>();
    return Behaviors::receive<Tick>([&](ActorContext<Tick>& own, Tick tick) {
      got = tick.number;
      if (tick.number < 3) {
        own.events().publish(Tick{tick.number + 1});
      }
    });
  }));

  actor.tell({1});
  on.run();

  EXPECT_EQ(got, 3);
}

TEST_F(ActorEvents, tell_of_dead_letters) {
  const auto actor = on.system.spawn([](Work) {});
  on.system.stop(actor);
  on.run();

  actor.tell({1});
  on.run();

  EXPECT_EQ(heard.letters, 1);
}

TEST_F(ActorEvents, tell_of_failures) {  // FR-SUP-4
  const auto actor = on.system.spawn([](Work) -> ActorResult<> { return fail(ActorError::retryable()); });

  actor.tell({1});
  on.run();

  EXPECT_EQ(heard.failures, 1);
  EXPECT_TRUE(heard.who == actor.untyped());
  EXPECT_EQ(heard.letters, 1);
}

TEST_F(ActorEvents, tell_of_messages_of_other_types) {  // FR-TYP-2
  const auto actor = on.system.spawn([](Work) {});

  actor.untyped().tell(Fail{});
  on.run();

  EXPECT_EQ(heard.mismatches, 1);
  EXPECT_TRUE(heard.who == actor.untyped());
}

TEST_F(ActorEvents, tell_of_a_full_stash) {  // R3.9
  const auto actor = on.system.spawn(Behaviors::with_stash<Work>(1, [](StashBuffer<Work> stash) {
    return Behaviors::receive_message<Work>([stash](Work work) mutable { (void)stash.stash(work); });
  }));

  actor.tell({1});
  actor.tell({2});
  on.run();

  EXPECT_EQ(heard.overflows, 1);
  EXPECT_EQ(heard.capacity, 1U);
  EXPECT_TRUE(heard.who == actor.untyped());
}

TEST_F(ActorEvents, tell_of_pressure_and_relief) {  // D7
  const auto actor = on.system.spawn([](Work) {}, {.mailbox = Bounded{.capacity = 4}});
  int published = 0;
  const auto subscription = on.system.events().subscribe<MailboxPressure>([&](const MailboxPressure&) { ++published; });

  actor.tell({1});
  actor.tell({2});
  actor.tell({3});  // exactly 75 %
  EXPECT_EQ(published, 0);
  actor.tell({4});
  on.run();

  EXPECT_EQ(heard.pressed, 1);
  EXPECT_EQ(heard.relieved, 1);
  EXPECT_EQ(heard.capacity, 4U);
}

}  // namespace
}  // namespace sluice
