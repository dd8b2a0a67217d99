// SPDX-License-Identifier: BSL-1.0
// Messages that go by the control channel. MB-4, MB-5, D17
#include <sluice/engine/mailboxes.hpp>
#include <sluice_test/test.hpp>
#include <sluice_test/token.hpp>

namespace sluice::mailbox {
namespace {

using Envelope = messages::PriorityEnvelope<int>;
using Core = QueueMailboxCore<Envelope, QueueBackend<Envelope, engine::AnyQueue>>;

constexpr MailboxOptions small = MailboxOptions::with_capacity(2).with_priority_capacity(QueueSize::limited(1));

[[nodiscard]] int take(auto& core) {
  const auto answer = core.try_dequeue();
  if (!answer.has_value()) {
    return disconnected;
  }
  return answer->has_value() ? (*answer)->message() : none;
}

TEST(ControlChannel, its_messages_come_first) {
  Core core{small};
  EXPECT_TRUE(core.try_enqueue(Envelope{1, 0}).has_value());
  EXPECT_TRUE(core.try_enqueue(Envelope::control(2, 100)).has_value());
  EXPECT_EQ(core.size(), 2u);

  EXPECT_EQ(take(core), 2);
  EXPECT_EQ(take(core), 1);
  EXPECT_EQ(take(core), none);
}

// D17
TEST(ControlChannel, has_a_capacity_of_its_own) {
  Core core{small};
  EXPECT_TRUE(core.try_enqueue(Envelope::control(1, 0)).has_value());
  auto refused = core.try_enqueue(Envelope::control(2, 0));

  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().fault(), QueueFault::full);
  EXPECT_EQ(refused.error().message().message(), 2);
  EXPECT_TRUE(core.try_enqueue(Envelope{3, 0}).has_value());
  EXPECT_TRUE(core.try_enqueue(Envelope{4, 0}).has_value());
  EXPECT_EQ(core.try_enqueue(Envelope{5, 0}).error().fault(), QueueFault::full);
}

// D6: a control message is never evicted, whatever the policy for the others.
TEST(ControlChannel, is_full_instead_of_dropping) {
  Core core{small.with_overflow(Overflow::drop_oldest)};
  EXPECT_TRUE(core.try_enqueue(Envelope::control(1, 0)).has_value());

  EXPECT_EQ(core.enqueue(Envelope::control(2, 0)).kind(), Core::Outcome::Kind::rejected);

  EXPECT_EQ(take(core), 1);
}

TEST(ControlChannel, an_offer_to_it_waits_for_room_in_it) {
  Core core{small.with_overflow(Overflow::block)};
  EXPECT_TRUE(core.try_enqueue(Envelope::control(1, 0)).has_value());
  Wakes wakes;
  auto offer = core.offer_blocking(Envelope::control(2, 0));
  EXPECT_FALSE(offer.poll(wakes.waker()).has_value());

  EXPECT_EQ(take(core), 1);

  EXPECT_EQ(wakes.count, 1);
  EXPECT_TRUE(offer.poll({}).has_value());
  EXPECT_EQ(take(core), 2);
}

TEST(ControlChannel, a_poll_waits_at_both_channels_and_takes_control_first) {
  Core core{small};
  Wakes wakes;
  auto poll = core.poll_blocking();
  EXPECT_FALSE(poll.poll(wakes.waker()).has_value());

  EXPECT_TRUE(core.try_enqueue(Envelope{1, 0}).has_value());
  EXPECT_TRUE(core.try_enqueue(Envelope::control(2, 0)).has_value());

  EXPECT_EQ(wakes.count, 2);
  EXPECT_EQ((*poll.poll({}))->message(), 2);
  EXPECT_EQ((*poll.poll({}))->message(), 1);
}

TEST(ControlChannel, a_poll_that_got_a_control_message_tells_the_next_of_the_regular_one) {
  Core core{small};
  Wakes first_wakes, second_wakes;
  auto first = core.poll_blocking();
  auto second = core.poll_blocking();
  EXPECT_FALSE(first.poll(first_wakes.waker()).has_value());
  EXPECT_FALSE(second.poll(second_wakes.waker()).has_value());
  EXPECT_TRUE(core.try_enqueue(Envelope{1, 0}).has_value());
  EXPECT_TRUE(core.try_enqueue(Envelope::control(2, 0)).has_value());
  EXPECT_EQ(second_wakes.count, 0);

  EXPECT_EQ((*first.poll({}))->message(), 2);

  EXPECT_EQ(second_wakes.count, 1);
  EXPECT_EQ((*second.poll({}))->message(), 1);
}

TEST(ControlChannel, a_poll_that_waits_is_disconnected_when_both_are_closed) {
  Core core{small};
  Wakes wakes;
  auto poll = core.poll_blocking();
  EXPECT_FALSE(poll.poll(wakes.waker()).has_value());

  EXPECT_TRUE(core.close());
  EXPECT_FALSE(core.close());

  EXPECT_GE(wakes.count, 1);
  EXPECT_EQ(poll.poll({})->error().fault(), QueueFault::disconnected);
  EXPECT_EQ(take(core), disconnected);
}

TEST(ControlChannel, a_poll_that_is_given_up_waits_at_neither) {
  Core core{small};
  Wakes wakes;
  auto poll = core.poll_blocking();
  EXPECT_FALSE(poll.poll(wakes.waker()).has_value());

  EXPECT_EQ(poll.give_up(QueueFault::timed_out).error().fault(), QueueFault::timed_out);

  EXPECT_TRUE(core.try_enqueue(Envelope{1, 0}).has_value());
  EXPECT_TRUE(core.try_enqueue(Envelope::control(2, 0)).has_value());
  EXPECT_EQ(wakes.count, 0);
}

/// A backend whose message is between its two steps of coming in: counted, but not to be had yet.
struct HalfIn : QueueBackend<Envelope, engine::AnyQueue> {
  using QueueBackend::QueueBackend;
  [[nodiscard]] std::expected<std::optional<Envelope>, QueueError<Envelope>> try_poll() {
    if (is_control() && is_half_in) {
      return std::nullopt;
    }
    return QueueBackend::try_poll();
  }

