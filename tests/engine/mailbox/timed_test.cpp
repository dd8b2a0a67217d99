// SPDX-License-Identifier: BSL-1.0
// Futures with a deadline. R3.6; FR-PLT: without a timer, timeouts fall back to polling the clock
#include <sluice/engine/clock.hpp>
#include <sluice/engine/mailboxes.hpp>
#include <sluice/engine/queue/ring_queue.hpp>
#include <sluice/engine/time/timer_wheel.hpp>
#include <sluice_test/test.hpp>
#include <type_traits>
#include <utility>

namespace sluice::mailbox {
namespace {

using engine::ManualClock;
using engine::TimerWheel;
using engine::Waker;

constexpr std::chrono::milliseconds tick{1};
constexpr Instant deadline{10 * tick};

/// A message that can only be moved. Counts how many exist, those that were moved from excepted.
class Coin {
public:
  explicit Coin(int number) noexcept : number_{number} { ++alive; }
  Coin(Coin&& other) noexcept : number_{std::exchange(other.number_, nothing)} {}
  Coin& operator=(Coin&&) = delete;
  ~Coin() { alive -= number_ != nothing ? 1 : 0; }
  [[nodiscard]] int number() const noexcept { return number_; }

  static inline int alive = 0;

private:
  static constexpr int nothing = -1;
  int number_;
};

struct Wakes {
  [[nodiscard]] Waker waker() noexcept {
    return {[](void* self) noexcept { ++static_cast<Wakes*>(self)->count; }, this};
  }
  std::uint32_t count = 0;
};

using Queue = QueueBackend<Coin, engine::RingQueue>;
using TimedOffer = Timed<OfferFuture<Coin>>;
using TimedPoll = Timed<PollFuture<Coin>>;

static_assert(CanGiveUp<TimedOffer> && CanGiveUp<TimedPoll>, "deadlines nest");
static_assert(std::is_move_constructible_v<TimedOffer> && !std::is_move_assignable_v<TimedOffer>);

/// A queue with one place.
struct Setting {
  [[nodiscard]] TimedOffer offer(int number) {
    return with_deadline(queue.offer_blocking(Coin{number}), wheel, deadline);
  }
  [[nodiscard]] TimedPoll poll() { return with_deadline(queue.poll_blocking(), wheel, deadline); }
  void fill() { EXPECT_TRUE(queue.try_offer(Coin{0}).is_accepted()); }
  /// The number of the next message; -1 if there is none.
  [[nodiscard]] int take() {
    const auto answer = queue.try_poll();
    return answer.has_value() && answer->has_value() ? (*answer)->number() : -1;
  }
  /// How many timers fire by then.
  std::uint32_t advance_to(Instant instant) {
    clock.advance(instant - clock.now());
    return wheel.advance();
  }

