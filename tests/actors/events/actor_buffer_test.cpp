// SPDX-License-Identifier: BSL-1.0
// Buffers between a stream and actors. US17.2, US18.1, FR-EVT-2, FR-EVT-3, FR-EVT-4
#include <sluice/actors/events/event_reports.hpp>
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
  int digit = 0;
};

struct Heard {
  void note(int digit) noexcept { digits = digits * 10 + digit; }

  std::int64_t digits = 0;
  int high = 0;
  int relieved = 0;
  std::uint32_t depth_at_most = 0;
};

/// Writes down the numbers of its events, and the digits of its work.
class Slow {
public:
  Slow(Heard* heard, EventBufferOptions options) noexcept : heard_{heard}, options_{options} {}

  void on_start(ActorContext<Slow>& context) { (void)context.subscribe<Tick>(options_); }
  void on(Tick tick) { heard_->note(tick.number % 10); }
  void on(Work work) { heard_->note(work.digit); }
  ActorResult<> on(Fail) { return fail(ActorError::retryable()); }
  void on(BackpressureHint hint) { ++(hint.level == BackpressureLevel::high ? heard_->high : heard_->relieved); }

private:
  Heard* heard_;
  EventBufferOptions options_;
};

class ActorBuffering : public testing::Test {
protected:
  void SetUp() override {
    on.system.events().set_log(EventLog::nothing);
    on.system.dead_letters().set_writing(false);
  }
  ActorRef<Slow> spawn(EventBufferOptions options, SpawnOptions spawned = {}) {
    const auto actor = on.system.spawn<Slow>(spawned, &heard, options);
    on.run();
    return actor;
  }
  void publish(int first, int last) {
    for (int number = first; number <= last; ++number) {
      result = on.system.events().publish(Tick{number});
    }
  }

  ManualSystem on;
  Heard heard;
  PublishResult result;
};

TEST_F(ActorBuffering, brings_events_in_their_order) {  // FR-EVT-2
  spawn({.capacity = 8});

  publish(1, 3);
  EXPECT_EQ(heard.digits, 0);
  on.run();
  publish(4, 5);
  on.run();

  EXPECT_EQ(heard.digits, 12345);
}

TEST_F(ActorBuffering, of_ten_loses_the_oldest_five_of_fifteen) {  // US18.1
  spawn({.capacity = 10, .overflow = Overflow::drop_oldest});
  std::uint32_t reported = 0;
  const auto reports =
      on.system.events().subscribe<EventsDropped>([&](const EventsDropped& dropped) { reported += dropped.count; });

  publish(1, 15);
  EXPECT_EQ(result.level, BackpressureLevel::full);
  on.run();

  EXPECT_EQ(heard.digits, 6789012345);
  EXPECT_EQ(reported, 5u);
  EXPECT_EQ(on.system.events().counters().lost_by(Overflow::drop_oldest), 5u);
}

TEST_F(ActorBuffering, lets_other_messages_come_in_between) {  // FR-EVT-4
  const auto actor = spawn({.capacity = 8});

  publish(1, 4);
  actor.tell(Work{9});
  actor.tell(Work{8});
  on.run();

  EXPECT_EQ(heard.digits, 198234);
}

TEST_F(ActorBuffering, tells_the_actor_of_pressure) {  // FR-EVT-4
  spawn({.capacity = 4, .overflow = Overflow::drop_newest});

  publish(1, 5);
  on.run();

  EXPECT_EQ(heard.high, 1);
  EXPECT_EQ(heard.relieved, 1);
  EXPECT_EQ(heard.digits, 1234);
}

TEST_F(ActorBuffering, makes_a_dead_letter_of_each_if_it_is_told_to) {  // D6
  spawn({.capacity = 1, .overflow = Overflow::dead_letter});
  int reports = 0;
  const auto reported = on.system.events().subscribe<EventsDropped>([&](const EventsDropped&) { ++reports; });

  publish(1, 3);
  on.run();

  EXPECT_EQ(heard.digits, 1);
  EXPECT_EQ(on.letters(DeadLetterReason::overflow), 2u);
  EXPECT_EQ(reports, 0);
  EXPECT_EQ(on.system.events().counters().lost_by(Overflow::dead_letter), 2u);
}

