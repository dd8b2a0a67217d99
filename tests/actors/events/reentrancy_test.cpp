// SPDX-License-Identifier: BSL-1.0
// What callbacks may do to the stream that calls them: everything. US17, SC-13
#include <sluice_test/test.hpp>
#include <utility>
#include "notes.hpp"

namespace sluice::events_test {
namespace {

TEST(Reentrancy, a_callback_may_publish) {
  EventStream stream;
  Notes notes;
  const auto first = stream.subscribe<Tick>([&](const Tick& tick) {
    notes.add('a');
    if (tick.number > 0) {
      stream.publish(Tick{tick.number - 1});
    }
    stream.publish(Tock{});
  });
  const Subscription second = listen<Tick>(stream, notes, 'b');
  const Subscription third = listen<Tock>(stream, notes, 'o');

  stream.publish(Tick{1});

  EXPECT_EQ(notes.take(), "aaobob");
}

TEST(Reentrancy, who_is_subscribed_during_a_publication_gets_the_next_one) {
  EventStream stream;
  Notes notes;
  Subscription late;
  const auto first = stream.subscribe<Tick>([&](const Tick&) {
    notes.add('a');
    if (!late.is_active()) {
      late = listen(stream, notes, 'z');
    }
  });

  stream.publish(Tick{});
  EXPECT_EQ(notes.take(), "a");
  stream.publish(Tick{});

  EXPECT_EQ(notes.take(), "az");
}

TEST(Reentrancy, a_nested_publication_reaches_who_was_subscribed_before_it) {
  EventStream stream;
  Notes notes;
  Subscription late;
  const auto first = stream.subscribe<Tick>([&](const Tick& tick) {
    notes.add('a');
    if (tick.number == 1) {
      late = listen(stream, notes, 'z');
      stream.publish(Tick{0});
    }
  });

  stream.publish(Tick{1});

  EXPECT_EQ(notes.take(), "aaz");
}

TEST(Reentrancy, a_callback_may_end_its_own_subscription) {
  EventStream stream;
  Notes notes;
  Subscription own;
  own = *stream.subscribe<Tick>([&, word = LastWord{notes, 'x'}](const Tick&) {
    notes.add('a');
    own.end();
    own.end();
    notes.add(own.is_active() ? '!' : '.');
  });
  const Subscription other = listen(stream, notes, 'b');

  stream.publish(Tick{});
  EXPECT_EQ(notes.take(), "a.xb");
  stream.publish(Tick{});

  EXPECT_EQ(notes.take(), "b");
}

TEST(Reentrancy, a_callback_that_ended_is_destroyed_after_its_last_nested_call) {
  EventStream stream;
  Notes notes;
  Subscription own;
  own = *stream.subscribe<Tick>([&, word = LastWord{notes, 'x'}](const Tick& tick) {
    notes.add('(');
    if (tick.number > 0) {
      stream.publish(Tick{tick.number - 1});
    } else {
      own.end();
    }
    notes.add(')');
  });

  stream.publish(Tick{2});

  EXPECT_EQ(notes.take(), "((()))x");
}

TEST(Reentrancy, who_ended_in_its_own_call_is_not_called_by_what_it_publishes_then) {  // SC-13
  EventStream stream;
  Notes notes;
  Subscription own;
  own = *stream.subscribe<Tick>([&](const Tick&) {
    notes.add('a');
    own.end();
    stream.publish(Tick{});
  });
  const Subscription other = listen(stream, notes, 'b');

  stream.publish(Tick{});

  EXPECT_EQ(notes.take(), "abb");
}

TEST(Reentrancy, who_is_unsubscribed_before_its_turn_does_not_get_the_event) {
  EventStream stream;
  Notes notes;
  Subscription second;
  Subscription third;
  const auto first = stream.subscribe<Tick>([&](const Tick&) {
    notes.add('a');
    second.end();
    third.end();
  });
  second = listen(stream, notes, 'b');
  third = listen(stream, notes, 'c');
  const Subscription fourth = listen(stream, notes, 'd');

  stream.publish(Tick{});

  EXPECT_EQ(notes.take(), "ad");
}

TEST(Reentrancy, who_had_its_turn_can_be_unsubscribed) {
  EventStream stream;
  Notes notes;
  Subscription first = listen(stream, notes, 'a');
  const auto second = stream.subscribe<Tick>([&](const Tick&) {
    notes.add('b');
    first.end();
  });
  const Subscription third = listen(stream, notes, 'c');

  stream.publish(Tick{});
  EXPECT_EQ(notes.take(), "abc");
  stream.publish(Tick{});

  EXPECT_EQ(notes.take(), "bc");
}

TEST(Reentrancy, a_subscriber_that_ends_in_its_delivery_is_released_after_it) {
  struct Leaving final : EventSubscriber {
    Leaving(EventStream& of, Notes& with) noexcept : EventSubscriber{event_type<Tick>}, stream{of}, notes{with} {}
    void deliver(const void*) noexcept override { notes.add(stream.unsubscribe(*this) ? '!' : '.'); }
    void released() noexcept override { notes.add('R'); }
    EventStream& stream;
    Notes& notes;
  };
  EventStream stream;
  Notes notes;
  Leaving leaving{stream, notes};
  Listener listener{notes, 'b'};
  stream.subscribe(leaving);
  stream.subscribe(listener);

  stream.publish(Tick{});

  EXPECT_EQ(notes.take(), ".Rb");
  EXPECT_TRUE(stream.unsubscribe(leaving));
  EXPECT_TRUE(stream.unsubscribe(listener));
  EXPECT_EQ(notes.take(), "R");
}

TEST(Reentrancy, who_is_released_may_subscribe_again) {
  struct Returning final : EventSubscriber {
    Returning(EventStream& of, Notes& with) noexcept : EventSubscriber{event_type<Tick>}, stream{of}, notes{with} {}
    void deliver(const void*) noexcept override {
      notes.add('a');
      stream.unsubscribe(*this);
    }
    void released() noexcept override {
      notes.add('R');
      if (--lives > 0) {
        stream.subscribe(*this);
      }
    }
    EventStream& stream;
    Notes& notes;
    int lives = 3;
  };
  EventStream stream;
  Notes notes;
  Returning returning{stream, notes};
  stream.subscribe(returning);

  for (int i = 0; i < 4; ++i) {
    stream.publish(Tick{});
  }

  EXPECT_EQ(notes.take(), "aRaRaR");
  EXPECT_FALSE(stream.is_subscribed(returning));
}

TEST(Reentrancy, who_is_released_may_unsubscribe_the_next_one) {
  struct Ending {
    explicit Ending(Subscription& of) noexcept : subscription{&of} {}
    Ending(Ending&& other) noexcept : subscription{std::exchange(other.subscription, nullptr)} {}
    Ending& operator=(Ending&&) = delete;
    ~Ending() {
      if (subscription != nullptr) {
        subscription->end();
      }
    }
    Subscription* subscription;
  };
  EventStream stream;
  Notes notes;
  Subscription first;
  Subscription second;
  first = *stream.subscribe<Tick>([&, ending = Ending{second}](const Tick&) {
    notes.add('a');
    first.end();
  });
  second = listen(stream, notes, 'b');
  const Subscription third = listen(stream, notes, 'c');

  stream.publish(Tick{});

  EXPECT_EQ(notes.take(), "ac");
}

TEST(Reentrancy, a_callback_may_clear_the_stream) {
  EventStream stream;
  Notes notes;
  const auto first = stream.subscribe<Tick>([&, word = LastWord{notes, 'x'}](const Tick&) {
    notes.add('a');
    stream.clear();
    notes.add('.');
  });
  const Subscription second = listen(stream, notes, 'b');

  stream.publish(Tick{});
  stream.publish(Tick{});

  EXPECT_EQ(notes.take(), "a.x");
  EXPECT_FALSE(first->is_active());
  EXPECT_FALSE(second.is_active());
}

}  // namespace
}  // namespace sluice::events_test
