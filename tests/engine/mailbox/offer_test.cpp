// SPDX-License-Identifier: BSL-1.0
// What every kind of queue answers at once. R9.1, D6
#include "kinds.hpp"

namespace sluice::mailbox {
namespace {

constexpr std::uint32_t capacities[] = {1, 2, 3, 5};
constexpr Overflow policies[] = {Overflow::drop_newest, Overflow::drop_oldest, Overflow::grow,
                                 Overflow::block,       Overflow::fail,        Overflow::dead_letter};

// R9.1
EACH_KIND(messages_come_out_in_the_order_of_arrival) {
  Kind queue{Overflow::fail, 5};

  ASSERT_TRUE(fill(queue, 1, 5));

  for (int value = 1; value <= 5; ++value) {
    EXPECT_EQ(next(queue), value);
  }
  EXPECT_EQ(next(queue), none);
}

// D6
EACH_KIND(the_capacity_is_exact_and_never_rounded) {
  for (const std::uint32_t capacity : capacities) {
    Kind queue{Overflow::fail, capacity};
    const int full = static_cast<int>(capacity);
    EXPECT_EQ(queue.capacity(), capacity);

    for (int round = 0; round < 3; ++round) {
      ASSERT_TRUE(fill(queue, 1, full));
      EXPECT_EQ(queue.size(), capacity);
      EXPECT_EQ(queue.try_offer(Token{99}).kind(), Outcome::Kind::rejected);

      EXPECT_EQ(next(queue), 1);
      ASSERT_TRUE(fill(queue, full + 1, full + 1));
      EXPECT_EQ(queue.try_offer(Token{99}).kind(), Outcome::Kind::rejected);

      for (int value = 2; value <= full + 1; ++value) {
        EXPECT_EQ(next(queue), value);
      }
      EXPECT_EQ(queue.size(), 0u);
    }
  }
}

// D6: whoever is not let in goes back to the sender, whatever becomes of it there.
EACH_KIND(a_newcomer_that_finds_no_room_is_given_back) {
  for (const Overflow policy : {Overflow::fail, Overflow::drop_newest, Overflow::dead_letter}) {
    Kind queue{policy, 2};
    ASSERT_TRUE(fill(queue, 1, 2));

    Outcome outcome = queue.try_offer(Token{3});

    ASSERT_EQ(outcome.kind(), Outcome::Kind::rejected);
    EXPECT_EQ(outcome.error().fault(), QueueFault::full);
    EXPECT_EQ(outcome.error().take_message().value(), 3);
    EXPECT_FALSE(outcome.take_evicted().has_value());
    EXPECT_EQ(next(queue), 1);
    EXPECT_EQ(next(queue), 2);
    EXPECT_EQ(next(queue), none);
  }
}

// D6
EACH_KIND(drop_oldest_gives_the_oldest_to_the_sender_of_the_newest) {
  Kind queue{Overflow::drop_oldest, 2};
  ASSERT_TRUE(fill(queue, 1, 2));

  Outcome outcome = queue.try_offer(Token{3});

  ASSERT_EQ(outcome.kind(), Outcome::Kind::evicted);
  EXPECT_EQ(outcome.take_evicted()->value(), 1);
  EXPECT_FALSE(outcome.take_evicted().has_value());
  EXPECT_EQ(next(queue), 2);
  EXPECT_EQ(next(queue), 3);
  EXPECT_EQ(next(queue), none);
}

// R9.1
EACH_KIND(grow_doubles_the_capacity_where_the_kind_can) {
  Kind queue{Overflow::grow, 3};
  ASSERT_TRUE(fill(queue, 1, 3));

  const Outcome outcome = queue.try_offer(Token{4});

  EXPECT_EQ(outcome.kind(), Kind::grows ? Outcome::Kind::accepted : Outcome::Kind::rejected);
  EXPECT_EQ(queue.capacity(), Kind::grows ? 6u : 3u);
  for (int value = 1; value <= (Kind::grows ? 4 : 3); ++value) {
    EXPECT_EQ(next(queue), value);
  }
  EXPECT_EQ(next(queue), none);
}

// MB-8, MB-9: only offer_blocking waits.
EACH_KIND(try_offer_never_waits_under_the_block_policy) {
  Kind queue{Overflow::block, 1};
  ASSERT_TRUE(fill(queue, 1, 1));

  Outcome outcome = queue.try_offer(Token{2});

  ASSERT_EQ(outcome.kind(), Outcome::Kind::rejected);
  EXPECT_EQ(outcome.error().fault(), QueueFault::full);
  EXPECT_EQ(outcome.error().message().value(), 2);
}

EACH_KIND(what_is_in_a_closed_queue_comes_out_and_then_it_is_disconnected) {
  Kind queue{Overflow::fail, 3};
  ASSERT_TRUE(fill(queue, 1, 2));

  EXPECT_TRUE(queue.close());
  EXPECT_FALSE(queue.close());

  EXPECT_TRUE(queue.is_closed());
  EXPECT_EQ(next(queue), 1);
  EXPECT_EQ(next(queue), 2);
  EXPECT_EQ(next(queue), disconnected);
  EXPECT_EQ(next(queue), disconnected);
}

EACH_KIND(an_offer_after_close_is_given_back_under_every_policy) {
  for (const Overflow policy : policies) {
    Kind queue{policy, 1};
    ASSERT_TRUE(fill(queue, 1, 1));
    queue.close();

    Outcome outcome = queue.try_offer(Token{2});

    ASSERT_EQ(outcome.kind(), Outcome::Kind::rejected);
    EXPECT_EQ(outcome.error().fault(), QueueFault::disconnected);
    EXPECT_EQ(outcome.error().take_message().value(), 2);
    EXPECT_FALSE(outcome.take_evicted().has_value());
    EXPECT_EQ(next(queue), 1);
  }
}

/// How often each message was seen, wherever it ended.
struct Ledger {
  static constexpr int messages = 9;