  ManualClock clock;
  TimerWheel wheel{clock, tick};
  Queue queue{Overflow::block, 1u};
  Wakes wakes;
};

[[nodiscard]] bool is_accepted(const engine::Poll<TimedOffer::Output>& answer) {
  return answer.has_value() && answer->has_value();
}
/// Whether the answer is that the time is over, with the message inside.
[[nodiscard]] bool is_returned(const engine::Poll<TimedOffer::Output>& answer, int number) {
  return answer.has_value() && !answer->has_value() && answer->error().fault() == QueueFault::timed_out &&
         answer->error().has_message() && answer->error().message().number() == number;
}

TEST(Timed, an_offer_that_finds_room_sets_no_timer) {
  Setting s;
  auto offer = s.offer(1);

  EXPECT_TRUE(is_accepted(offer.poll(s.wakes.waker())));

  EXPECT_EQ(s.wheel.size(), 0u);
  EXPECT_EQ(s.take(), 1);
}

TEST(Timed, an_offer_that_gets_room_in_time_is_accepted_and_cancels_its_timer) {
  Setting s;
  s.fill();
  auto offer = s.offer(1);
  EXPECT_FALSE(offer.poll(s.wakes.waker()).has_value());
  EXPECT_EQ(s.wheel.size(), 1u);

  EXPECT_EQ(s.take(), 0);
  EXPECT_EQ(s.wakes.count, 1u);
  EXPECT_TRUE(is_accepted(offer.poll(s.wakes.waker())));

  EXPECT_EQ(s.wheel.size(), 0u);
  EXPECT_EQ(s.advance_to(deadline), 0u);
  EXPECT_EQ(s.wakes.count, 1u);
  EXPECT_EQ(s.take(), 1);
}

TEST(Timed, an_offer_that_times_out_gives_its_message_back) {
  Setting s;
  s.fill();
  auto offer = s.offer(1);
  EXPECT_FALSE(offer.poll(s.wakes.waker()).has_value());

  EXPECT_EQ(s.advance_to(deadline), 1u);
  EXPECT_EQ(s.wakes.count, 1u);
  EXPECT_TRUE(is_returned(offer.poll(s.wakes.waker()), 1));

  EXPECT_EQ(s.wheel.size(), 0u);
  EXPECT_EQ(Coin::alive, 1);
}

TEST(Timed, an_offer_that_timed_out_leaves_its_place_to_the_next) {
  Setting s;
  s.fill();
  Wakes next_wakes;
  auto offer = s.offer(1);
  auto next = s.queue.offer_blocking(Coin{2});
  EXPECT_FALSE(offer.poll(s.wakes.waker()).has_value());
  EXPECT_FALSE(next.poll(next_wakes.waker()).has_value());
  s.advance_to(deadline);
  EXPECT_TRUE(is_returned(offer.poll(s.wakes.waker()), 1));

  EXPECT_EQ(s.take(), 0);

  EXPECT_EQ(s.wakes.count, 1u);
  EXPECT_EQ(next_wakes.count, 1u);
  EXPECT_TRUE(is_accepted(next.poll(next_wakes.waker())));
  EXPECT_EQ(s.take(), 2);
  EXPECT_EQ(s.take(), -1);
}

TEST(Timed, an_offer_that_was_taken_in_before_the_deadline_is_accepted_after_it) {
  Setting s;
  s.fill();
  auto offer = s.offer(1);
  EXPECT_FALSE(offer.poll(s.wakes.waker()).has_value());
  EXPECT_EQ(s.take(), 0);
  EXPECT_EQ(s.advance_to(deadline + tick), 1u);
  EXPECT_EQ(Coin::alive, 1);

  EXPECT_TRUE(is_accepted(offer.poll(s.wakes.waker())));

  EXPECT_EQ(Coin::alive, 1);
  EXPECT_EQ(s.take(), 1);
  EXPECT_EQ(s.take(), -1);
  EXPECT_EQ(Coin::alive, 0);
}

TEST(Timed, giving_up_early_keeps_what_was_taken_in) {
  Setting s;
  s.fill();
  auto in = s.offer(1);
  auto out = s.offer(2);
  EXPECT_FALSE(in.poll(s.wakes.waker()).has_value());
  EXPECT_FALSE(out.poll(s.wakes.waker()).has_value());
  EXPECT_EQ(s.take(), 0);

  EXPECT_TRUE(in.give_up(QueueFault::timed_out).has_value());
  EXPECT_TRUE(is_returned(out.give_up(QueueFault::timed_out), 2));

  EXPECT_EQ(s.wheel.size(), 0u);
  EXPECT_EQ(s.take(), 1);
}

TEST(Timed, waits_until_exactly_its_deadline) {
  Setting s;
  s.fill();
  auto offer = s.offer(1);
  EXPECT_FALSE(offer.poll(s.wakes.waker()).has_value());

  EXPECT_EQ(s.advance_to(deadline - Duration{1}), 0u);
  EXPECT_FALSE(offer.poll(s.wakes.waker()).has_value());
  EXPECT_EQ(s.advance_to(deadline), 1u);
  EXPECT_TRUE(is_returned(offer.poll(s.wakes.waker()), 1));
}

TEST(Timed, a_deadline_that_is_past_leaves_one_attempt) {
  Setting s;
  s.advance_to(deadline);
  auto lucky = s.offer(1);
  auto unlucky = s.offer(2);

  EXPECT_TRUE(is_accepted(lucky.poll(s.wakes.waker())));
  EXPECT_TRUE(is_returned(unlucky.poll(s.wakes.waker()), 2));

  EXPECT_EQ(s.wheel.size(), 0u);
}

TEST(Timed, wakes_the_latest_waker) {
  Setting s;
  s.fill();
  Wakes old_wakes;
  auto offer = s.offer(1);
  EXPECT_FALSE(offer.poll(old_wakes.waker()).has_value());
  EXPECT_FALSE(offer.poll(s.wakes.waker()).has_value());

  EXPECT_EQ(s.advance_to(deadline), 1u);

  EXPECT_EQ(old_wakes.count, 0u);
  EXPECT_EQ(s.wakes.count, 1u);
}

TEST(Timed, a_closed_queue_is_told_before_the_deadline) {
  Setting s;
  s.fill();
  auto offer = s.offer(1);
  EXPECT_FALSE(offer.poll(s.wakes.waker()).has_value());
  s.queue.close();
  s.advance_to(deadline);

  const auto answer = offer.poll(s.wakes.waker());

  ASSERT_TRUE(answer.has_value() && !answer->has_value());
  EXPECT_TRUE(answer->error().fault() == QueueFault::disconnected);
  EXPECT_EQ(answer->error().message().number(), 1);
  EXPECT_EQ(s.wheel.size(), 0u);
}

TEST(Timed, a_poll_gets_its_message_or_times_out) {
  Setting s;
  auto served = s.poll();
  EXPECT_FALSE(served.poll(s.wakes.waker()).has_value());
  s.fill();
  const auto message = served.poll(s.wakes.waker());
  ASSERT_TRUE(message.has_value() && message->has_value());
  EXPECT_EQ((*message)->number(), 0);
  EXPECT_EQ(s.wheel.size(), 0u);

  auto starved = s.poll();
  EXPECT_FALSE(starved.poll(s.wakes.waker()).has_value());
  EXPECT_EQ(s.advance_to(deadline), 1u);
  const auto nothing = starved.poll(s.wakes.waker());

  ASSERT_TRUE(nothing.has_value() && !nothing->has_value());
  EXPECT_TRUE(nothing->error().fault() == QueueFault::timed_out);
  EXPECT_FALSE(nothing->error().has_message());
}

TEST(Timed, a_poll_that_timed_out_leaves_the_next_message_to_others) {
  Setting s;
  Wakes next_wakes;
  auto starved = s.poll();
  auto next = s.queue.poll_blocking();
  EXPECT_FALSE(starved.poll(s.wakes.waker()).has_value());
  EXPECT_FALSE(next.poll(next_wakes.waker()).has_value());
  s.advance_to(deadline);
  EXPECT_TRUE(starved.poll(s.wakes.waker()).has_value());

  s.fill();

  EXPECT_EQ(s.wakes.count, 1u);
  EXPECT_EQ(next_wakes.count, 1u);
  EXPECT_TRUE(next.poll(next_wakes.waker()).has_value());
}

TEST(Timed, a_future_that_dies_cancels_its_timer_and_takes_its_message_along) {
  Setting s;
  s.fill();
  {
    auto offer = s.offer(1);
    EXPECT_FALSE(offer.poll(s.wakes.waker()).has_value());
    EXPECT_EQ(s.wheel.size(), 1u);
    EXPECT_EQ(Coin::alive, 2);
  }

  EXPECT_EQ(s.wheel.size(), 0u);
  EXPECT_EQ(Coin::alive, 1);
  EXPECT_EQ(s.advance_to(deadline), 0u);
  EXPECT_EQ(s.take(), 0);
  EXPECT_EQ(s.wakes.count, 0u);
}

TEST(Timed, without_a_wheel_the_clock_is_asked_in_each_poll) {
  Setting s;
  s.fill();
  auto offer = with_deadline(s.queue.offer_blocking(Coin{1}), s.clock, deadline);

  EXPECT_FALSE(offer.poll(s.wakes.waker()).has_value());
  s.clock.advance(deadline - s.clock.now() - Duration{1});
  EXPECT_FALSE(offer.poll(s.wakes.waker()).has_value());
  s.clock.advance(Duration{1});
  EXPECT_TRUE(is_returned(offer.poll(s.wakes.waker()), 1));

  EXPECT_EQ(s.wheel.size(), 0u);
  EXPECT_EQ(s.wakes.count, 0u);
}

TEST(Timed, may_be_moved_until_it_is_polled) {
  Setting s;
  auto poll = s.poll();
  auto moved = std::move(poll);
  EXPECT_FALSE(moved.poll(s.wakes.waker()).has_value());

  sluice_test::expect_broken_promise([&] { auto again = std::move(moved); },
                                     "a future that was polled stays where it is");
}

TEST(Timed, works_at_both_ends_of_a_mailbox) {
  const ManualClock clock;
  TimerWheel wheel{clock, tick};
  Wakes wakes;
  auto made = QueueMailboxFactory<>{}.build_mailbox<Coin>(MailboxOptions{.capacity = QueueSize::limited(1)});
  ASSERT_TRUE(made.has_value());
  const auto& [mailbox, producer] = *made;

  auto poll = with_deadline(mailbox.poll_blocking(), wheel, deadline);
  auto offer = with_deadline(producer.offer_blocking(Coin{7}), wheel, deadline);
  EXPECT_FALSE(poll.poll(wakes.waker()).has_value());
  EXPECT_TRUE(is_accepted(offer.poll(wakes.waker())));
  const auto message = poll.poll(wakes.waker());

  ASSERT_TRUE(message.has_value() && message->has_value());
  EXPECT_EQ((*message)->number(), 7);
  EXPECT_EQ(wheel.size(), 0u);
}

}  // namespace
}  // namespace sluice::mailbox
