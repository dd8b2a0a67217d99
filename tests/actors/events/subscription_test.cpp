// SPDX-License-Identifier: BSL-1.0
// The life of a Subscription, and what is left of it when its stream is cleared. US17, FR-EVT-2
#include <sluice_test/test.hpp>
#include <utility>
#include "notes.hpp"

namespace sluice::events_test {
namespace {

TEST(Subscription, is_active_until_it_ends) {  // SC-13
  EventStream stream;
  Notes notes;
  Subscription subscription = listen(stream, notes, 'a');
  EXPECT_TRUE(subscription.is_active());
  stream.publish(Tick{});

  subscription.end();
  stream.publish(Tick{});
  subscription.end();

  EXPECT_FALSE(subscription.is_active());
  EXPECT_EQ(notes.take(), "a");
}

TEST(Subscription, ends_when_it_dies) {
  EventStream stream;
  Notes notes;
  {
    const Subscription subscription = listen(stream, notes, 'a');
  }

  stream.publish(Tick{});

  EXPECT_EQ(notes.take(), "");
}

TEST(Subscription, of_nothing_is_not_active) {
  Subscription subscription;

  EXPECT_FALSE(subscription.is_active());
  subscription.end();
}

TEST(Subscription, moves_and_is_ended_once) {
  EventStream stream;
  Notes notes;
  Subscription first = listen(stream, notes, 'a');

  Subscription second = std::move(first);
  EXPECT_FALSE(first.is_active());
  EXPECT_TRUE(second.is_active());
  first.end();
  stream.publish(Tick{});
  EXPECT_EQ(notes.take(), "a");
  second = listen(stream, notes, 'b');
  stream.publish(Tick{});

  EXPECT_EQ(notes.take(), "b");
  EXPECT_EQ(stream.counters().unsubscribed, 1u);
}

TEST(Subscription, keeps_its_callback_until_it_ends) {
  EventStream stream;
  Notes notes;
  auto subscription = stream.subscribe<Tick>([word = LastWord{notes, 'x'}](const Tick&) {});
  EXPECT_EQ(notes.take(), "");

  subscription->end();

  EXPECT_EQ(notes.take(), "x");
}

TEST(Subscription, a_callback_may_have_a_state) {
  EventStream stream;
  int last = 0;
  const auto subscription = stream.subscribe<Tick>([&last, sum = 0](const Tick& tick) mutable {
    sum += tick.number;
    last = sum;
  });

  stream.publish(Tick{1});
  stream.publish(Tick{2});

  EXPECT_EQ(last, 3);
}

TEST(Clear, nobody_is_subscribed_any_more) {
  EventStream stream;
  Notes notes;
  Listener listener{notes, 'a'};
  stream.subscribe(listener);
  Subscription subscription =
      *stream.subscribe<Tick>([&notes, word = LastWord{notes, 'x'}](const Tick&) { notes.add('b'); });

  stream.clear();
  EXPECT_EQ(notes.take(), "Rx");
  stream.publish(Tick{});

  EXPECT_EQ(notes.take(), "");
  EXPECT_FALSE(stream.has_subscribers());
  EXPECT_FALSE(stream.is_subscribed(listener));
  EXPECT_FALSE(subscription.is_active());
  EXPECT_EQ(stream.counters().unsubscribed, 2u);
}

TEST(Clear, a_subscription_may_die_long_after_it) {
  EventStream stream;
  Notes notes;
  {
    Subscription before = listen(stream, notes, 'a');
    stream.clear();
    const Subscription after = listen(stream, notes, 'b');

    before.end();
    stream.publish(Tick{});

    EXPECT_EQ(notes.take(), "b");
    EXPECT_TRUE(after.is_active());
  }
  EXPECT_EQ(stream.counters().unsubscribed, 2u);
}

TEST(Clear, an_empty_stream_can_be_cleared) {
  EventStream stream;

  stream.clear();
  stream.clear();

  EXPECT_EQ(stream.counters().unsubscribed, 0u);
}

TEST(Clear, callbacks_may_own_the_subscriptions_of_each_other) {
  EventStream stream;
  Notes notes;
  struct Owner {
    Subscription owned;
  };
  Owner first;
  Owner second;
  struct Borrower {  // ends what it borrowed when it dies
    explicit Borrower(Owner& of) noexcept : owner{&of} {}
    Borrower(Borrower&& other) noexcept : owner{std::exchange(other.owner, nullptr)} {}
    Borrower& operator=(Borrower&&) = delete;
    ~Borrower() {
      if (owner != nullptr) {
        owner->owned.end();
      }
    }
    Owner* owner;
  };
  first.owned = *stream.subscribe<Tick>([borrowed = Borrower{second}, word = LastWord{notes, 'a'}](const Tick&) {});
  second.owned = *stream.subscribe<Tick>([borrowed = Borrower{first}, word = LastWord{notes, 'b'}](const Tick&) {});

  stream.clear();

  EXPECT_EQ(notes.take(), "ab");
  EXPECT_FALSE(first.owned.is_active());
  EXPECT_FALSE(second.owned.is_active());
}

TEST(Clear, who_subscribes_while_it_runs_stays) {
  EventStream stream;
  Notes notes;
  Subscription late;
  struct Successor {
    Successor(EventStream& of, Subscription& to, Notes& with) noexcept : stream{&of}, late{&to}, notes{&with} {}
    Successor(Successor&& other) noexcept
        : stream{std::exchange(other.stream, nullptr)}, late{other.late}, notes{other.notes} {}
    Successor& operator=(Successor&&) = delete;
    ~Successor() {
      if (stream != nullptr) {
        *late = listen(*stream, *notes, 'z');
      }
    }
    EventStream* stream;
    Subscription* late;
    Notes* notes;
  };
  const auto subscription = stream.subscribe<Tick>([successor = Successor{stream, late, notes}](const Tick&) {});

  stream.clear();
  stream.publish(Tick{});

  EXPECT_EQ(notes.take(), "z");
}

}  // namespace
}  // namespace sluice::events_test
