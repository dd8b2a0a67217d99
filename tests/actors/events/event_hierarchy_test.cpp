// SPDX-License-Identifier: BSL-1.0
// Events that are others as well, by explicit tags. US16, FR-EVT-1, FR-EVT-2
#include <sluice/actors/events/buffer/buffered_subscription.hpp>
#include <sluice_test/test.hpp>
#include "notes.hpp"

namespace sluice::events_test {
namespace {

struct SystemEvent {
  int severity = 0;
};
struct Other {
  int before = 5;  // so that a family is not where its event begins
};
struct Started : Other, SystemEvent {
  using EventFamily = SystemEvent;
};
struct WarmStarted : Started {
  using EventFamily = Started;
};
struct Untagged : SystemEvent {};
struct UserEvent {};

[[nodiscard]] WarmStarted warm(int severity) {
  WarmStarted event;
  event.severity = severity;
  return event;
}

TEST(EventHierarchy, a_subscriber_of_a_family_gets_each_member_once) {  // US16.1
  EventStream stream;
  int severity = 0;
  int calls = 0;
  const auto subscription = stream.subscribe<SystemEvent>([&](const SystemEvent& event) {
    ++calls;
    severity = event.severity;
  });

  Started started;
  started.severity = 3;
  stream.publish(started);
  EXPECT_EQ(severity, 3);
  stream.publish(warm(4));
  EXPECT_EQ(severity, 4);
  stream.publish(SystemEvent{.severity = 5});

  EXPECT_EQ(severity, 5);
  EXPECT_EQ(calls, 3);
}

TEST(EventHierarchy, a_subscriber_of_a_member_does_not_get_the_family) {  // US16.2
  EventStream stream;
  Notes notes;
  const Subscription root = listen<SystemEvent>(stream, notes, 'r');
  const Subscription middle = listen<Started>(stream, notes, 'm');
  const Subscription leaf = listen<WarmStarted>(stream, notes, 'l');
  const Subscription user = listen<UserEvent>(stream, notes, 'u');

  stream.publish(SystemEvent{});
  EXPECT_EQ(notes.take(), "r");
  stream.publish(Started{});
  EXPECT_EQ(notes.take(), "rm");
  stream.publish(warm(1));
  EXPECT_EQ(notes.take(), "rml");
  stream.publish(UserEvent{});

  EXPECT_EQ(notes.take(), "u");
}

TEST(EventHierarchy, without_a_tag_there_is_none) {
  EventStream stream;
  Notes notes;
  const Subscription root = listen<SystemEvent>(stream, notes, 'r');

  stream.publish(Untagged{});

  EXPECT_EQ(notes.take(), "");
}

TEST(EventHierarchy, the_filter_lets_through_what_anybody_on_the_way_up_wants) {  // R4.3
  static_assert((event_bits<WarmStarted> & event_type<SystemEvent>.bit()) != 0);
  static_assert((event_bits<WarmStarted> & event_type<Started>.bit()) != 0);
  static_assert((event_bits<WarmStarted> & event_type<WarmStarted>.bit()) != 0);
  static_assert(event_bits<SystemEvent> == event_type<SystemEvent>.bit());
  EventStream stream;
  EXPECT_FALSE(stream.has_subscribers<WarmStarted>());
  {
    const auto root = stream.subscribe<SystemEvent>([](const SystemEvent&) {});
    EXPECT_TRUE(stream.has_subscribers<WarmStarted>());
    EXPECT_TRUE(stream.has_subscribers<Started>());
  }

  EXPECT_FALSE(stream.has_subscribers<WarmStarted>());
}

TEST(EventHierarchy, a_buffer_keeps_what_the_family_knows) {
  EventStream stream;
  auto buffered = *stream.subscribe_buffered<SystemEvent>({.capacity = 2});

  stream.publish(warm(7));

  EXPECT_EQ(buffered.try_next()->severity, 7);
}

}  // namespace
}  // namespace sluice::events_test
