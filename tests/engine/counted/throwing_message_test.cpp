// SPDX-License-Identifier: BSL-1.0
// Messages whose move constructor throws: the exception reaches the caller, and the queue is as it was before. D6
#include <gtest/gtest.h>

#include <sluice/engine/mailboxes.hpp>
#include <sluice_test/token.hpp>
#include "counted_memory.hpp"

namespace sluice::mailbox {
namespace {

using sluice_test::CountedMemory;

struct Broken {};

/// Throws in one of its moves.
class Fragile {
public:
  explicit Fragile(int value) noexcept : token_{value} {}
  Fragile(Fragile&& other) : token_{survive(std::move(other.token_))} {}
  Fragile& operator=(Fragile&&) = delete;

  [[nodiscard]] int value() const noexcept { return token_.value(); }

  static inline int moves = 0;  ///< how many go well before one throws; negative: all
private:
  static Token&& survive(Token&& token) {
    if (moves == 0) {
      moves = -1;
      throw Broken{};
    }
    moves -= moves > 0 ? 1 : 0;
    return std::move(token);
  }
  Token token_;
};
static_assert(!std::is_nothrow_move_constructible_v<Fragile>);

template <class Queue>
class ThrowingMessage : public testing::Test {
protected:
  ThrowingMessage() { Fragile::moves = -1; }
  ~ThrowingMessage() override {
    Fragile::moves = -1;
    queue.reset();
    EXPECT_EQ(CountedMemory::blocks, 0);
    EXPECT_EQ(Token::alive, 0);
  }

  void fill(int first, int last) {
    for (int value = first; value <= last; ++value) {
      EXPECT_TRUE(queue->try_offer(Fragile{value}).is_accepted());
    }
  }

