// SPDX-License-Identifier: BSL-1.0
// Two producers and two consumers at every kind of queue and mailbox. KIND-6, D6.
#include <gtest/gtest.h>

#include <chrono>
#include <sluice/engine/mailboxes.hpp>

#include "ledger.hpp"

namespace sluice::stress {
namespace {

using namespace mailbox;

constexpr std::uint32_t producers = 2;
constexpr std::uint32_t consumers = 2;
constexpr std::uint32_t capacity = 16;   // small, so that full and empty are met all the time
constexpr std::uint32_t window = 1'000;  // messages that may be in a queue without a limit

std::uint32_t messages_each() { return static_cast<std::uint32_t>(share_of_messages(1) / producers); }

/// Lets a thread wait for a future.
class Sleeper {
public:
  template <class Future>
  auto wait_for(Future future) {
    const engine::Waker waker{[](void* bell) noexcept { static_cast<Sleeper*>(bell)->ring(); }, this};
    for (;;) {
      const std::uint32_t rings = rings_.load();
      if (auto answer = future.poll(waker)) {
        return *std::move(answer);
      }
      rings_.wait(rings);
    }
  }

private:
  void ring() noexcept {
    rings_.fetch_add(1);
    rings_.notify_one();
  }
  std::atomic<std::uint32_t> rings_{0};
};

/// Two who send and two who take, until every message has had its end.
class Market {
public:
  explicit Market(std::uint32_t each = messages_each()) : ledger{producers, each} {}

  /// `send(message)` notes what it could not send; `take()` gives a message, or nothing; `row(message)` says which
  /// messages of a sender keep their order.
  template <class Send, class Take, class Row>
  void open(Send send, Take take, Row row) {
    on_threads(producers + consumers, [&](std::uint32_t index) {
      here_.fetch_add(1);
      yield_until([&] { return here_.load() == producers + consumers; });
      if (index < producers) {
        for (std::uint32_t number = 0; number < ledger.each(); ++number) {
          send(Numbered{index, number});
          if (number % capacity == 0) {
            std::this_thread::yield();  // so that who drops does not drop all before anybody takes
          }
        }
      } else {
        consume(order_[index - producers], take, row);
      }
    });
    EXPECT_EQ(ledger.noted(), ledger.all());
    EXPECT_EQ(ledger.twice(), 0u);
    for (const auto& order : order_) {
      EXPECT_EQ(order.errors(), 0u);
    }
  }

  template <class Send, class Take>
  void open(Send send, Take take) {
    open(send, take, [](Numbered message) { return message.sender; });
  }

  [[nodiscard]] bool is_over() const { return ledger.noted() >= ledger.all(); }

  Ledger ledger;

private:
  static constexpr std::uint32_t rows = producers * 4;

  template <class Take, class Row>
  void consume(RisingCheck<rows>& order, Take take, Row row) {
    while (!is_over()) {
      if (const std::optional<Numbered> message = take()) {
        order.see(row(*message), message->number);
        ledger.note(*message);
      } else {
        std::this_thread::yield();
      }
    }
  }

