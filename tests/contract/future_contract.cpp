// SPDX-License-Identifier: BSL-1.0
// Futures that are polled on the executor and woken from anywhere. R7.2, R7.3, R8.1 to R8.4, US14, US15, SC-11
#include <optional>
#include <sluice/engine/mailboxes.hpp>
#include <sluice/engine/wait/schedule_waker.hpp>
#include <sluice_test/contract.hpp>
#include <sluice_test/probe.hpp>

namespace sluice::contract {
namespace {

using Queue = mailbox::QueueBackend<Numbered, engine::RingQueue>;

/// Takes all messages of a queue, one poll future after the other, until it is closed and empty.
class Consumer final : public engine::ScheduleWaker {
public:
  explicit Consumer(Queue& queue) noexcept : queue_{queue} {}

  Room room;
  Rows rows;
  Tally taken;
  Tally polls;
  Tally ends;

private:
  [[nodiscard]] bool poll(const engine::Waker& waker) noexcept override {
    const Room::Visit visit{room};
    polls.add();
    for (;;) {
      if (!future_.has_value()) {
        future_.emplace(queue_.poll_blocking());
      }
      const auto answer = future_->poll(waker);
      if (!answer.has_value()) {
        return false;
      }
      future_.reset();
      if (!answer->has_value()) {
        return true;
      }
      rows.see(**answer);
      taken.add();
    }
  }
  void on_done() noexcept override { ends.add(); }

  Queue& queue_;
  std::optional<decltype(queue_.poll_blocking())> future_;
};

/// Offers messages to a queue, and waits whenever there is no room.
class Supplier final : public engine::ScheduleWaker {
public:
  Supplier(Queue& queue, std::uint32_t sender, std::uint32_t count) noexcept
      : queue_{queue}, sender_{sender}, count_{count} {}

  Room room;
  Tally ends;
  std::uint32_t refusals = 0;

private:
  [[nodiscard]] bool poll(const engine::Waker& waker) noexcept override {
    const Room::Visit visit{room};
    while (offered_ < count_) {
      if (!future_.has_value()) {
        future_.emplace(queue_.offer_blocking({sender_, offered_}));
      }
      const auto answer = future_->poll(waker);
      if (!answer.has_value()) {
        return false;
      }
      refusals += answer->has_value() ? 0u : 1u;
      future_.reset();
      ++offered_;
    }
    return true;
  }
  void on_done() noexcept override { ends.add(); }

  Queue& queue_;
  const std::uint32_t sender_;
  const std::uint32_t count_;
  std::uint32_t offered_ = 0;
  std::optional<decltype(queue_.offer_blocking(Numbered{}))> future_;
};

CONTRACT_SUITE(FutureContract);

CONTRACT(FutureContract, a_poll_that_waits_is_woken_from_outside) {  // R8.4, R7.3
  constexpr std::uint32_t senders = 3;
  const std::uint32_t each = backend.share(6'000) / senders;
  Queue queue{Overflow::fail, 4u};
  Consumer consumer{queue};
  consumer.start(backend.executor());

  backend.from_outside(senders, each, [&](std::uint32_t sender, std::uint32_t number) {
    EXPECT_TRUE(backend.wait_until([&] { return queue.try_offer({sender, number}).is_accepted(); }));
  });
  EXPECT_TRUE(backend.wait_until([&] { return consumer.taken.get() == senders * each; }));
  backend.drain();
  const std::uint32_t polls = consumer.polls.get();
  backend.drain();
  EXPECT_EQ(consumer.polls.get(), polls);  // nothing polls in a loop: R8.3
  (void)queue.close();
  backend.drain();

  EXPECT_EQ(consumer.ends.get(), 1u);
  EXPECT_EQ(consumer.rows.errors(), 0u);
  EXPECT_EQ(consumer.room.overlaps(), 0u);
}

CONTRACT(FutureContract, offers_and_polls_wake_each_other_through_a_queue_for_one_message) {  // R8.1, R8.2
  constexpr std::uint32_t suppliers = 2;
  const std::uint32_t each = backend.share(20'000) / suppliers;
  Queue queue{Overflow::block, 1u};
  Consumer consumer{queue};
  Supplier supplier[suppliers]{{queue, 0, each}, {queue, 1, each}};

  consumer.start(backend.executor());
  for (Supplier& one : supplier) {
    one.start(backend.executor());
  }
  backend.drain();

  for (const Supplier& one : supplier) {
    EXPECT_EQ(one.ends.get(), 1u);
    EXPECT_EQ(one.refusals, 0u);
    EXPECT_EQ(one.room.overlaps(), 0u);
  }
  EXPECT_EQ(consumer.taken.get(), suppliers * each);
  EXPECT_EQ(consumer.rows.errors(), 0u);
  (void)queue.close();
  backend.drain();
  EXPECT_EQ(consumer.ends.get(), 1u);
}

/// Is polled until it was woken often enough, by many at once.
class Counted final : public engine::ScheduleWaker {
public:
  Room room;
  Tally wakes;  ///< announced before each wake
  Tally ends;
  std::uint32_t seen = 0;
  std::uint32_t enough = 0;

private:
  [[nodiscard]] bool poll(const engine::Waker&) noexcept override {
    const Room::Visit visit{room};
    seen = wakes.get();
    return seen >= enough;
  }
  void on_done() noexcept override { ends.add(); }
};

CONTRACT(FutureContract, no_wake_of_many_is_missed) {  // R8.2, R7.2
  constexpr std::uint32_t wakers = 4;
  const std::uint32_t each = backend.share(20'000) / wakers;
  Counted counted;
  counted.enough = wakers * each;
  counted.start(backend.executor());
  const engine::Waker waker = counted.waker();

  backend.from_outside(wakers, each, [&](std::uint32_t, std::uint32_t) {
    counted.wakes.add();
    waker.wake();
  });
  backend.drain();

  EXPECT_EQ(counted.ends.get(), 1u);
  EXPECT_EQ(counted.room.overlaps(), 0u);
}

}  // namespace
}  // namespace sluice::contract