  using Backend = QueueBackend<Fragile, Queue>;
  std::optional<Backend> queue{std::in_place, Overflow::block, 3u};
};

using Queues = testing::Types<engine::RingQueue, engine::UnboundedQueue, engine::DequeQueue, engine::PriorityQueue>;
TYPED_TEST_SUITE(ThrowingMessage, Queues);

TYPED_TEST(ThrowingMessage, whichever_move_of_an_offer_throws_the_queue_is_unchanged) {
  this->fill(1, 1);
  const int blocks = CountedMemory::blocks;
  int moves = 0;
  for (bool is_in = false; !is_in; ++moves) {
    Fragile::moves = moves;
    try {
      is_in = this->queue->try_offer(Fragile{2}).is_accepted();
    } catch (const Broken&) {
      EXPECT_EQ(this->queue->size(), 1u);
      EXPECT_EQ(CountedMemory::blocks, blocks);
      EXPECT_EQ(Token::alive, 1);
    }
    ASSERT_LT(moves, 10);
  }
  Fragile::moves = -1;

  EXPECT_GT(moves, 1);
  EXPECT_EQ(next(*this->queue), 1);
  EXPECT_EQ(next(*this->queue), 2);
}

TYPED_TEST(ThrowingMessage, a_message_that_throws_in_a_poll_stays_first) {
  this->fill(1, 3);

  Fragile::moves = 0;
  EXPECT_THROW((void)this->queue->try_poll(), Broken);
  Fragile::moves = 0;
  EXPECT_THROW((void)this->queue->try_poll(), Broken);

  for (int value = 1; value <= 3; ++value) {
    EXPECT_EQ(next(*this->queue), value);
  }
  EXPECT_EQ(next(*this->queue), none);
}

TYPED_TEST(ThrowingMessage, a_poll_moves_a_message_once) {
  this->fill(1, 2);

  Fragile::moves = 1;
  const auto answer = this->queue->try_poll();
  EXPECT_EQ(Fragile::moves, 0);
  Fragile::moves = 1;
  const auto later = this->queue->poll_blocking().poll({});

  EXPECT_EQ(Fragile::moves, 0);
  EXPECT_EQ((*answer)->value(), 1);
  EXPECT_EQ((*later)->value(), 2);
}

TYPED_TEST(ThrowingMessage, one_that_stayed_is_not_overtaken_by_its_node) {
  this->fill(1, 2);
  Fragile::moves = 0;
  EXPECT_THROW((void)this->queue->try_poll(), Broken);

  EXPECT_EQ(this->queue->try_poll_node()->message.value(), 1);
  EXPECT_EQ(this->queue->try_poll_node()->message.value(), 2);
}

TYPED_TEST(ThrowingMessage, one_that_stayed_comes_out_of_a_closed_queue) {
  this->fill(1, 1);
  Fragile::moves = 0;
  EXPECT_THROW((void)this->queue->try_poll(), Broken);

  this->queue->close();

  EXPECT_EQ(next(*this->queue), 1);
  EXPECT_EQ(next(*this->queue), disconnected);
}

TYPED_TEST(ThrowingMessage, one_that_stayed_dies_with_its_queue) {
  this->fill(1, 2);
  Fragile::moves = 0;

  EXPECT_THROW((void)this->queue->try_poll(), Broken);
}

TYPED_TEST(ThrowingMessage, a_poll_future_that_threw_gives_the_message_the_next_time) {
  auto poll = this->queue->poll_blocking();
  EXPECT_FALSE(poll.poll({}).has_value());
  this->fill(1, 2);

  Fragile::moves = 0;
  EXPECT_THROW((void)poll.poll({}), Broken);

  EXPECT_EQ((*poll.poll({}))->value(), 1);
  EXPECT_EQ((*poll.poll({}))->value(), 2);
}

TYPED_TEST(ThrowingMessage, another_who_waits_is_told_of_the_message_that_stayed) {
  Wakes wakes;
  auto first = this->queue->poll_blocking();
  auto second = this->queue->poll_blocking();
  EXPECT_FALSE(first.poll({}).has_value());
  EXPECT_FALSE(second.poll(wakes.waker()).has_value());
  this->fill(1, 1);
  Fragile::moves = 0;

  EXPECT_THROW((void)first.poll({}), Broken);

  EXPECT_EQ(wakes.count, 1);
  EXPECT_EQ((*second.poll({}))->value(), 1);
  this->fill(2, 2);
  EXPECT_EQ((*first.poll({}))->value(), 2);
}

TYPED_TEST(ThrowingMessage, whichever_move_of_a_waiting_offer_throws_nothing_is_left_behind) {
  this->fill(1, 3);
  const int blocks = CountedMemory::blocks;
  int moves = 0;
  for (bool is_waiting = false; !is_waiting; ++moves) {
    Fragile::moves = moves;
    try {
      auto offer = this->queue->offer_blocking(Fragile{4});
      is_waiting = !offer.poll({}).has_value();
    } catch (const Broken&) {
    }
    EXPECT_EQ(CountedMemory::blocks, blocks);
    EXPECT_EQ(Token::alive, 3);
    ASSERT_LT(moves, 10);
  }

  EXPECT_GT(moves, 1);
}

TYPED_TEST(ThrowingMessage, an_offer_whose_return_threw_gives_the_message_the_next_time) {
  this->fill(1, 3);
  auto offer = this->queue->offer_blocking(Fragile{4});
  EXPECT_FALSE(offer.poll({}).has_value());
  this->queue->close();

  Fragile::moves = 0;
  EXPECT_THROW((void)offer.poll({}), Broken);

  EXPECT_EQ(offer.poll({})->error().message().value(), 4);
}

TYPED_TEST(ThrowingMessage, giving_up_an_offer_may_be_tried_again) {
  this->fill(1, 3);
  auto offer = this->queue->offer_blocking(Fragile{4});
  EXPECT_FALSE(offer.poll({}).has_value());

  Fragile::moves = 0;
  EXPECT_THROW((void)offer.give_up(QueueFault::timed_out), Broken);

  EXPECT_EQ(offer.give_up(QueueFault::timed_out).error().message().value(), 4);
  EXPECT_EQ(next(*this->queue), 1);
  EXPECT_EQ(this->queue->size(), 2u);
}

TEST(ThrowingMailbox, a_message_that_throws_in_a_dequeue_stays_in_the_mailbox) {
  Fragile::moves = -1;
  {
    const auto built = QueueMailboxFactory<>{}.build_default_mailbox<Fragile>();
    const auto& [mailbox, producer] = *built;
    EXPECT_TRUE(producer.try_send(Fragile{1}).has_value());
    EXPECT_TRUE(producer.try_send(Fragile{2}).has_value());

    Fragile::moves = 0;
    EXPECT_THROW((void)mailbox.try_dequeue(), Broken);
    Fragile::moves = 0;
    EXPECT_THROW((void)mailbox.poll_blocking().poll({}), Broken);

    EXPECT_EQ((*mailbox.poll_blocking().poll({}))->value(), 1);
    EXPECT_EQ((*mailbox.try_dequeue())->value(), 2);
  }
  EXPECT_EQ(CountedMemory::blocks, 0);
  EXPECT_EQ(Token::alive, 0);
}

}  // namespace
}  // namespace sluice::mailbox