  std::atomic<std::uint32_t> here_{0};
  RisingCheck<rows> order_[consumers];
};

template <class Queue>
using Backend = QueueBackend<Numbered, Queue>;

template <class B>
std::optional<Numbered> take_from(B& queue) {
  auto message = queue.try_poll();
  return message.has_value() ? *message : std::nullopt;
}

/// Offers once; what is refused or has to go has had its end.
template <class B>
void offer_by_policy(Market& market, B& queue, Numbered message) {
  auto outcome = queue.try_offer(message);
  while (const std::optional<Numbered> evicted = outcome.take_evicted()) {
    market.ledger.note(*evicted);
  }
  if (outcome.kind() == EnqueueOutcome<Numbered>::Kind::rejected) {
    market.ledger.note(outcome.error().take_message());
  }
}

/// Offers until it is in.
template <class B>
void offer_until_in(B& queue, Numbered message, std::int32_t priority = 0) {
  yield_until([&] { return queue.size() < window; });
  yield_until([&] { return queue.try_offer(message, priority).is_accepted(); });
}

template <class Queue, class... Choice>
void loses_nothing_by_policy(Overflow policy, Choice... choice) {
  Market market;
  Backend<Queue> queue{policy, choice...};

  market.open([&](Numbered message) { offer_by_policy(market, queue, message); }, [&] { return take_from(queue); });

  EXPECT_EQ(queue.size(), 0u);
}

template <class Queue, class... Choice>
void takes_all(Choice... choice) {
  Market market;
  Backend<Queue> queue{Overflow::fail, choice...};

  market.open([&](Numbered message) { offer_until_in(queue, message); }, [&] { return take_from(queue); });

  EXPECT_EQ(queue.size(), 0u);
}

/// Producers and consumers sleep, and are woken by each other.
template <class Queue, class... Choice>
void wakes_all_who_wait(Choice... choice) {
  Market market{messages_each() / 4};  // sleeping takes its time
  Backend<Queue> queue{Overflow::block, choice...};
  std::atomic<std::uint32_t> sending{producers};

  market.open(
      [&](Numbered message) {
        thread_local Sleeper sleeper;
        EXPECT_TRUE(sleeper.wait_for(queue.offer_blocking(message)).has_value());
        if (message.number + 1 == market.ledger.each() && sending.fetch_sub(1) == 1) {
          (void)queue.close();
        }
      },
      [&]() -> std::optional<Numbered> {
        thread_local Sleeper sleeper;
        const auto message = sleeper.wait_for(queue.poll_blocking());
        return message.has_value() ? std::optional{*message} : std::nullopt;
      });

  EXPECT_EQ(queue.size(), 0u);
}

TEST(KindsStress, a_ring_that_gives_back_loses_nothing) {
  takes_all<engine::RingQueue>(capacity);
  takes_all<engine::RingQueue>(1u);
}
TEST(KindsStress, a_ring_that_fails_gives_every_message_one_end) {
  loses_nothing_by_policy<engine::RingQueue>(Overflow::fail, capacity);
}
TEST(KindsStress, a_ring_that_drops_the_newest_gives_every_message_one_end) {
  loses_nothing_by_policy<engine::RingQueue>(Overflow::drop_newest, capacity);
}
TEST(KindsStress, a_ring_that_drops_the_oldest_gives_every_message_one_end) {
  loses_nothing_by_policy<engine::RingQueue>(Overflow::drop_oldest, capacity);
  loses_nothing_by_policy<engine::RingQueue>(Overflow::drop_oldest, 1u);
}
TEST(KindsStress, a_ring_with_dead_letters_gives_every_message_one_end) {
  loses_nothing_by_policy<engine::RingQueue>(Overflow::dead_letter, capacity);
}
TEST(KindsStress, a_ring_that_lets_senders_wait_wakes_all) {
  wakes_all_who_wait<engine::RingQueue>(capacity);
  wakes_all_who_wait<engine::RingQueue>(1u);
}

TEST(KindsStress, a_queue_that_grows_takes_all) {
  loses_nothing_by_policy<engine::AnyQueue>(Overflow::grow, engine::QueueKind::bounded, capacity, Overflow::grow);
}
TEST(KindsStress, an_unbounded_queue_loses_nothing_and_wakes_all) {
  takes_all<engine::UnboundedQueue>(engine::no_limit);
  wakes_all_who_wait<engine::UnboundedQueue>(capacity);
}
TEST(KindsStress, a_deque_loses_nothing_and_wakes_all) {
  takes_all<engine::DequeQueue>(engine::no_limit);
  wakes_all_who_wait<engine::DequeQueue>(capacity);
}
TEST(KindsStress, a_priority_queue_loses_nothing_and_wakes_all) {
  takes_all<engine::PriorityQueue>(engine::no_limit);
  wakes_all_who_wait<engine::PriorityQueue>(capacity);
}
TEST(KindsStress, queues_without_slots_that_drop_give_every_message_one_end) {
  loses_nothing_by_policy<engine::UnboundedQueue>(Overflow::drop_oldest, capacity);
  loses_nothing_by_policy<engine::DequeQueue>(Overflow::drop_oldest, capacity);
  loses_nothing_by_policy<engine::PriorityQueue>(Overflow::drop_oldest, capacity);
}

/// Sends until it is in, through the surface that every kind has.
void send_until_in(Mailbox<Numbered>& mailbox, Numbered message) {
  yield_until([&] { return mailbox.size() < window; });
  yield_until([&] { return mailbox.enqueue(message); });
}

TEST(KindsStress, an_unbounded_mailbox_loses_nothing) {
  Market market;
  UnboundedMailbox<Numbered> mailbox;

  market.open([&](Numbered message) { send_until_in(mailbox, message); }, [&] { return mailbox.dequeue(); });

  EXPECT_EQ(mailbox.get_message_count(), market.ledger.all());
}

TEST(KindsStress, a_bounded_mailbox_refuses_and_loses_nothing_else) {
  Market market;
  BoundedMailbox<Numbered> mailbox{capacity};

  market.open(
      [&](Numbered message) {
        if (auto sent = mailbox.try_enqueue(std::move(message)); !sent.has_value()) {
          market.ledger.note(sent.error().take_message());
        }
      },
      [&] { return mailbox.dequeue(); });

  EXPECT_EQ(mailbox.get_message_count() + mailbox.get_rejected_count(), market.ledger.all());
}

TEST(KindsStress, a_priority_mailbox_loses_nothing_and_keeps_the_order_among_equals) {
  Market market;
  const auto urgency = [](const Numbered& message) { return static_cast<std::int32_t>(message.number % 4); };
  PriorityMailbox<Numbered> mailbox{urgency};

  market.open([&](Numbered message) { send_until_in(mailbox, message); }, [&] { return mailbox.dequeue(); },
              [](Numbered message) { return message.sender * 4 + message.number % 4; });

  EXPECT_EQ(mailbox.get_message_count(), market.ledger.all());
}

// The seed's own: two producers of 30 messages each, and 50 places.
TEST(KindsStress, two_producers_of_sixty_never_exceed_fifty) {
  BoundedMailbox<std::uint32_t> mailbox{50};

  on_threads(producers, [&](std::uint32_t) {
    for (std::uint32_t number = 0; number < 30; ++number) {
      (void)mailbox.enqueue(number);
    }
  });

  EXPECT_EQ(mailbox.size(), 50u);
  EXPECT_EQ(mailbox.get_rejected_count(), 10u);
}

/// Seconds for `pairs` messages that are all put in and then all taken out.
double seconds_of(Mailbox<std::uint32_t>& mailbox, std::uint32_t pairs) {
  const auto start = std::chrono::steady_clock::now();
  for (std::uint32_t number = 0; number < pairs; ++number) {
    EXPECT_TRUE(mailbox.enqueue(number));
  }
  for (std::uint32_t number = 0; number < pairs; ++number) {
    EXPECT_TRUE(mailbox.dequeue().has_value());
  }
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// KIND-7
TEST(KindsStress, ten_thousand_unbounded_pairs_take_less_than_a_second) {
  UnboundedMailbox<std::uint32_t> mailbox;
  EXPECT_LT(seconds_of(mailbox, 10'000), 1.0);
}
TEST(KindsStress, a_thousand_priority_pairs_take_less_than_half_a_second) {
  PriorityMailbox<std::uint32_t> mailbox{[](const std::uint32_t& m) { return static_cast<std::int32_t>(m * 7 % 13); }};
  EXPECT_LT(seconds_of(mailbox, 1'000), 0.5);
}

}  // namespace
}  // namespace sluice::stress
