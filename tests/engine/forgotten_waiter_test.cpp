// SPDX-License-Identifier: BSL-1.0
#include <sluice/engine/mailbox/queue_backend.hpp>
#include <sluice_test/test.hpp>

namespace sluice::mailbox {
namespace {

struct Wakes {
  int count = 0;
  [[nodiscard]] engine::Waker waker() noexcept {
    return {[](void* wakes) noexcept { ++static_cast<Wakes*>(wakes)->count; }, this};
  }
};

TEST(ForgottenWaiter, who_waits_to_poll_is_told_of_what_is_put_back) {
  QueueBackend<int, engine::DequeQueue> queue{Overflow::fail, 4U};
  ASSERT_TRUE(queue.try_offer(7).is_accepted());
  NodeChain<int> stash;
  stash.nodes().push_back(*queue.try_poll_node().release());
  auto poll = queue.poll_blocking();
  Wakes wakes;
  ASSERT_FALSE(poll.poll(wakes.waker()).has_value());

  ASSERT_TRUE(queue.put_back(stash));

  EXPECT_EQ(wakes.count, 1);
  const auto message = poll.poll(wakes.waker());
  ASSERT_TRUE(message.has_value());
  EXPECT_EQ(message->value(), 7);
}

TEST(ForgottenWaiter, who_waits_to_offer_comes_before_the_one_for_whom_a_queue_grows) {
  QueueBackend<int, engine::AnyQueue> queue{Overflow::grow, engine::QueueKind::deque, 2U, Overflow::grow};
  ASSERT_TRUE(queue.try_offer(1).is_accepted());
  ASSERT_TRUE(queue.try_offer(2).is_accepted());
  auto offer = queue.offer_blocking(3);
  Wakes wakes;
  ASSERT_FALSE(offer.poll(wakes.waker()).has_value());

  ASSERT_TRUE(queue.try_offer(4).is_accepted());

  EXPECT_EQ(wakes.count, 1);
  ASSERT_EQ(queue.size(), 4U);
  for (int expected = 1; expected <= 4; ++expected) {
    EXPECT_EQ(queue.try_poll().value().value(), expected);
  }
}

TEST(ForgottenWaiter, who_offers_behind_one_that_was_told_of_the_close_is_told_too) {
  QueueBackend<int, engine::AnyQueue> queue{Overflow::fail, engine::QueueKind::bounded, 1U, Overflow::fail};
  ASSERT_TRUE(queue.try_offer(1).is_accepted());
  auto early = queue.offer_blocking(2);
  auto late = queue.offer_blocking(3);
  Wakes early_wakes;
  Wakes late_wakes;
  ASSERT_FALSE(early.poll(early_wakes.waker()).has_value());
  ASSERT_TRUE(queue.close());
  ASSERT_FALSE(late.poll(late_wakes.waker()).has_value());

  ASSERT_TRUE(early.poll(early_wakes.waker()).has_value());

  EXPECT_EQ(late_wakes.count, 1);
  const auto answer = late.poll(late_wakes.waker());
  ASSERT_TRUE(answer.has_value());
  EXPECT_EQ(answer->error().message(), 3);
}

TEST(ForgottenWaiter, an_offer_without_memory_that_is_given_up_gives_its_message_back) {
  engine::AnyQueue queue;
  engine::Channel channel{queue.get(), Overflow::fail};
  OfferFuture<int> offer{channel, 5};

  const auto answer = offer.give_up(QueueFault::timed_out);

  ASSERT_FALSE(answer.has_value());
  EXPECT_TRUE(answer.error().fault() == QueueFault::out_of_memory);
  EXPECT_EQ(answer.error().message(), 5);
}

}  // namespace
}  // namespace sluice::mailbox
