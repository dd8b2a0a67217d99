// SPDX-License-Identifier: BSL-1.0
// Queues and mailboxes when memory runs out: the message is given back, and everything else too. D6
#include <gtest/gtest.h>

#include <sluice/engine/mailboxes.hpp>
#include <sluice_test/token.hpp>
#include "counted_memory.hpp"

namespace sluice::mailbox {
namespace {

using sluice_test::CountedMemory;
using Queue = QueueBackend<Token, engine::RingQueue>;

class MailboxShortage : public testing::Test {
protected:
  void TearDown() override {
    EXPECT_EQ(CountedMemory::blocks, 0);
    EXPECT_EQ(Token::alive, 0);
  }
};

TEST_F(MailboxShortage, a_ring_that_finds_no_memory_is_a_closed_queue_and_an_error) {
  const CountedMemory::Shortage none_left{0};

  Queue queue{Overflow::fail, 4u};

  EXPECT_EQ(queue.status().error(), Error::out_of_memory);
  EXPECT_EQ(next(queue), disconnected);
}

TEST_F(MailboxShortage, an_offer_that_finds_no_memory_is_given_back) {
  Queue queue{Overflow::drop_oldest, 1u};
  ASSERT_TRUE(fill(queue, 1, 1));
  {
    const CountedMemory::Shortage none_left{0};
    Outcome outcome = queue.try_offer(Token{2});

    ASSERT_EQ(outcome.kind(), Outcome::Kind::rejected);
    EXPECT_EQ(outcome.error().fault(), QueueFault::out_of_memory);
    EXPECT_EQ(outcome.error().take_message().value(), 2);
    EXPECT_FALSE(outcome.take_evicted().has_value());
  }

  EXPECT_EQ(next(queue), 1);
}

TEST_F(MailboxShortage, a_waiting_offer_that_finds_no_memory_is_given_back_at_once) {
  Queue queue{Overflow::block, 1u};
  const CountedMemory::Shortage none_left{0};
  Wakes wakes;

  auto polled = queue.offer_blocking(Token{1});
  auto moved = std::move(polled);
  auto given_up = queue.offer_blocking(Token{2});
  auto dying = queue.offer_blocking(Token{3});

  EXPECT_TRUE(is_returned(*moved.poll(wakes.waker()), QueueFault::out_of_memory, 1));
  EXPECT_TRUE(is_returned(given_up.give_up(QueueFault::timed_out), QueueFault::out_of_memory, 2));
  EXPECT_EQ(wakes.count, 0);
}

TEST_F(MailboxShortage, a_refused_offer_is_not_polled_again) {
  EXPECT_EXIT(
      {
        Queue queue(Overflow::block, 1u);
        const CountedMemory::Shortage none_left(0);
        auto offer = queue.offer_blocking(Token(1));
        (void)offer.poll({});
        (void)offer.poll({});
      },
      testing::KilledBySignal(SIGABRT), "a finished future is not polled");
}

TEST_F(MailboxShortage, whichever_allocation_fails_a_factory_gives_everything_back) {
  int grants = 0;
  for (bool is_built = false; !is_built; ++grants) {
    const CountedMemory::Shortage after{grants};
    const auto built = QueueMailboxFactory<>{}.build_mailbox<Token>(MailboxOptions::with_capacity(3));
    is_built = built.has_value();

    if (!is_built) {
      EXPECT_EQ(built.error(), Error::out_of_memory);
      EXPECT_EQ(CountedMemory::blocks, 0);
    }
    ASSERT_LT(grants, 20);
  }
  EXPECT_EQ(grants - 1, 6);  // two rings, the core, the signal, the two ends
}

TEST_F(MailboxShortage, a_send_that_finds_no_memory_is_given_back_and_counted) {
  struct Sink final : MailboxMetricsSink<Token> {
    void rejected() noexcept override { ++rejections; }
    int rejections = 0;
  };
  const auto built = QueueMailboxFactory<>{}.build_default_mailbox<Token>();
  const auto& [mailbox, producer] = *built;
  Sink sink;
  producer.set_metrics_sink(&sink);
  const CountedMemory::Shortage none_left{0};

  EXPECT_TRUE(is_returned(producer.try_send(Token{1}), QueueFault::out_of_memory, 1));
  EXPECT_TRUE(is_returned(*producer.offer_blocking(Token{2}).poll({}), QueueFault::out_of_memory, 2));

  EXPECT_EQ(sink.rejections, 2);
  EXPECT_TRUE(mailbox.is_empty());
}

// MB-10: nothing leaks, whatever a future's fate.
TEST_F(MailboxShortage, everything_that_was_allocated_is_given_back) {
  for (const Overflow policy : {Overflow::block, Overflow::drop_oldest, Overflow::grow, Overflow::fail}) {
    const auto built =
        QueueMailboxFactory<>{}.build_mailbox<Token>(MailboxOptions::with_capacity(2).with_overflow(policy));
    const auto& [mailbox, producer] = *built;
    auto never_polled = producer.offer_blocking(Token{1});
    for (int value = 2; value < 6; ++value) {
      auto outcome = producer.enqueue(Token{value});
      if (outcome.kind() == decltype(outcome)::Kind::pending) {
        EXPECT_FALSE(outcome.future().poll({}).has_value());
      }
    }
    auto waiting = producer.offer_blocking(Token{6});
    (void)waiting.poll({});
    (void)mailbox.try_dequeue();
    mailbox.close();
  }
}

}  // namespace
}  // namespace sluice::mailbox
