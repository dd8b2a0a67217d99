// SPDX-License-Identifier: BSL-1.0
// Messages that an actor keeps for later: R3.7, R3.8, R3.9, FR-BEH-2, FR-MBX-3.
#include <sluice/actors/behaviors.hpp>
#include <sluice/actors/events/actor_events.hpp>
#include <sluice/actors/events/event_stream.hpp>
#include <sluice/actors/middleware/middleware.hpp>
#include <sluice/actors/props.hpp>
#include <sluice_test/test.hpp>
#include <sluice_test/trail.hpp>
#include <string_view>

namespace sluice {
namespace {

using namespace std::chrono_literals;
using sluice_test::Trail;

struct Item {
  int number;
};
constexpr Item open{0};
constexpr Item failing{-1};

/// Handles items, in the order that `seen` tells.
Behavior<Item> opened(Trail& seen) {
  return Behaviors::receive_message<Item>([&seen](Item item) { seen.add(item.number); });
}

/// Keeps items until `open` comes.
Behavior<Item> closed(Trail& seen, std::uint32_t capacity) {
  return Behaviors::with_stash<Item>(capacity, [&seen](StashBuffer<Item> stash) {
    return Behaviors::receive_message<Item>([&seen, stash](Item item) mutable -> ActorResult<Behavior<Item>> {
      if (item.number == failing.number) {
        return fail(ActorError::retryable("asked to"));
      }
      if (item.number == open.number) {
        return stash.unstash_all(opened(seen));
      }
      (void)stash.stash(item);
      return Behaviors::same<Item>();
    });
  });
}

/// The same as a class.
struct Door {
  static constexpr std::uint32_t stash_capacity = 2;
  Trail* seen;
  bool is_open = false;
  void on(ActorContext<Door>& context, Item item) {
    if (item.number == open.number) {
      is_open = true;
      context.unstash_all();
    } else if (is_open) {
      seen->add(item.number);
    } else {
      (void)context.stash(item);
    }
  }
};

TEST(Stash, gives_messages_back_in_their_order_before_newer_ones) {  // R3.7
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  Trail seen;
  const auto door = system.spawn(closed(seen, 8));

  door.tell({1});
  door.tell({2});
  door.tell(open);
  door.tell({3});
  executor.run_until_idle();
  door.tell({4});
  executor.run_until_idle();

  EXPECT_TRUE(seen.is({1, 2, 3, 4}));
  EXPECT_EQ(system.dead_letters().count(), 0u);
}

TEST(Stash, knows_how_much_it_holds) {  // R3.9
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  Trail seen;
  const auto actor = system.spawn(Behaviors::with_stash<Item>(2, [&](StashBuffer<Item> stash) {
    EXPECT_EQ(stash.capacity(), 2u);
    EXPECT_TRUE(stash.is_empty());
    return Behaviors::receive_message<Item>([&seen, stash](Item item) mutable {
      if (item.number == open.number) {
        stash.unstash_all();
      } else if (!stash.is_full()) {
        (void)stash.stash(item);
      }
      seen.add(static_cast<int>(stash.size()));
    });
  }));

  actor.tell({1});
  actor.tell({2});
  actor.tell({3});
  executor.run_until_idle();
  EXPECT_TRUE(seen.is({1, 2, 2}));
  actor.tell(open);
  executor.run_until_idle();

  EXPECT_TRUE(seen.is({1, 2, 2, 0, 1, 2}));
}

TEST(Stash, that_is_full_makes_a_dead_letter_an_event_and_an_error) {  // R3.9
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  int overflows = 0;
  const auto subscription = system.events().subscribe<StashOverflow>([&](const StashOverflow& event) {
    EXPECT_EQ(event.capacity, 1u);
    ++overflows;
  });
  Trail results;
  const auto actor = system.spawn(Behaviors::with_stash<Item>(1, [&](StashBuffer<Item> stash) {
    return Behaviors::receive_message<Item>([&results, stash](Item item) mutable {
      const Result<> stashed = stash.stash(item);
      results.add(stashed.has_value() ? 0 : static_cast<int>(stashed.error()));
    });
  }));

  actor.tell({1});
  actor.tell({2});
  executor.run_until_idle();

  ASSERT_TRUE(subscription.has_value());
  EXPECT_EQ(overflows, 1);
  EXPECT_TRUE(results.is({0, static_cast<int>(Error::rejected)}));
  EXPECT_EQ(system.dead_letters().count(DeadLetterReason::stash_overflow), 1u);
  EXPECT_EQ(system.dead_letters().count(), 1u);
}

TEST(Stash, of_an_actor_that_stops_becomes_dead_letters) {  // R3.7: nothing is lost in silence
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  Trail seen;
  Trail lost;
  const auto subscription = system.events().subscribe<DeadLetter>([&](const DeadLetter& letter) {
    lost.add(letter.message<Item>() == nullptr ? -9 : letter.message<Item>()->number);
  });
  const auto door = system.spawn(closed(seen, 8));
  door.tell({1});
  door.tell({2});
  executor.run_until_idle();

  (void)system.stop(door);
  door.tell({3});
  executor.run_until_idle();

  ASSERT_TRUE(subscription.has_value());
  EXPECT_TRUE(lost.is({1, 2, 3}));
  EXPECT_EQ(system.dead_letters().count(DeadLetterReason::stopped), 3u);
}

TEST(Stash, is_put_back_first_by_a_restart) {  // R3.7
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  Trail seen;
  const auto door = system.spawn(Behaviors::supervise(closed(seen, 8)).with_restart(3, 60s));
  door.tell({1});
  door.tell({2});
  door.tell(failing);
  door.tell({3});
  door.tell(open);

  executor.run_until_idle();

  EXPECT_TRUE(seen.is({1, 2, 3}));
  EXPECT_EQ(system.dead_letters().count(DeadLetterReason::handler_failed), 1u);
  EXPECT_EQ(system.dead_letters().count(), 1u);
}

TEST(Stash, keeps_who_is_to_be_answered) {
  struct Question {
    bool opens = false;
    using Reply = int;
  };
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  const auto actor = system.spawn(Behaviors::with_stash<Question>(2, [is_open = false](StashBuffer<Question> stash) {
    return Behaviors::receive<Question>([is_open, stash](ActorContext<Question>& context, Question question) mutable {
      if (question.opens) {
        is_open = true;
        stash.unstash_all();
      } else if (is_open) {
        context.reply(7);
      } else {
        (void)stash.stash(question);
      }
    });
  }));
  auto asked = actor.ask({}, 1s);
  executor.run_until_idle();
  EXPECT_FALSE(asked.is_ready());

  actor.tell({.opens = true});

  EXPECT_EQ(std::move(asked).wait().value_or(-1), 7);
}

TEST(Stash, of_an_actor_class_has_the_size_it_says) {  // R3.9
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  Trail seen;
  const auto door = system.spawn<Door>({}, &seen);

  for (int number = 1; number <= 3; ++number) {
    door.tell(Item{number});
  }
  door.tell(open);
  door.tell(Item{4});
  executor.run_until_idle();

  EXPECT_TRUE(seen.is({1, 2, 4}));
  EXPECT_EQ(system.dead_letters().count(DeadLetterReason::stash_overflow), 1u);
}

TEST(Stash, goes_back_into_a_full_mailbox_without_loss) {  // R3.7: lossless both ways
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  Trail seen;
  const auto door = system.spawn(closed(seen, 8), {.mailbox = Deque{.capacity = 2, .overflow = Overflow::fail}});
  EXPECT_TRUE(door.tell({1}).has_value());
  EXPECT_TRUE(door.tell({2}).has_value());
  executor.run_until_idle();
  EXPECT_TRUE(door.tell(open).has_value());
  EXPECT_TRUE(door.tell({3}).has_value());
  EXPECT_FALSE(door.tell({4}).has_value());

  executor.run_until_idle();

  EXPECT_TRUE(seen.is({1, 2, 3}));
}

TEST(Stash, needs_a_mailbox_of_the_deque_kind) {  // R3.8
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  Trail seen;

  const auto bounded = system.try_spawn(closed(seen, 8), {.mailbox = Bounded{.capacity = 4}});
  const auto unbounded = system.try_spawn(Props::from_behavior(closed(seen, 8)).with_mailbox(Unbounded{}));

  ASSERT_FALSE(bounded.has_value());
  EXPECT_EQ(bounded.error().error, Error::invalid_argument);
  ASSERT_NE(bounded.error().required, nullptr);
  EXPECT_EQ(std::string_view{bounded.error().required}, std::string_view{"deque"});
  EXPECT_EQ(std::string_view{bounded.error().actual}, std::string_view{"bounded"});
  ASSERT_FALSE(unbounded.has_value());
  EXPECT_EQ(std::string_view{unbounded.error().required}, std::string_view{"deque"});
  EXPECT_EQ(std::string_view{unbounded.error().actual}, std::string_view{"unbounded"});
}

TEST(Stash, gets_a_deque_if_nobody_says_otherwise) {  // R3.8
  engine::ManualExecutor executor;
  ActorSystem system{SystemOptions{
      .executor = &executor,
      .dispatcher = {.mailbox = {.kind = engine::QueueKind::bounded, .capacity = 4, .overflow = Overflow::fail}}}};
  Trail seen;

  const auto door = system.try_spawn(closed(seen, 8));

  EXPECT_TRUE(door.has_value());
}

TEST(Stash, of_a_behavior_that_comes_later_needs_the_deque_too) {  // R3.8
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  Trail seen;
  const auto becomes = Behaviors::receive_message<Item>([&seen](Item) { return closed(seen, 8); });
  const auto without = system.spawn(becomes);
  const auto with = system.spawn(becomes, {.mailbox = Deque{}});

  without.tell({1});
  with.tell({1});
  executor.run_until_idle();
  with.tell({2});
  with.tell(open);
  executor.run_until_idle();

  EXPECT_FALSE(without.is_alive());
  EXPECT_TRUE(with.is_alive());
  EXPECT_TRUE(seen.is({2}));
}

TEST(Stash, has_room_for_a_message) {  // boundary: capacity 0
  sluice_test::expect_broken_promise(
      [] { (void)Behaviors::with_stash<Item>(0, [](StashBuffer<Item>) { return Behaviors::same<Item>(); }); },
      "a stash has room for a message");
}

/// Lets nothing pass that is `failing`.
struct Gate {
  ActorResult<> inbound(Inbound& message) {
    if (message.message<Item>()->number == failing.number) {
      return fail(ActorError::retryable("asked to"));
    }
    message.next();
    return {};
  }
};

TEST(Stash, does_not_hide_a_message_that_fails_before_its_handler) {  // FR-MBX-5, FR-SUP-5
  Middleware<Gate> gate;
  const MiddlewareChain chain{gate};
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  Trail seen;
  const auto door = system.spawn<Door>({.mailbox = Deque{}, .supervision = Resume{}, .middleware = &chain}, &seen);

  door.tell(Item{1});
  door.tell(failing);
  executor.run_until_idle();

  EXPECT_EQ(system.dead_letters().count(DeadLetterReason::handler_failed), 1u);
  EXPECT_EQ(system.dead_letters().count(), 1u);
  door.tell(open);
  executor.run_until_idle();
  EXPECT_TRUE(seen.is({1}));
}

}  // namespace
}  // namespace sluice