TEST_F(ActorBuffering, ends_with_its_actor) {  // US17.2, SC-13
  const auto actor = spawn({.capacity = 8});
  publish(1, 3);

  on.system.stop(actor);
  on.run();
  EXPECT_FALSE(on.system.events().has_subscribers<Tick>());
  publish(4, 4);
  on.run();

  EXPECT_EQ(heard.digits, 0);
  EXPECT_EQ(on.system.events().counters().abandoned, 3u);
  EXPECT_EQ(on.system.dead_letters().count(), 0u);
}

TEST_F(ActorBuffering, is_given_up_when_its_actor_unsubscribes) {  // US17.1, FR-EVT-2, SC-13
  int heard_ticks = 0;
  int heard_tocks = 0;
  struct Unsubscribing {
    int* ticks;
    int* tocks;
    void on_start(ActorContext<Unsubscribing>& context) {
      (void)context.subscribe<Tick>({.capacity = 8});
      (void)context.subscribe<Work>();
      (void)context.subscribe<Tick>();
    }
    void on(Tick) { ++*ticks; }
    void on(Work) { ++*tocks; }
    void on(ActorContext<Unsubscribing>& context, Fail) { context.unsubscribe<Tick>(); }
  };
  const auto actor = on.system.spawn<Unsubscribing>({}, Unsubscribing{&heard_ticks, &heard_tocks});
  on.run();
  actor.tell(Fail{});
  publish(1, 2);  // the copies without a buffer are in the mailbox
  on.run();
  EXPECT_EQ(heard_ticks, 2);
  EXPECT_EQ(on.system.events().counters().abandoned, 2u);

  publish(3, 3);
  on.system.events().publish(Work{});
  on.run();

  EXPECT_EQ(heard_ticks, 2);
  EXPECT_EQ(heard_tocks, 1);
}

TEST_F(ActorBuffering, begins_anew_with_a_new_incarnation) {
  const auto actor = spawn({.capacity = 8}, {.supervision = Restart{}});
  actor.tell(Fail{});
  publish(1, 3);
  on.run();
  EXPECT_EQ(heard.digits, 0);
  EXPECT_EQ(on.system.events().counters().abandoned, 3u);

  publish(4, 5);
  on.run();

  EXPECT_EQ(heard.digits, 45);
  EXPECT_EQ(on.letters(DeadLetterReason::type_mismatch), 0u);
}

TEST_F(ActorBuffering, waits_while_its_actor_is_suspended) {
  const auto actor = spawn({.capacity = 8});
  on.system.suspend(actor);
  on.run();

  publish(1, 3);
  on.run();
  EXPECT_EQ(heard.digits, 0);
  on.system.resume(actor);
  on.run();

  EXPECT_EQ(heard.digits, 123);
}

TEST_F(ActorBuffering, passes_by_a_full_mailbox) {
  const auto actor = spawn({.capacity = 8}, {.mailbox = Bounded{.capacity = 1, .overflow = Overflow::drop_newest}});
  actor.tell(Work{9});

  publish(1, 3);
  on.run();

  EXPECT_EQ(on.system.dead_letters().count(), 0u);
  EXPECT_EQ(heard.digits, 1239);
}

TEST_F(ActorBuffering, takes_no_place_in_a_mailbox_that_drops_its_oldest) {
  const auto actor = spawn({.capacity = 8}, {.mailbox = Bounded{.capacity = 1, .overflow = Overflow::drop_oldest}});

  publish(1, 2);
  actor.tell(Work{9});
  on.run();

  EXPECT_EQ(on.system.dead_letters().count(), 0u);
  EXPECT_EQ(heard.digits, 129);
}

TEST_F(ActorBuffering, while_suspended_with_a_full_mailbox_waits_too) {
  const auto actor = spawn({.capacity = 8}, {.mailbox = Bounded{.capacity = 1, .overflow = Overflow::drop_newest}});
  on.system.suspend(actor);
  on.run();
  actor.tell(Work{9});

  publish(1, 2);
  on.run();
  EXPECT_EQ(heard.digits, 0);
  on.system.resume(actor);
  on.run();

  EXPECT_EQ(heard.digits % 10 + heard.digits / 10 % 10 + heard.digits / 100, 12);
}

TEST_F(ActorBuffering, is_refused_without_a_capacity) {
  Error error{};
  (void)on.system.spawn(Behaviors::setup<Tick>([&](ActorContext<Tick>& context) {
    error = context.subscribe<Tick>({.capacity = 0}).error();
    return Behaviors::receive_message<Tick>([](Tick) {});
  }));
  on.run();

  EXPECT_EQ(error, Error::invalid_argument);
  EXPECT_FALSE(on.system.events().has_subscribers());
}

}  // namespace
}  // namespace sluice
