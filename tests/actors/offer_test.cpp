// SPDX-License-Identifier: BSL-1.0
// Sending with patience: offers of actors and of plain callers, and what goes with a message.
#include <sluice/actors/actor_system.hpp>
#include <sluice/engine/manual_executor.hpp>
#include <sluice_test/test.hpp>

namespace sluice {
namespace {

struct Item {
  int number;
};
struct Fill {
  int count;
};
struct Sum {
  using Reply = int;
};

constexpr Bounded patient{.capacity = 2, .overflow = Overflow::block};

struct Sink {
  int sum = 0;
  int last = 0;
  bool in_order = true;
  void on(Item item) {
    in_order = in_order && item.number == last + 1;
    last = item.number;
    sum += item.number;
  }
  int on(Sum) { return in_order ? sum : -1; }
};

struct Source {
  ActorRef<Sink> sink;
  int next = 1;
  void on(ActorContext<Source>& context, Fill fill) {
    for (int i = 0; i < fill.count; ++i) {
      (void)context.offer(sink, Item{next++});
    }
  }
};

TEST(Offer, of_an_actor_waits_for_room_and_loses_nothing) {  // R3.1, R8.1, US2
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  const auto sink = system.spawn<Sink>({.mailbox = patient});
  const auto source = system.spawn<Source>({}, sink);

  source.tell(Fill{5});
  source.tell(Fill{5});
  executor.run_until_idle();

  EXPECT_EQ(sink.ask(Sum{}).wait().value_or(0), 55);
  EXPECT_EQ(system.dead_letters().count(), 0u);
}

TEST(Offer, of_an_actor_that_stops_is_given_up) {
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  const auto sink = system.spawn<Sink>({.mailbox = patient});
  const auto source = system.spawn<Source>({}, sink);
  (void)system.suspend(sink);
  source.tell(Fill{4});
  executor.run_until_idle();

  (void)system.stop(source);
  executor.run_until_idle();
  (void)system.resume(sink);
  executor.run_until_idle();

  EXPECT_EQ(system.dead_letters().count(DeadLetterReason::offer_given_up), 2u);
  EXPECT_EQ(sink.ask(Sum{}).wait().value_or(0), 1 + 2);
}

/// Offers more than its child has room for, and stops.
struct Foster {
  int* ends;
  void on(ActorContext<Foster>& context, Fill fill) {
    const auto child = context.spawn<Sink>({.mailbox = patient});
    for (int number = 1; number <= fill.count; ++number) {
      (void)context.offer(child, Item{number});
    }
    context.stop();
  }
  void on_stop() { ++*ends; }
};

TEST(Offer, of_a_parent_that_stops_does_not_keep_its_child) {  // R3.1, US2
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  int ends = 0;
  const auto parent = system.spawn<Foster>({}, &ends);

  parent.tell(Fill{3});
  executor.run_until_idle();

  EXPECT_FALSE(parent.is_alive());
  EXPECT_EQ(ends, 1);
  EXPECT_EQ(system.dead_letters().count(DeadLetterReason::offer_given_up), 1u);
}

TEST(Offer, to_an_actor_that_stops_ends_and_its_sender_goes_on) {
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  const auto sink = system.spawn<Sink>({.mailbox = patient});
  const auto source = system.spawn<Source>({}, sink);
  (void)system.suspend(sink);
  source.tell(Fill{3});
  executor.run_until_idle();

  (void)system.stop(sink);
  executor.run_until_idle();
  source.tell(Fill{1});
  executor.run_until_idle();

  EXPECT_EQ(system.dead_letters().count(DeadLetterReason::stopped), 4u);
}

TEST(Offer, of_a_plain_caller_is_a_future) {
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  const auto sink = system.spawn<Sink>({.mailbox = patient});

  for (int number = 1; number <= 6; ++number) {
    EXPECT_TRUE(sink.offer(Item{number}).wait().has_value());
  }

  EXPECT_EQ(sink.ask(Sum{}).wait().value_or(0), 21);
}

TEST(Offer, that_nobody_can_make_room_for_is_an_error) {
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  const auto sink = system.spawn<Sink>({.mailbox = patient});
  (void)system.suspend(sink);
  executor.run_until_idle();
  sink.tell(Item{1});
  sink.tell(Item{2});

  EXPECT_EQ(sink.offer(Item{3}).wait().error(), Error::would_block);
  EXPECT_EQ(system.dead_letters().count(DeadLetterReason::offer_given_up), 1u);
  (void)system.resume(sink);
}

TEST(Offer, with_a_push_timeout_ends_in_time) {  // R3.6
  engine::ManualExecutor executor;
  engine::ManualClock clock;
  ActorSystem system{SystemOptions{.executor = &executor, .clock = &clock}};
  const auto sink = system.spawn<Sink>(
      {.mailbox = Bounded{.capacity = 1, .overflow = Overflow::block, .push_timeout = std::chrono::seconds{1}}});
  const auto source = system.spawn<Source>({}, sink);
  (void)system.suspend(sink);
  source.tell(Fill{2});
  executor.run_until_idle();

  clock.advance(std::chrono::seconds{2});
  system.advance_timers();
  executor.run_until_idle();

  EXPECT_EQ(system.dead_letters().count(DeadLetterReason::offer_timed_out), 1u);
  (void)system.resume(sink);
}

TEST(Offer, to_oneself_does_not_wait_for_ever) {
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  Error error{};
  const auto self = system.spawn(
      [&error](ActorContext<Item>& context, Item item) {
        for (int i = 0; item.number == 0 && i < 3; ++i) {
          if (const Result<> result = context.offer(context.self(), Item{1}); !result.has_value()) {
            error = result.error();
          }
        }
      },
      {.mailbox = patient});

  self.tell({0});
  executor.run_until_idle();

  EXPECT_EQ(error, Error::rejected);
  EXPECT_EQ(system.dead_letters().count(DeadLetterReason::would_wait), 1u);
}

TEST(MessageHeaders, go_with_a_message) {  // FR-ACT-2
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  std::uint64_t request = 0;
  bool has_other = true;
  const auto actor = system.spawn([&](ActorContext<Item>& context, Item) {
    request = context.header("request").value_or(0);
    has_other = context.header("other").has_value();
  });

  actor.tell_with(MessageHeaders{}.with("request", 16).with("request", 17), Item{1});
  executor.run_until_idle();

  EXPECT_EQ(request, 17u);
  EXPECT_FALSE(has_other);
}

TEST(MessageHeaders, are_at_most_so_many) {
  MessageHeaders headers;

  for (const char* const name : {"a", "b", "c", "d"}) {
    EXPECT_TRUE(headers.set(name, 1));
  }

  EXPECT_FALSE(headers.set("e", 1));
  EXPECT_TRUE(headers.set("d", 2));
  EXPECT_EQ(headers.get("d").value_or(0), 2u);
}

struct Failing {};
struct Parent {
  int* failures;
  int* mismatches;
  void on(ActorContext<Parent>& context, Fill) {
    const auto child = context.spawn([](Failing) -> ActorResult<> { return fail(ActorError::fatal("on purpose")); });
    child.untyped().tell(Item{1});
    child.tell({});
  }
  void on(ActorFailed) { ++*failures; }
  void on(MessageMismatch) { ++*mismatches; }
};

TEST(Parent, that_wants_it_is_told_what_happens_to_its_children) {  // FR-TYP-2, US8.2
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  int failures = 0;
  int mismatches = 0;
  const auto parent = system.spawn<Parent>({}, &failures, &mismatches);

  parent.tell(Fill{1});
  executor.run_until_idle();

  EXPECT_EQ(failures, 1);
  EXPECT_EQ(mismatches, 1);
}

std::int32_t by_number(const engine::Envelope& envelope) noexcept { return message_in<Item>(envelope)->number; }

TEST(PriorityMailbox, of_an_actor_lets_lower_numbers_go_first) {  // FR-MBX-1, US10.2, D9
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  int order = 0;
  const auto actor = system.spawn([&order](Item item) { order = order * 10 + item.number; },
                                  {.mailbox = Prioritized{.of = &by_number}});

  for (const int number : {3, 1, 2}) {
    actor.tell({number});
  }
  executor.run_until_idle();

  EXPECT_EQ(order, 123);
}

}  // namespace
}  // namespace sluice