  void take(Outcome& outcome) {
    if (outcome.kind() == Outcome::Kind::rejected) {
      ++seen[outcome.error().take_message().value()];
    }
    while (const std::optional<Token> evicted = outcome.take_evicted()) {
      ++seen[evicted->value()];
    }
  }
  [[nodiscard]] bool has_each_once() const {
    for (const int times : seen) {
      if (times != 1) {
        return false;
      }
    }
    return true;
  }

  int seen[messages] = {};
};

// D6, SC-2
EACH_KIND(each_message_is_delivered_evicted_or_rejected_exactly_once) {
  for (const Overflow policy : policies) {
    Ledger ledger;
    {
      Kind queue{policy, 3};
      for (int value = 0; value < Ledger::messages; ++value) {
        if (value == Ledger::messages - 1) {
          queue.close();
        }
        Outcome outcome = queue.try_offer(Token{value});
        ledger.take(outcome);
        if (value == 4) {
          ++ledger.seen[next(queue)];
        }
      }
      for (int value = next(queue); value >= 0; value = next(queue)) {
        ++ledger.seen[value];
      }
    }
    EXPECT_TRUE(ledger.has_each_once()) << describe(policy);
    EXPECT_EQ(Token::alive, 0);
  }
}

EACH_KIND(a_queue_that_dies_gives_its_messages_back_to_memory) {
  {
    Kind queue{Overflow::fail, 5};
    ASSERT_TRUE(fill(queue, 1, 4));
    EXPECT_EQ(Token::alive, 4);
  }

  EXPECT_EQ(Token::alive, 0);
}

// KIND-5: hostile capacities.
EACH_KIND(a_capacity_that_cannot_be_had_makes_a_closed_queue_and_an_error) {
  for (const std::uint32_t capacity : {std::uint32_t{0}, std::uint32_t{UINT32_MAX}}) {
    Kind queue{Overflow::fail, capacity};

    ASSERT_FALSE(queue.status().has_value());
    EXPECT_EQ(queue.status().error(), Error::invalid_argument);
    Outcome outcome = queue.try_offer(Token{1});
    ASSERT_EQ(outcome.kind(), Outcome::Kind::rejected);
    EXPECT_EQ(outcome.error().fault(), QueueFault::disconnected);
    EXPECT_EQ(next(queue), disconnected);
  }
}

TEST(AnyQueueBackend, an_unknown_kind_makes_a_closed_queue_and_an_error) {
  QueueBackend<Token, engine::AnyQueue> queue{Overflow::fail, static_cast<engine::QueueKind>(77), 3u, Overflow::fail};

  ASSERT_FALSE(queue.status().has_value());
  EXPECT_EQ(queue.status().error(), Error::invalid_argument);
  EXPECT_EQ(queue.try_offer(Token{1}).kind(), Outcome::Kind::rejected);
  EXPECT_EQ(next(queue), disconnected);
}

TEST(AnyQueueBackend, the_unbounded_kind_has_no_capacity_whatever_it_was_told) {
  AnyUnbounded queue{Overflow::fail, 2};

  EXPECT_TRUE(fill(queue, 1, 8));

  EXPECT_EQ(queue.capacity(), engine::no_limit);
  for (int value = 1; value <= 8; ++value) {
    EXPECT_EQ(next(queue), value);
  }
}

// D9, KIND-4
TEST(PriorityBackend, the_lower_number_comes_first_and_equals_in_the_order_of_arrival) {
  Priority queue{Overflow::fail, 5};
  EXPECT_TRUE(queue.try_offer(Token{1}, INT32_MAX).is_accepted());
  EXPECT_TRUE(queue.try_offer(Token{2}).is_accepted());
  EXPECT_TRUE(queue.try_offer(Token{3}, INT32_MIN).is_accepted());
  EXPECT_TRUE(queue.try_offer(Token{4}, messages::default_priority).is_accepted());
  EXPECT_TRUE(queue.try_offer(Token{5}, INT32_MIN).is_accepted());

  for (const int value : {3, 5, 2, 4, 1}) {
    EXPECT_EQ(next(queue), value);
  }
}

TEST(PriorityBackend, drop_oldest_gives_up_the_least_urgent_be_it_the_newcomer) {
  Priority queue{Overflow::drop_oldest, 2};
  EXPECT_TRUE(queue.try_offer(Token{1}, 1).is_accepted());
  EXPECT_TRUE(queue.try_offer(Token{2}, 7).is_accepted());

  Outcome evicting = queue.try_offer(Token{3}, 3);
  Outcome refused = queue.try_offer(Token{4}, 9);

  ASSERT_EQ(evicting.kind(), Outcome::Kind::evicted);
  EXPECT_EQ(evicting.take_evicted()->value(), 2);
  ASSERT_EQ(refused.kind(), Outcome::Kind::rejected);
  EXPECT_EQ(refused.error().take_message().value(), 4);
  EXPECT_EQ(next(queue), 1);
  EXPECT_EQ(next(queue), 3);
}

// MB-4, D9
TEST(PriorityBackend, an_envelope_brings_its_own_priority) {
  using Envelope = messages::PriorityEnvelope<int>;
  QueueBackend<Envelope, engine::PriorityQueue> queue{Overflow::block, 2u};
  EXPECT_TRUE(queue.try_offer(Envelope{1, 50}).is_accepted());
  EXPECT_TRUE(queue.try_offer(Envelope{2, -50}).is_accepted());
  auto waiting = queue.offer_blocking(Envelope{3, 0});
  EXPECT_FALSE(waiting.poll({}).has_value());

  for (const int message : {2, 3, 1}) {
    EXPECT_EQ((**queue.try_poll()).message(), message);
  }
}

}  // namespace
}  // namespace sluice::mailbox