  class Poll {
  public:
    explicit Poll(HalfIn& queue) noexcept : queue_{queue}, future_{queue.QueueBackend::poll_blocking()} {}
    [[nodiscard]] auto poll(const engine::Waker& waker) {
      return queue_.is_control() && is_half_in ? decltype(future_.poll(waker)){} : future_.poll(waker);
    }
    void leave() noexcept { future_.leave(); }
    [[nodiscard]] auto give_up(QueueFault fault) { return future_.give_up(fault); }

  private:
    HalfIn& queue_;
    PollFuture<Envelope> future_;
  };
  [[nodiscard]] Poll poll_blocking() noexcept { return Poll{*this}; }

  [[nodiscard]] bool is_control() { return capacity() == small.priority_capacity_limit(); }
  static inline bool is_half_in = false;
};

TEST(ControlChannel, a_closed_mailbox_is_not_disconnected_before_a_control_message_is_in) {
  QueueMailboxCore<Envelope, HalfIn> core{small};
  EXPECT_TRUE(core.try_enqueue(Envelope::control(1, 0)).has_value());
  core.close();

  HalfIn::is_half_in = true;
  EXPECT_EQ(take(core), none);
  HalfIn::is_half_in = false;

  EXPECT_EQ(take(core), 1);
  EXPECT_EQ(take(core), disconnected);
}

TEST(ControlChannel, a_poll_of_a_closed_mailbox_waits_for_a_control_message_that_is_not_in) {
  QueueMailboxCore<Envelope, HalfIn> core{small};
  auto poll = core.poll_blocking();
  EXPECT_TRUE(core.try_enqueue(Envelope::control(1, 0)).has_value());
  core.close();

  HalfIn::is_half_in = true;
  EXPECT_FALSE(poll.poll({}).has_value());
  HalfIn::is_half_in = false;

  EXPECT_EQ((*poll.poll({}))->message(), 1);
  EXPECT_EQ(poll.poll({})->error().fault(), QueueFault::disconnected);
}

}  // namespace
}  // namespace sluice::mailbox
