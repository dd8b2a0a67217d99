// SPDX-License-Identifier: BSL-1.0
// Who waits at a queue, whatever its kind. MB-8, MB-9, MB-10, R9.2, D11
#include "kinds.hpp"

namespace sluice::mailbox {
namespace {

EACH_KIND(an_offer_that_finds_room_is_ready_at_once) {
  Kind queue{Overflow::block, 1};
  Wakes wakes;

  auto offer = queue.offer_blocking(Token{1});
  EXPECT_EQ(queue.size(), 0u);

  EXPECT_TRUE(is_accepted(offer.poll(wakes.waker())));
  EXPECT_EQ(wakes.count, 0);
  EXPECT_EQ(next(queue), 1);
}

// MB-8: OfferFuture suspends until capacity available
EACH_KIND(an_offer_waits_until_there_is_room) {
  Kind queue{Overflow::block, 2};
  ASSERT_TRUE(fill(queue, 1, 2));
  Wakes wakes;
  auto third = queue.offer_blocking(Token{3});

  EXPECT_FALSE(third.poll(wakes.waker()).has_value());
  EXPECT_FALSE(third.poll(wakes.waker()).has_value());
  EXPECT_EQ(wakes.count, 0);
  EXPECT_EQ(next(queue), 1);

  EXPECT_EQ(wakes.count, 1);
  EXPECT_TRUE(is_accepted(third.poll(wakes.waker())));
  EXPECT_EQ(next(queue), 2);
  EXPECT_EQ(next(queue), 3);
  EXPECT_EQ(wakes.count, 1);
}

// R9.2
EACH_KIND(those_who_wait_to_offer_are_served_in_the_order_of_coming) {
  Kind queue{Overflow::block, 1};
  ASSERT_TRUE(fill(queue, 0, 0));
  Wakes wakes[3];
  auto first = queue.offer_blocking(Token{1});
  auto second = queue.offer_blocking(Token{2});
  auto third = queue.offer_blocking(Token{3});
  EXPECT_FALSE(first.poll(wakes[0].waker()).has_value());
  EXPECT_FALSE(second.poll(wakes[1].waker()).has_value());
  EXPECT_FALSE(third.poll(wakes[2].waker()).has_value());

  for (int value = 0; value <= 3; ++value) {
    EXPECT_EQ(wakes[0].count + wakes[1].count + wakes[2].count, value);
    EXPECT_EQ(next(queue), value);
  }

  for (const Wakes& each : wakes) {
    EXPECT_EQ(each.count, 1);
  }
  EXPECT_TRUE(is_accepted(first.poll({})));
  EXPECT_TRUE(is_accepted(second.poll({})));
  EXPECT_TRUE(is_accepted(third.poll({})));
}

EACH_KIND(a_newcomer_does_not_take_the_room_of_one_who_waits) {
  Kind queue{Overflow::block, 1};
  ASSERT_TRUE(fill(queue, 1, 1));
  auto waiting = queue.offer_blocking(Token{2});
  EXPECT_FALSE(waiting.poll({}).has_value());
  EXPECT_EQ(next(queue), 1);

  EXPECT_EQ(queue.try_offer(Token{3}).kind(), Outcome::Kind::rejected);

  EXPECT_EQ(next(queue), 2);
}

// MB-10: Dropped Future releases wait registration
EACH_KIND(an_offer_that_dies_is_not_woken_and_takes_no_room) {
  Kind queue{Overflow::block, 1};
  ASSERT_TRUE(fill(queue, 1, 1));
  Wakes dead, alive;
  auto waiting = queue.offer_blocking(Token{3});
  {
    auto dying = queue.offer_blocking(Token{2});
    EXPECT_FALSE(dying.poll(dead.waker()).has_value());
    EXPECT_FALSE(waiting.poll(alive.waker()).has_value());
    EXPECT_EQ(Token::alive, 3);
  }
  EXPECT_EQ(Token::alive, 2);

  EXPECT_EQ(next(queue), 1);

  EXPECT_EQ(dead.count, 0);
  EXPECT_EQ(alive.count, 1);
  EXPECT_EQ(next(queue), 3);
}

EACH_KIND(an_offer_that_dies_after_its_message_was_taken_leaves_the_message) {
  Kind queue{Overflow::block, 1};
  ASSERT_TRUE(fill(queue, 1, 1));
  {
    auto offer = queue.offer_blocking(Token{2});
    EXPECT_FALSE(offer.poll({}).has_value());
    EXPECT_EQ(next(queue), 1);
  }

  EXPECT_EQ(next(queue), 2);
  EXPECT_EQ(Token::alive, 0);
}

EACH_KIND(an_offer_that_was_never_polled_takes_its_message_with_it) {
  Kind queue{Overflow::block, 1};
  {
    auto offer = queue.offer_blocking(Token{1});
    auto moved = std::move(offer);
    EXPECT_EQ(Token::alive, 1);
  }

  EXPECT_EQ(Token::alive, 0);
  EXPECT_EQ(next(queue), none);
}

EACH_KIND(closing_gives_waiting_offers_their_messages_back) {
  Kind queue{Overflow::block, 1};
  ASSERT_TRUE(fill(queue, 1, 1));
  Wakes wakes;
  auto waiting = queue.offer_blocking(Token{2});
  auto late = queue.offer_blocking(Token{3});
  EXPECT_FALSE(waiting.poll(wakes.waker()).has_value());

  queue.close();

  EXPECT_EQ(wakes.count, 1);
  EXPECT_TRUE(is_returned(*waiting.poll({}), QueueFault::disconnected, 2));
  EXPECT_TRUE(is_returned(*late.poll({}), QueueFault::disconnected, 3));
  EXPECT_EQ(next(queue), 1);
  EXPECT_EQ(next(queue), disconnected);
}

EACH_KIND(an_offer_that_is_given_up_has_its_message_back_and_takes_no_room) {
  Kind queue{Overflow::block, 1};
  ASSERT_TRUE(fill(queue, 1, 1));
  Wakes wakes;
  auto waiting = queue.offer_blocking(Token{2});
  EXPECT_FALSE(waiting.poll(wakes.waker()).has_value());

  EXPECT_TRUE(is_returned(waiting.give_up(QueueFault::timed_out), QueueFault::timed_out, 2));

  EXPECT_EQ(next(queue), 1);
  EXPECT_EQ(next(queue), none);
  EXPECT_EQ(wakes.count, 0);
}

EACH_KIND(an_offer_that_is_given_up_too_late_was_accepted) {
  Kind queue{Overflow::block, 1};
  ASSERT_TRUE(fill(queue, 1, 1));
  auto waiting = queue.offer_blocking(Token{2});
  EXPECT_FALSE(waiting.poll({}).has_value());
  EXPECT_EQ(next(queue), 1);

  EXPECT_TRUE(waiting.give_up(QueueFault::timed_out).has_value());

  EXPECT_EQ(next(queue), 2);
}

EACH_KIND(only_the_newest_waker_of_a_future_is_woken) {
  Kind queue{Overflow::block, 1};
  Wakes old_offer, new_offer, old_poll, new_poll;
  {
    auto poll = queue.poll_blocking();
    EXPECT_FALSE(poll.poll(old_poll.waker()).has_value());
    EXPECT_FALSE(poll.poll(new_poll.waker()).has_value());
    ASSERT_TRUE(fill(queue, 1, 1));
  }
  auto offer = queue.offer_blocking(Token{2});
  EXPECT_FALSE(offer.poll(old_offer.waker()).has_value());
  EXPECT_FALSE(offer.poll(new_offer.waker()).has_value());
  EXPECT_EQ(next(queue), 1);

  EXPECT_EQ(old_offer.count + old_poll.count, 0);
  EXPECT_EQ(new_offer.count, 1);
  EXPECT_EQ(new_poll.count, 1);
}

// MB-8
EACH_KIND(a_poll_waits_until_there_is_a_message) {
  Kind queue{Overflow::block, 2};
  Wakes wakes;
  auto poll = queue.poll_blocking();

  EXPECT_FALSE(poll.poll(wakes.waker()).has_value());
  EXPECT_EQ(wakes.count, 0);
  ASSERT_TRUE(fill(queue, 1, 1));

  EXPECT_EQ(wakes.count, 1);
  const auto answer = poll.poll(wakes.waker());
  ASSERT_TRUE(answer.has_value());
  EXPECT_EQ((*answer)->value(), 1);
  EXPECT_EQ(queue.size(), 0u);
}

EACH_KIND(a_poll_that_finds_a_message_is_ready_at_once_and_makes_room) {
  Kind queue{Overflow::block, 1};
  ASSERT_TRUE(fill(queue, 1, 1));
  Wakes wakes;
  auto offer = queue.offer_blocking(Token{2});
  EXPECT_FALSE(offer.poll(wakes.waker()).has_value());

  auto poll = queue.poll_blocking();
  EXPECT_EQ((*poll.poll({}))->value(), 1);

  EXPECT_EQ(wakes.count, 1);
  EXPECT_TRUE(is_accepted(offer.poll({})));
}

EACH_KIND(a_message_wakes_one_of_those_who_poll_the_first) {
  Kind queue{Overflow::block, 2};
  Wakes first_wakes, second_wakes;
  auto first = queue.poll_blocking();
  auto second = queue.poll_blocking();
  EXPECT_FALSE(first.poll(first_wakes.waker()).has_value());
  EXPECT_FALSE(second.poll(second_wakes.waker()).has_value());

  ASSERT_TRUE(fill(queue, 1, 1));

  EXPECT_EQ(first_wakes.count, 1);
  EXPECT_EQ(second_wakes.count, 0);
  EXPECT_FALSE(second.poll(second_wakes.waker()).has_value());
  EXPECT_EQ((*first.poll({}))->value(), 1);
}

// MB-10
EACH_KIND(a_poll_that_dies_is_not_woken_and_one_that_was_told_tells_the_next) {
  Kind queue{Overflow::block, 2};
  Wakes dead_wakes, told_wakes, next_wakes;
  auto heir = queue.poll_blocking();
  {
    auto told = queue.poll_blocking();
    {
      auto dying = queue.poll_blocking();
      EXPECT_FALSE(dying.poll(dead_wakes.waker()).has_value());
      EXPECT_FALSE(told.poll(told_wakes.waker()).has_value());
      EXPECT_FALSE(heir.poll(next_wakes.waker()).has_value());
    }
    ASSERT_TRUE(fill(queue, 1, 1));
    EXPECT_EQ(told_wakes.count, 1);
    EXPECT_EQ(next_wakes.count, 0);
  }

  EXPECT_EQ(dead_wakes.count, 0);
  EXPECT_EQ(next_wakes.count, 1);
  EXPECT_EQ((*heir.poll({}))->value(), 1);
}

EACH_KIND(a_poll_that_is_given_up_loses_nothing) {
  Kind queue{Overflow::block, 1};
  Wakes wakes;
  auto poll = queue.poll_blocking();
  EXPECT_FALSE(poll.poll(wakes.waker()).has_value());

  const auto answer = poll.give_up(QueueFault::timed_out);

  EXPECT_EQ(answer.error().fault(), QueueFault::timed_out);
  ASSERT_TRUE(fill(queue, 1, 1));
  EXPECT_EQ(wakes.count, 0);
  EXPECT_EQ(next(queue), 1);
}

EACH_KIND(closing_wakes_all_who_poll_and_they_are_disconnected) {
  Kind queue{Overflow::block, 1};
  Wakes wakes;
  auto first = queue.poll_blocking();
  auto second = queue.poll_blocking();
  EXPECT_FALSE(first.poll(wakes.waker()).has_value());
  EXPECT_FALSE(second.poll(wakes.waker()).has_value());

  queue.close();

  EXPECT_EQ(wakes.count, 2);
  EXPECT_EQ(second.poll({})->error().fault(), QueueFault::disconnected);
  EXPECT_EQ(first.poll({})->error().fault(), QueueFault::disconnected);
}

// MB-10: a lock held across Pending would stop all of this.
EACH_KIND(a_pending_future_holds_no_lock) {
  Kind queue{Overflow::block, 1};
  ASSERT_TRUE(fill(queue, 1, 1));
  auto offer = queue.offer_blocking(Token{2});
  auto other = queue.offer_blocking(Token{3});
  EXPECT_FALSE(offer.poll({}).has_value());

  EXPECT_FALSE(other.poll({}).has_value());
  EXPECT_EQ(queue.size(), 1u);
  EXPECT_EQ(queue.try_offer(Token{4}).kind(), Outcome::Kind::rejected);
  EXPECT_EQ(next(queue), 1);
  queue.close();

  EXPECT_TRUE(is_accepted(offer.poll({})));
  EXPECT_TRUE(is_returned(*other.poll({}), QueueFault::disconnected, 3));
}

TEST(QueueFuture, one_that_was_polled_is_not_moved) {
  sluice_test::expect_broken_promise(
      [] {
        Ring queue{Overflow::block, 1};
        auto poll = queue.poll_blocking();
        (void)poll.poll({});
        auto moved = std::move(poll);
      },
      "a future that was polled stays where it is");
}

TEST(QueueFuture, one_that_is_finished_is_not_polled_again) {
  sluice_test::expect_broken_promise(
      [] {
        Ring queue{Overflow::block, 1};
        auto offer = queue.offer_blocking(Token{1});
        (void)offer.poll({});
        (void)offer.poll({});
      },
      "a finished future is not polled");
}

TEST(QueueFuture, a_queue_does_not_die_before_an_offer_that_waits_in_it) {
  sluice_test::expect_broken_promise(
      [] {
        std::optional<Ring> queue{std::in_place, Overflow::block, 1u};
        (void)queue->try_offer(Token{1});
        auto offer = queue->offer_blocking(Token{2});
        (void)offer.poll({});
        queue.reset();
      },
      "a future dies before the queue that it waits in");
}

TEST(QueueFuture, a_queue_does_not_die_before_a_poll_that_waits_in_it) {
  sluice_test::expect_broken_promise(
      [] {
        std::optional<Unbounded> queue{std::in_place, Overflow::block, 1u};
        auto poll = queue->poll_blocking();
        (void)poll.poll({});
        queue.reset();
      },
      "a future dies before the queue that it waits in");
}

}  // namespace
}  // namespace sluice::mailbox
