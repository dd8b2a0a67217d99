// SPDX-License-Identifier: BSL-1.0
// Threads that wait at both ends of a mailbox: with offers, for signals, with polls. A message that nobody was told of
// hangs these cases. MB-7, MB-8, MB-9
#include <gtest/gtest.h>

#include <atomic>
#include <optional>
#include <semaphore>
#include <sluice/engine/mailboxes.hpp>
#include "crowd.hpp"

namespace sluice::mailbox {
namespace {

using stress::Numbered;
using Envelope = messages::PriorityEnvelope<Numbered>;

constexpr std::uint32_t senders = 3;
constexpr std::uint32_t each = 10'000;

/// Puts its thread to sleep until a future has answered. Outlives the futures.
class Sleeper {
public:
  template <class Future>
  auto await(Future& future) {
    for (;;) {
      if (auto answer = future.poll({&Sleeper::wake, this})) {
        return *std::move(answer);
      }
      woken_.acquire();
    }
  }

private:
  static void wake(void* self) noexcept { static_cast<Sleeper*>(self)->woken_.release(); }
  std::counting_semaphore<> woken_{0};
};

template <class M>
auto make_mailbox(std::uint32_t capacity) {
  auto built =
      QueueMailboxFactory<>{}.build_mailbox<M>(MailboxOptions::with_capacity(capacity).with_overflow(Overflow::block));
  return std::pair{std::move(built->first), std::optional{std::move(built->second)}};
}

/// Sends all messages of one sender, and waits for room where there is none; `wrap` makes the message.
template <class Producer, class Wrap>
void send_all(Producer producer, std::uint32_t sender, Wrap wrap) {
  Sleeper sleeper;
  for (std::uint32_t number = 0; number < each; ++number) {
    auto outcome = producer.enqueue(wrap(Numbered{sender, number}));
    if (outcome.kind() == decltype(outcome)::Kind::pending) {
      ASSERT_TRUE(sleeper.await(outcome.future()).has_value());
    }
  }
}

/// Takes all there is whenever the signal says so, until it is cut; how many messages it saw.
template <class Mailbox, class See>
std::uint64_t receive_by_signal(const Mailbox& mailbox, See see) {
  Sleeper sleeper;
  for (std::uint64_t seen = 0;;) {
    auto wait = mailbox.signal().wait();
    (void)sleeper.await(wait);
    for (;; ++seen) {
      auto answer = mailbox.try_dequeue();
      if (!answer.has_value()) {
        return seen;
      }
      if (!answer->has_value()) {
        break;
      }
      see(**answer);
    }
  }
}

/// The same with polls.
template <class Mailbox>
std::uint64_t receive_by_polls(const Mailbox& mailbox) {
  Sleeper sleeper;
  for (std::uint64_t seen = 0;; ++seen) {
    auto poll = mailbox.poll_blocking();
    if (!sleeper.await(poll).has_value()) {
      return seen;
    }
  }
}

constexpr auto plain = [](Numbered message) { return message; };

TEST(WaitingStress, a_consumer_that_waits_for_the_signal_misses_no_offer) {
  auto [mailbox, producer] = make_mailbox<Numbered>(4);
  stress::OrderCheck<senders> check;
  std::jthread consumer{[&] {
    const std::uint64_t seen = receive_by_signal(mailbox, [&check](Numbered message) { check.see(message); });
    EXPECT_EQ(seen, senders * each);
  }};

  stress::on_threads(senders, [&](std::uint32_t sender) { send_all(*producer, sender, plain); });
  producer.reset();

  consumer.join();
  EXPECT_EQ(check.errors(), 0u);
}

TEST(WaitingStress, two_consumers_that_wait_for_the_signal_miss_nothing_between_them) {
  auto [mailbox, producer] = make_mailbox<Numbered>(2);
  std::atomic<std::uint64_t> seen = 0;
  std::jthread consumers{
      [&] { stress::on_threads(2, [&](std::uint32_t) { seen += receive_by_signal(mailbox, [](Numbered) {}); }); }};

  stress::on_threads(senders, [&](std::uint32_t sender) { send_all(*producer, sender, plain); });
  producer.reset();

  consumers.join();
  EXPECT_EQ(seen, senders * each);
}

TEST(WaitingStress, two_consumers_that_poll_both_channels_miss_nothing_between_them) {
  auto [mailbox, producer] = make_mailbox<Envelope>(2);
  std::atomic<std::uint64_t> seen = 0;
  std::jthread consumers{[&] { stress::on_threads(2, [&](std::uint32_t) { seen += receive_by_polls(mailbox); }); }};

  std::atomic<std::uint64_t> refused = 0;
  stress::on_threads(senders, [&, &sending = producer](std::uint32_t sender) {
    send_all(*sending, sender, [](Numbered message) { return Envelope{message, 0}; });
    for (std::uint32_t number = 0; number < each; ++number) {
      refused += sending->try_send(Envelope::control({sender, number}, 0)).has_value() ? 0u : 1u;
    }
  });
  producer.reset();

  consumers.join();
  EXPECT_EQ(seen + refused, 2 * senders * each);
}

}  // namespace
}  // namespace sluice::mailbox
