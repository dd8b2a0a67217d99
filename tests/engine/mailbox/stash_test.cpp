// SPDX-License-Identifier: BSL-1.0
// Messages that go back. R9.3, R3.7
#include "kinds.hpp"

namespace sluice::mailbox {
namespace {

using Stash = StashOf<QueueBackend<Token, engine::DequeQueue>>;

static_assert(CanPutBack<Deque>);
static_assert(!CanPutBack<Ring> && !CanPutBack<Unbounded> && !CanPutBack<Priority> && !CanPutBack<AnyDeque>);

// R9.3
TEST(StashOf, what_is_unstashed_comes_first_in_its_order) {
  Deque queue{Overflow::fail, 4};
  Stash stash{queue};
  ASSERT_TRUE(fill(queue, 1, 4));
  stash.stash(queue.try_poll_node());
  EXPECT_EQ(next(queue), 2);
  stash.stash(queue.try_poll_node());
  EXPECT_EQ(stash.size(), 2u);

  EXPECT_TRUE(stash.unstash_all());

  EXPECT_TRUE(stash.is_empty());
  EXPECT_EQ(next(queue), 1);
  EXPECT_EQ(next(queue), 3);
  EXPECT_EQ(next(queue), 4);
  EXPECT_EQ(next(queue), none);
}

// R9.3: zero copies
TEST(StashOf, a_message_keeps_its_address_both_ways) {
  Deque queue{Overflow::fail, 2};
  Stash stash{queue};
  ASSERT_TRUE(fill(queue, 1, 2));
  NodeOwner<Token> node = queue.try_poll_node();
  const Token* const address = &node->message;
  stash.stash(std::move(node));

  EXPECT_TRUE(stash.unstash_all());

  EXPECT_TRUE(&queue.try_poll_node()->message == address);
  EXPECT_EQ(next(queue), 2);
}

// R3.7: lossless, however full the queue has become.
TEST(StashOf, unstashing_into_a_full_queue_loses_nothing) {
  Deque queue{Overflow::fail, 2};
  Stash stash{queue};
  ASSERT_TRUE(fill(queue, 1, 2));
  stash.stash(queue.try_poll_node());
  stash.stash(queue.try_poll_node());
  ASSERT_TRUE(fill(queue, 3, 4));

  EXPECT_TRUE(stash.unstash_all());

  EXPECT_EQ(queue.size(), 4u);
  EXPECT_EQ(queue.try_offer(Token{5}).kind(), Outcome::Kind::rejected);
  for (int value = 1; value <= 4; ++value) {
    EXPECT_EQ(next(queue), value);
  }
}

TEST(StashOf, stashing_makes_room_for_one_who_waits) {
  Deque queue{Overflow::block, 1};
  Stash stash{queue};
  ASSERT_TRUE(fill(queue, 1, 1));
  Wakes wakes;
  auto offer = queue.offer_blocking(Token{2});
  EXPECT_FALSE(offer.poll(wakes.waker()).has_value());

  stash.stash(queue.try_poll_node());

  EXPECT_EQ(wakes.count, 1);
  EXPECT_TRUE(stash.unstash_all());
  EXPECT_EQ(next(queue), 1);
  EXPECT_EQ(next(queue), 2);
}

TEST(StashOf, unstashing_wakes_those_who_poll_one_message_each) {
  Deque queue{Overflow::fail, 2};
  Stash stash{queue};
  ASSERT_TRUE(fill(queue, 1, 2));
  stash.stash(queue.try_poll_node());
  stash.stash(queue.try_poll_node());
  Wakes first_wakes, second_wakes;
  auto first = queue.poll_blocking();
  auto second = queue.poll_blocking();
  EXPECT_FALSE(first.poll(first_wakes.waker()).has_value());
  EXPECT_FALSE(second.poll(second_wakes.waker()).has_value());

  EXPECT_TRUE(stash.unstash_all());

  EXPECT_EQ(first_wakes.count, 1);
  EXPECT_EQ((*first.poll({}))->value(), 1);
  EXPECT_EQ(second_wakes.count, 1);
  EXPECT_EQ((*second.poll({}))->value(), 2);
}

TEST(StashOf, a_closed_queue_leaves_the_messages_in_the_stash) {
  const int before = Token::alive;  // on bare metal, those on the stacks of broken promises
  Deque queue{Overflow::fail, 2};
  {
    Stash stash{queue};
    ASSERT_TRUE(fill(queue, 1, 2));
    stash.stash(queue.try_poll_node());
    stash.stash(queue.try_poll_node());
    queue.close();

    EXPECT_FALSE(stash.unstash_all());

    EXPECT_EQ(stash.size(), 2u);
    EXPECT_EQ(stash.take()->message.value(), 1);
    EXPECT_EQ(Token::alive, before + 1);
  }
  EXPECT_EQ(Token::alive, before);
  EXPECT_EQ(next(queue), disconnected);
}

TEST(StashOf, unstashing_nothing_is_allowed) {
  Deque queue{Overflow::fail, 1};
  Stash stash{queue};

  EXPECT_TRUE(stash.unstash_all());
  EXPECT_FALSE(static_cast<bool>(stash.take()));
  EXPECT_EQ(next(queue), none);
}

TEST(StashOf, only_a_message_is_stashed) {
  sluice_test::expect_broken_promise(
      [] {
        Deque queue{Overflow::fail, 1};
        Stash stash{queue};
        stash.stash(queue.try_poll_node());
      },
      "only a message is stashed");
}

}  // namespace
}  // namespace sluice::mailbox
