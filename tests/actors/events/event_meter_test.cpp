// SPDX-License-Identifier: BSL-1.0
// Throughput and delay of a stream that is measured, in time that is moved by hand. US18.2, FR-EVT-5, R4.3
#include <chrono>
#include <sluice/actors/events/buffer/buffered_subscription.hpp>
#include <sluice/actors/events/event_reports.hpp>
#include <sluice_test/test.hpp>
#include "notes.hpp"

namespace sluice::events_test {
namespace {

using std::chrono::milliseconds;

/// Counts who looks at it.
class WatchedClock final : public Clock {
public:
  [[nodiscard]] Instant now() const noexcept override {
    ++looks;
    return now_;
  }
  void advance(Duration by) noexcept { now_ += by; }

  mutable int looks = 0;

private:
  Instant now_{};
};

/// A type that shares its bit with `Tick`.
template <int>
struct Alike {};

template <int Number = 0>
consteval int alike() noexcept {
  if constexpr (event_bits<Alike<Number>> == event_bits<Tick>) {
    return Number;
  } else {
    return alike<Number + 1>();
  }
}

class Measured : public testing::Test {
protected:
  Measured() { stream.set_log(EventLog::nothing); }

  WatchedClock clock;
  EventStream stream;
};

TEST_F(Measured, a_thousand_events_give_throughput_and_delay) {  // US18.2, SC-12
  EventMeter meter{clock};
  stream.measure(&meter);
  auto buffered = *stream.subscribe_buffered<Tick>({.capacity = 2});

  for (int i = 0; i < 1000; ++i) {
    stream.publish(Tick{i});
    clock.advance(std::chrono::microseconds{i % 2 == 0 ? 500 : 1500});
    EXPECT_TRUE(buffered.try_next().has_value());
  }

  const EventMetrics metrics = meter.metrics();
  EXPECT_EQ(metrics.published, 1000u);
  EXPECT_EQ(metrics.taken, 1000u);
  EXPECT_EQ(metrics.mean_delay(), milliseconds{1});
  EXPECT_EQ(metrics.longest_delay, std::chrono::microseconds{1500});
  EXPECT_EQ(metrics.throughput(), 1000u);
}

TEST_F(Measured, a_delay_beyond_the_threshold_is_warned_of_once) {  // US18.2
  EventMeter meter{clock, milliseconds{10}};
  stream.measure(&meter);
  int warnings = 0;
  Duration delay{};
  const auto warned = stream.subscribe<BackpressureWarning>([&](const BackpressureWarning& warning) {
    ++warnings;
    delay = warning.delay;
  });
  auto buffered = *stream.subscribe_buffered<Tick>({.capacity = 8});
  const auto wait = [&](milliseconds time) {
    stream.publish(Tick{});
    clock.advance(time);
    EXPECT_TRUE(buffered.try_next().has_value());
  };

  wait(milliseconds{10});
  EXPECT_EQ(warnings, 0);
  wait(milliseconds{11});
  EXPECT_EQ(warnings, 1);
  EXPECT_EQ(delay, milliseconds{11});
  wait(milliseconds{12});
  wait(milliseconds{6});
  wait(milliseconds{12});
  EXPECT_EQ(warnings, 1);
  wait(milliseconds{5});
  wait(milliseconds{11});

  EXPECT_EQ(warnings, 2);
}

TEST_F(Measured, nobody_looks_at_a_clock_before_or_after) {  // R4.3
  EventMeter meter{clock};
  auto buffered = *stream.subscribe_buffered<Tick>({.capacity = 8});
  stream.publish(Tick{1});
  stream.measure(&meter);
  EXPECT_TRUE(buffered.try_next().has_value());
  EXPECT_EQ(clock.looks, 0);
  stream.publish(Tock{});
  stream.publish(Alike<alike()>{});  // the filter does not keep it out
  EXPECT_EQ(clock.looks, 0);
  EXPECT_EQ(meter.metrics().published, 0u);

  stream.publish(Tick{2});
  const int looks = clock.looks;
  stream.measure(nullptr);
  EXPECT_TRUE(buffered.try_next().has_value());
  stream.publish(Tick{3});

  EXPECT_EQ(clock.looks, looks);
}

TEST_F(Measured, what_happens_is_counted_whether_it_is_measured_or_not) {  // FR-EVT-5
  auto buffered = *stream.subscribe_buffered<Tick>({.capacity = 1});
  stream.publish(Tick{1});
  stream.publish(Tick{2});
  buffered.end();

  const EventCounters counters = stream.counters();
  EXPECT_EQ(counters.published, 2u);
  EXPECT_EQ(counters.delivered, 2u);
  EXPECT_EQ(counters.subscribed, 1u);
  EXPECT_EQ(counters.unsubscribed, 1u);
  EXPECT_EQ(counters.dropped(), 1u);
  EXPECT_EQ(counters.abandoned, 1u);
}

}  // namespace
}  // namespace sluice::events_test
