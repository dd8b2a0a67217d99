// SPDX-License-Identifier: BSL-1.0
// Who gets which events, and what that costs. US16, US17, FR-EVT-1, FR-EVT-2
#include <sluice_test/interrupt.hpp>
#include <sluice_test/test.hpp>
#include "notes.hpp"

namespace sluice::events_test {
namespace {

constinit EventStream global;  // needs no start-up code
Subscription* interrupted = nullptr;

TEST(EventStream, a_subscriber_gets_each_event_of_its_type_once) {  // US16.1
  EventStream stream;
  int calls = 0;
  int sum = 0;
  const auto subscription = stream.subscribe<Tick>([&](const Tick& tick) {
    ++calls;
    sum += tick.number;
  });

  stream.publish(Tick{3});
  stream.publish(Tick{4});

  ASSERT_TRUE(subscription.has_value());
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(sum, 7);
}

TEST(EventStream, a_subscriber_of_another_type_gets_nothing) {  // US16.2
  EventStream stream;
  Notes notes;
  const Subscription ticks = listen<Tick>(stream, notes, 'i');
  const Subscription tocks = listen<Tock>(stream, notes, 'o');

  stream.publish(Tick{});
  EXPECT_EQ(notes.take(), "i");
  stream.publish(Tock{});
  EXPECT_EQ(notes.take(), "o");
  stream.publish(1);

  EXPECT_EQ(notes.take(), "");
}

TEST(EventStream, types_that_share_a_bit_are_told_apart) {
  struct Reader final : EventSubscriber {
    explicit Reader(const EventType& type) noexcept : EventSubscriber{type} {}
    void deliver(const void*) noexcept override { ++count; }
    int count = 0;
  };
  const EventType twin{"twin", event_type<Tick>.interest};
  EventStream stream;
  Reader reader{twin};
  stream.subscribe(reader);

  EXPECT_TRUE(stream.has_subscribers<Tick>());
  stream.publish(Tick{});

  EXPECT_EQ(reader.count, 0);
  EXPECT_EQ(stream.counters().published, 0u);
  stream.unsubscribe(reader);
}

TEST(EventStream, subscribers_are_called_in_the_order_of_their_subscriptions) {
  EventStream stream;
  Notes notes;
  const Subscription first = listen(stream, notes, 'a');
  Subscription second = listen(stream, notes, 'b');
  const Subscription third = listen(stream, notes, 'c');

  stream.publish(Tick{});
  EXPECT_EQ(notes.take(), "abc");
  second = listen(stream, notes, 'd');
  stream.publish(Tick{});

  EXPECT_EQ(notes.take(), "acd");
}

TEST(EventStream, who_is_unsubscribed_gets_nothing_any_more) {  // US17.1, SC-13
  EventStream stream;
  Notes notes;
  Listener a{notes, 'a'};
  Listener b{notes, 'b'};
  stream.subscribe(a);
  stream.subscribe(b);
  stream.publish(Tick{});
  EXPECT_EQ(notes.take(), "ab");

  EXPECT_TRUE(stream.unsubscribe(a));
  stream.publish(Tick{});

  EXPECT_EQ(notes.take(), "Rb");
  EXPECT_FALSE(stream.is_subscribed(a));
  EXPECT_TRUE(stream.is_subscribed(b));
  stream.unsubscribe(b);
}

TEST(EventStream, who_is_unsubscribed_can_subscribe_again) {
  EventStream stream;
  Notes notes;
  Listener a{notes, 'a'};
  for (int i = 0; i < 3; ++i) {
    stream.subscribe(a);
    stream.publish(Tick{});
    stream.unsubscribe(a);
    stream.publish(Tick{});

    EXPECT_EQ(notes.take(), "aR");
  }
}

TEST(EventStream, unsubscribing_twice_or_never_having_subscribed_is_nothing) {
  EventStream stream;
  Notes notes;
  Listener a{notes, 'a'};

  EXPECT_TRUE(stream.unsubscribe(a));
  stream.subscribe(a);
  EXPECT_TRUE(stream.unsubscribe(a));
  EXPECT_TRUE(stream.unsubscribe(a));

  EXPECT_EQ(notes.take(), "R");
  EXPECT_EQ(stream.counters().unsubscribed, 1u);
}

TEST(EventStream, knows_whether_anybody_is_subscribed) {  // R4.3
  EventStream stream;
  Notes notes;
  EXPECT_FALSE(stream.has_subscribers());
  EXPECT_FALSE(stream.has_subscribers<Tick>());
  {
    const Subscription subscription = listen(stream, notes, 'a');

    EXPECT_TRUE(stream.has_subscribers());
    EXPECT_TRUE(stream.has_subscribers<Tick>());
  }

  EXPECT_FALSE(stream.has_subscribers());
  EXPECT_FALSE(stream.has_subscribers<Tick>());
}

TEST(EventStream, counts_what_it_does) {  // US18
  EventStream stream;
  Notes notes;
  stream.publish(Tick{});
  {
    const Subscription first = listen(stream, notes, 'a');
    const Subscription second = listen(stream, notes, 'b');
    stream.publish(Tick{});
    stream.publish(Tick{});
    stream.publish(Tock{});
  }
  stream.publish(Tick{});

  const EventCounters counters = stream.counters();
  EXPECT_EQ(counters.published, 2u);
  EXPECT_EQ(counters.delivered, 4u);
  EXPECT_EQ(counters.subscribed, 2u);
  EXPECT_EQ(counters.unsubscribed, 2u);
}

TEST(EventStream, types_have_names) { EXPECT_TRUE(std::string_view{event_type<Tick>.name}.ends_with("Tick")); }

TEST(EventStream, an_interrupt_can_publish) {  // R4.5
  Notes notes;
  const Subscription listener = listen(global, notes, 'i');
  const auto raising = [&notes](const Tock&) {
    sluice_test::RaisedInterrupt interrupt{+[]() noexcept { global.publish(Tick{}); }};
    interrupt.raise();
    notes.add('m');
  };
  const auto main_loop = global.subscribe<Tock>(raising);

  raising(Tock{});
  global.publish(Tock{});

  EXPECT_EQ(notes.take(), "imim");
}

TEST(EventStream, an_interrupt_can_unsubscribe_whom_it_interrupts) {  // R4.5; and does not wait for it
  Notes notes;
  Subscription subscription;
  interrupted = &subscription;
  subscription = *global.subscribe<Tick>([&notes, word = LastWord{notes, 'x'}](const Tick&) {
    sluice_test::RaisedInterrupt interrupt{+[]() noexcept { interrupted->end(); }};
    interrupt.raise();
    notes.add('a');
  });

  global.publish(Tick{});
  global.publish(Tick{});

  EXPECT_EQ(notes.take(), "ax");
}

TEST(EventStream, two_subscriptions_of_one_subscriber_at_a_time_break_a_promise) {
  sluice_test::expect_broken_promise(
      [] {
        EventStream stream;
        Notes notes;
        Listener a{notes, 'a'};
        stream.subscribe(a);
        stream.subscribe(a);
      },
      "one subscription at a time");
}

TEST(EventStream, dying_while_subscribed_breaks_a_promise) {
  sluice_test::expect_broken_promise(
      [] {
        EventStream stream;
        Notes notes;
        Listener a{notes, 'a'};
        stream.subscribe(a);
      },
      "released before it dies");
}

TEST(EventStream, unsubscribing_from_another_stream_breaks_a_promise) {
  sluice_test::expect_broken_promise(
      [] {
        EventStream stream;
        EventStream other;
        Notes notes;
        Listener a{notes, 'a'};
        stream.subscribe(a);
        other.unsubscribe(a);
      },
      "from the stream that it is subscribed to");
}

}  // namespace
}  // namespace sluice::events_test
