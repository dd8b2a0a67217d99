// SPDX-License-Identifier: BSL-1.0
// What is between a stream and a slow subscriber. US18, FR-EVT-3, FR-EVT-4, FR-EVT-5, D6
#include <sluice/actors/events/buffer/buffered_subscription.hpp>
#include <sluice/actors/events/event_reports.hpp>
#include <sluice_test/test.hpp>
#include "notes.hpp"

namespace sluice::events_test {
namespace {

/// The reports of a stream, added up.
struct Reports {
  explicit Reports(EventStream& stream)
      : drops{*stream.subscribe<EventsDropped>([this](const EventsDropped& dropped) {
          ++count;
          lost += dropped.count;
          last = dropped;
        })} {}

  std::uint32_t count = 0;
  std::uint32_t lost = 0;
  EventsDropped last{};
  Subscription drops;
};

class Buffer : public testing::Test {
protected:
  Buffer() { stream.set_log(EventLog::nothing); }

  [[nodiscard]] BufferedSubscription<Tick> subscribe(std::uint32_t capacity, Overflow overflow) {
    return *stream.subscribe_buffered<Tick>({.capacity = capacity, .overflow = overflow});
  }
  void publish(int first, int last) {
    for (int number = first; number <= last; ++number) {
      result = stream.publish(Tick{number});
    }
  }
  /// What is in `subscription`, as a number in which each event is a digit.
  static int take_all(BufferedSubscription<Tick>& subscription) {
    int digits = 0;
    while (const auto tick = subscription.try_next()) {
      digits = digits * 10 + tick->number % 10;
    }
    return digits;
  }

