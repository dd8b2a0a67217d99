// SPDX-License-Identifier: BSL-1.0
// Callbacks, hooks and copies that throw: publishers do not notice. US18, FR-EVT-5
#include <gtest/gtest.h>

#include <sluice/actors/events/buffer/buffered_subscription.hpp>
#include <sluice/actors/events/event_reports.hpp>
#include <stdexcept>
#include <string>

namespace sluice {
namespace {

struct Tick {
  int number = 0;
};

/// Throws when a copy of it is made.
struct Fragile {
  Fragile() = default;
  Fragile(Fragile&&) noexcept = default;
  Fragile(const Fragile&) { throw std::runtime_error{"it broke"}; }
};

class ThrowingSubscriber : public testing::Test {
protected:
  ThrowingSubscriber() { stream.set_log(EventLog::nothing); }

  EventStream stream;
  std::string texts;
  Subscription reports =
      *stream.subscribe<SubscriberFailed>([this](const SubscriberFailed& failed) { texts += failed.text; });
};

TEST_F(ThrowingSubscriber, is_reported_once_with_its_text_and_goes_on) {
  int calls = 0;
  const auto failing = stream.subscribe<Tick>([&](const Tick&) {
    ++calls;
    throw std::runtime_error{"no disk"};
  });
  int heard = 0;
  const auto next = stream.subscribe<Tick>([&](const Tick&) { ++heard; });

  stream.publish(Tick{});
  stream.publish(Tick{});

  EXPECT_EQ(calls, 2);
  EXPECT_EQ(heard, 2);
  EXPECT_EQ(texts, "no disk");
  EXPECT_EQ(stream.counters().failures, 2u);
}

TEST_F(ThrowingSubscriber, may_throw_what_it_likes_and_ends_if_that_was_wished) {
  int calls = 0;
  const auto failing = stream.subscribe<Tick>(
      [&](const Tick&) {
        ++calls;
        throw 7;  // NOLINT(hicpp-exception-baseclass): anything
      },
      {.on_failure = OnFailure::end});

  stream.publish(Tick{});
  stream.publish(Tick{});

  EXPECT_EQ(calls, 1);
  EXPECT_FALSE(failing->is_active());
  EXPECT_EQ(texts, "an exception that is none of the standard library's");
}

TEST_F(ThrowingSubscriber, to_hints_is_counted) {
  auto slow = *stream.subscribe_buffered<Tick>({.capacity = 1},
                                               [](const BackpressureHint&) { throw std::runtime_error{"no"}; });

  stream.publish(Tick{1});

  EXPECT_EQ(slow.try_next()->number, 1);
  EXPECT_EQ(stream.counters().failures, 2u);  // it rose, and it fell
}

TEST_F(ThrowingSubscriber, an_event_whose_copy_throws_is_lost_for_the_buffer) {
  auto buffered = *stream.subscribe_buffered<Fragile>({.capacity = 4});

  const PublishResult result = stream.publish(Fragile{});

  EXPECT_EQ(result.level, BackpressureLevel::full);
  EXPECT_FALSE(buffered.try_next().has_value());
  EXPECT_EQ(buffered.lost(), 1u);
}

TEST_F(ThrowingSubscriber, an_event_whose_copy_throws_is_given_back_by_a_buffer_that_fails) {  // D6, R3.2
  std::uint32_t reported = 0;
  const auto drops = stream.subscribe<EventsDropped>([&](const EventsDropped& dropped) { reported += dropped.count; });
  auto buffered = *stream.subscribe_buffered<Fragile>({.capacity = 4, .overflow = Overflow::fail});

  const PublishResult result = stream.publish(Fragile{});

  EXPECT_EQ(result.refused, 1u);
  EXPECT_EQ(buffered.lost(), 0u);
  EXPECT_EQ(stream.counters().dropped(), 0u);
  EXPECT_EQ(reported, 0u);
}

TEST(EventLogLines, are_written_for_what_is_chosen_and_ever_fewer) {  // FR-EVT-5
  testing::internal::CaptureStderr();
  EventStream stream;
  stream.set_log(EventLog::everything);
  {
    auto slow = *stream.subscribe_buffered<Tick>({.capacity = 1, .overflow = Overflow::drop_newest});
    for (int i = 0; i < 100; ++i) {
      stream.publish(Tick{i});
    }
  }
  const std::string lines = testing::internal::GetCapturedStderr();

  const auto count = [&](const std::string& part) {
    int found = 0;
    for (auto at = lines.find(part); at != std::string::npos; at = lines.find(part, at + 1)) {
      ++found;
    }
    return found;
  };
  EXPECT_EQ(count("has one more subscriber"), 1);
  EXPECT_EQ(count("is published"), 13);  // 1 to 10, 16, 32, 64
  EXPECT_EQ(count("lost by a full buffer"), 13);
  EXPECT_EQ(count("has one subscriber less"), 1);
}

}  // namespace
}  // namespace sluice