  EventStream stream;
  PublishResult result;
};

TEST_F(Buffer, of_ten_that_drops_the_oldest_loses_the_first_five_of_fifteen) {  // US18.1, SC-12
  const Reports reports{stream};
  auto slow = subscribe(10, Overflow::drop_oldest);

  publish(1, 15);
  EXPECT_EQ(slow.size(), 10u);
  EXPECT_EQ(slow.lost(), 5u);
  EXPECT_EQ(stream.counters().lost_by(Overflow::drop_oldest), 5u);
  EXPECT_EQ(stream.counters().dropped(), 5u);
  EXPECT_EQ(slow.try_next()->number, 6);
  EXPECT_EQ(take_all(slow), 789012345);

  EXPECT_EQ(reports.lost, 5u);
  EXPECT_EQ(reports.last.total, 5u);
  EXPECT_EQ(reports.last.capacity, 10u);
  EXPECT_EQ(reports.last.overflow, Overflow::drop_oldest);
  EXPECT_LT(reports.count, 5u);
}

TEST_F(Buffer, gives_events_in_the_order_of_their_publication) {  // FR-EVT-3
  auto buffered = subscribe(4, Overflow::drop_newest);

  publish(1, 3);

  EXPECT_EQ(result.level, BackpressureLevel::none);
  EXPECT_EQ(take_all(buffered), 123);
  EXPECT_FALSE(buffered.try_next().has_value());
}

TEST_F(Buffer, that_drops_the_newest_keeps_what_it_has) {
  const Reports reports{stream};
  auto slow = subscribe(2, Overflow::drop_newest);

  publish(1, 3);

  EXPECT_EQ(result.level, BackpressureLevel::full);
  EXPECT_EQ(result.refused, 0u);
  EXPECT_EQ(take_all(slow), 12);
  EXPECT_EQ(stream.counters().lost_by(Overflow::drop_newest), 1u);
  EXPECT_EQ(reports.lost, 1u);
}

TEST_F(Buffer, that_grows_loses_nothing) {
  const Reports reports{stream};
  auto slow = subscribe(2, Overflow::grow);

  publish(1, 9);

  EXPECT_EQ(take_all(slow), 123456789);
  EXPECT_EQ(stream.counters().dropped(), 0u);
  EXPECT_EQ(reports.count, 0u);
}

TEST_F(Buffer, that_fails_tells_its_publisher_and_nobody_else) {  // R3.2
  const Reports reports{stream};
  auto slow = subscribe(2, Overflow::fail);

  publish(1, 2);
  EXPECT_EQ(result.refused, 0u);
  publish(3, 3);

  EXPECT_EQ(result.refused, 1u);
  EXPECT_EQ(result.level, BackpressureLevel::full);
  EXPECT_EQ(take_all(slow), 12);
  EXPECT_EQ(stream.counters().lost_by(Overflow::fail), 1u);
  EXPECT_EQ(stream.counters().dropped(), 0u);
  EXPECT_EQ(reports.count, 0u);
}

TEST_F(Buffer, that_would_let_its_publisher_wait_loses_what_is_only_published) {
  const Reports reports{stream};
  auto slow = subscribe(1, Overflow::block);

  publish(1, 2);

  EXPECT_EQ(result.level, BackpressureLevel::full);
  EXPECT_EQ(take_all(slow), 1);
  EXPECT_EQ(stream.counters().lost_by(Overflow::block), 1u);
  EXPECT_EQ(reports.last.overflow, Overflow::block);
}

TEST_F(Buffer, that_makes_dead_letters_reports_them) {
  const Reports reports{stream};
  auto slow = subscribe(1, Overflow::dead_letter);

  publish(1, 2);

  EXPECT_EQ(take_all(slow), 1);
  EXPECT_EQ(stream.counters().lost_by(Overflow::dead_letter), 1u);
  EXPECT_EQ(reports.lost, 1u);
}

TEST_F(Buffer, is_for_one_subscriber_and_leaves_the_others_alone) {  // FR-EVT-4
  auto slow = subscribe(1, Overflow::drop_newest);
  auto fast = subscribe(4, Overflow::drop_newest);

  publish(1, 3);

  EXPECT_EQ(take_all(slow), 1);
  EXPECT_EQ(take_all(fast), 123);
  EXPECT_EQ(fast.lost(), 0u);
}

TEST_F(Buffer, is_not_made_of_options_without_sense) {
  EXPECT_EQ(stream.subscribe_buffered<Tick>({.capacity = 0}).error(), Error::invalid_argument);
  EXPECT_EQ(stream.subscribe_buffered<Tick>({.high_water = 50, .low_water = 75}).error(), Error::invalid_argument);
  EXPECT_EQ(stream.subscribe_buffered<Tick>({.high_water = 101}).error(), Error::invalid_argument);
  EXPECT_FALSE(stream.has_subscribers());
}

TEST_F(Buffer, of_a_subscription_that_ended_is_abandoned_and_counted) {  // US17.1, SC-13
  auto buffered = subscribe(4, Overflow::drop_newest);
  publish(1, 3);
  EXPECT_EQ(buffered.try_next()->number, 1);

  buffered.end();
  publish(4, 4);

  EXPECT_FALSE(buffered.try_next().has_value());
  EXPECT_FALSE(buffered.is_active());
  EXPECT_EQ(stream.counters().abandoned, 2u);
  EXPECT_EQ(stream.counters().unsubscribed, 1u);
}

TEST_F(Buffer, of_a_cleared_stream_is_abandoned) {
  auto buffered = subscribe(4, Overflow::drop_newest);
  publish(1, 2);

  stream.clear();

  EXPECT_FALSE(buffered.try_next().has_value());
  EXPECT_TRUE(buffered.poll({})->has_value() == false);
  EXPECT_EQ(stream.counters().abandoned, 2u);
}

TEST_F(Buffer, reports_every_loss_once_and_the_rest_when_the_subscription_ends) {
  const Reports reports{stream};
  auto slow = subscribe(4, Overflow::drop_oldest);

  publish(1, 4 + 6);
  EXPECT_LT(reports.lost, 6u);
  slow.end();

  EXPECT_EQ(reports.lost, 6u);
  EXPECT_EQ(reports.last.total, 6u);
}

TEST_F(Buffer, full_of_reports_makes_no_reports) {
  auto reports = *stream.subscribe_buffered<EventsDropped>({.capacity = 1, .overflow = Overflow::drop_newest});
  auto warnings = *stream.subscribe_buffered<BackpressureWarning>({.capacity = 1, .overflow = Overflow::drop_newest});
  auto slow = subscribe(1, Overflow::drop_newest);

  publish(1, 9);
  take_all(slow);
  publish(1, 9);

  EXPECT_EQ(reports.size(), 1u);
  EXPECT_EQ(reports.try_next()->count, 1u);
  EXPECT_GT(reports.lost(), 0u);
  EXPECT_EQ(warnings.size(), 1u);
}

TEST_F(Buffer, is_drained_into_a_callback_that_may_end_it) {
  auto buffered = subscribe(4, Overflow::drop_newest);
  publish(1, 4);
  int sum = 0;

  const std::uint32_t count = buffered.drain([&](Tick tick) {
    sum += tick.number;
    if (tick.number == 3) {
      buffered.end();
    }
  });

  EXPECT_EQ(count, 3u);
  EXPECT_EQ(sum, 6);
  EXPECT_EQ(stream.counters().abandoned, 1u);
}

TEST_F(Buffer, wakes_who_waits_for_an_event_and_for_the_end) {  // MB-9
  struct Wakes {
    static void wake(void* context) noexcept { ++*static_cast<int*>(context); }
    int count = 0;
  } wakes;
  const engine::Waker waker{&Wakes::wake, &wakes.count};
  auto buffered = subscribe(2, Overflow::drop_newest);

  EXPECT_FALSE(buffered.poll(waker).has_value());
  publish(7, 7);
  EXPECT_EQ(wakes.count, 1);
  EXPECT_EQ((*buffered.poll(waker))->number, 7);
  EXPECT_FALSE(buffered.poll(waker).has_value());
  stream.clear();
  EXPECT_EQ(wakes.count, 2);
  EXPECT_FALSE(buffered.poll(waker)->has_value());

  auto other = subscribe(2, Overflow::drop_newest);
  EXPECT_FALSE(other.poll(waker).has_value());
  other.stop_waiting();
  publish(8, 8);
  EXPECT_EQ(wakes.count, 2);
}

TEST_F(Buffer, moves_with_its_subscription) {
  auto first = subscribe(2, Overflow::drop_newest);
  publish(1, 1);

  BufferedSubscription<Tick> second = std::move(first);

  EXPECT_FALSE(first.is_active());
  EXPECT_TRUE(second.is_active());
  EXPECT_EQ(take_all(second), 1);
  BufferedSubscription<Tick> none;
  EXPECT_EQ(none.size(), 0u);
  EXPECT_EQ(none.lost(), 0u);
}

TEST_F(Buffer, tells_subscriber_and_publisher_of_pressure_once_per_crossing) {  // FR-EVT-4
  int risen = 0;
  int fallen = 0;
  BackpressureHint last{};
  auto slow = *stream.subscribe_buffered<Tick>({.capacity = 4}, [&](const BackpressureHint& hint) {
    ++(hint.level == BackpressureLevel::high ? risen : fallen);
    last = hint;
  });
  int warnings = 0;
  const auto warned = stream.subscribe<BackpressureWarning>([&](const BackpressureWarning&) { ++warnings; });

  publish(1, 3);  // exactly 75 %
  EXPECT_EQ(result.level, BackpressureLevel::none);
  EXPECT_EQ(risen, 0);
  publish(4, 4);
  EXPECT_EQ(result.level, BackpressureLevel::high);
  EXPECT_EQ(risen, 1);
  EXPECT_EQ(last.depth, 4u);
  EXPECT_EQ(last.capacity, 4u);
  publish(5, 6);
  EXPECT_EQ(result.level, BackpressureLevel::full);
  EXPECT_EQ(risen, 1);
  EXPECT_EQ(slow.try_next()->number, 3);
  EXPECT_EQ(slow.try_next()->number, 4);  // exactly 50 %
  EXPECT_EQ(fallen, 0);
  EXPECT_EQ(slow.try_next()->number, 5);

  EXPECT_EQ(fallen, 1);
  EXPECT_EQ(warnings, 1);
  publish(7, 7);
  EXPECT_EQ(result.level, BackpressureLevel::none);
}

}  // namespace
}  // namespace sluice::events_test
