// SPDX-License-Identifier: BSL-1.0
// R3.6, R8.1 to R8.3, R8.5, D11: senders that wait for room, and no thread that does.
#include <optional>
#include <sluice/engine/dispatch/mailbox_offer.hpp>
#include <sluice/engine/time/timer_wheel.hpp>
#include <sluice/engine/wait/schedule_waker.hpp>
#include <sluice_test/test.hpp>

#include "stage.hpp"

namespace sluice::engine {
namespace {

using std::chrono::milliseconds;

/// A full mailbox of 2 messages, and a waker that counts.
struct Full {
  explicit Full(Duration push_timeout = {}, Overflow overflow = Overflow::block) noexcept
      : lane{{.kind = QueueKind::bounded,
              .capacity = 2,
              .overflow = overflow,
              .high_water = 100,
              .push_timeout = push_timeout}} {
    mailbox.send_all(1, 2);
  }
  [[nodiscard]] Waker waker() noexcept {
    return {[](void* count) noexcept { ++*static_cast<std::uint32_t*>(count); }, &wakes};
  }
  /// What a run does.
  [[nodiscard]] std::string_view run() noexcept {
    stage.executor.drain();
    return stage.trace.take();
  }

  Stage stage;
  TimerWheel timers{stage.clock};
  Lane lane;
  Recorder mailbox{stage.dispatcher, stage.trace, &lane};
  std::uint32_t wakes = 0;
};

/// Whether `polled` is `error`; a future that waits, or has succeeded, is not.
[[nodiscard]] bool failed_with(const Poll<Result<>>& polled, Error error) noexcept {
  return polled.has_value() && !polled->has_value() && polled->error() == error;
}
[[nodiscard]] bool succeeded(const Poll<Result<>>& polled) noexcept {
  return polled.has_value() && polled->has_value();
}

TEST(MailboxOffer, is_in_at_once_if_there_is_room) {  // R8.1
  Full full;
  EXPECT_EQ(full.run(), "m1 m2");
  MailboxOffer offer{full.mailbox, numbered(3)};

  EXPECT_TRUE(succeeded(offer.poll(full.waker())));

  EXPECT_EQ(full.run(), "m3");
  EXPECT_EQ(full.wakes, 0u);
}

TEST(MailboxOffer, waits_for_room_and_is_woken_once) {  // R8.1, R8.3
  Full full;
  MailboxOffer offer{full.mailbox, numbered(3)};

  EXPECT_FALSE(offer.poll(full.waker()).has_value());
  EXPECT_EQ(full.wakes, 0u);
  EXPECT_EQ(full.run(), "m1 m2 m3");

  EXPECT_EQ(full.wakes, 1u);
  EXPECT_TRUE(succeeded(offer.poll(full.waker())));
  EXPECT_EQ(full.run(), "");
}

TEST(MailboxOffer, is_handled_though_its_sender_does_not_look_again) {  // R8.1: the message is the mailbox's
  Full full;
  {
    MailboxOffer offer{full.mailbox, numbered(3)};
    EXPECT_FALSE(offer.poll(full.waker()).has_value());
    (void)full.stage.executor.tick(1);
  }

  EXPECT_EQ(full.run(), "m1 m2 m3");
}

TEST(MailboxOffer, those_who_wait_come_in_the_order_of_their_coming) {  // R8.1
  Full full;
  MailboxOffer third{full.mailbox, numbered(3)};
  MailboxOffer fourth{full.mailbox, numbered(4)};
  EXPECT_FALSE(third.poll(full.waker()).has_value());
  EXPECT_FALSE(fourth.poll(full.waker()).has_value());
  full.mailbox.on_message = [](Recorder& self, std::uint32_t number) noexcept {
    if (number == 1) {
      (void)self.send(9);  // the room was given to who waited longest
    }
  };

  EXPECT_EQ(full.run(), "m1 d9/would_wait m2 m3 m4");
}

TEST(MailboxOffer, pending_is_no_busy_loop) {  // R8.3, D11
  Full full;
  full.mailbox.suspend();
  (void)full.run();
  MailboxOffer offer{full.mailbox, numbered(3)};

  EXPECT_FALSE(offer.poll(full.waker()).has_value());

  EXPECT_EQ(full.stage.executor.tick(100), 0u);
  EXPECT_EQ(full.wakes, 0u);
  full.mailbox.resume();
  EXPECT_EQ(full.run(), "m1 m2 m3");
}

/// A sender without a mailbox: its waker schedules it.
class Sender final : public ScheduleWaker {
public:
  Sender(Recorder& target, std::uint32_t number, TimerWheel* timers = nullptr) noexcept {
    offer.emplace(target, numbered(number), nullptr, timers);
  }
  std::optional<MailboxOffer> offer;
  std::optional<Result<>> outcome;
  std::uint32_t polls = 0;

private:
  [[nodiscard]] bool poll(const Waker& waker) noexcept override {
    ++polls;
    outcome = offer->poll(waker);
    return outcome.has_value();
  }
  void on_done() noexcept override { offer.reset(); }
};

TEST(MailboxOffer, reschedules_its_sender_by_a_schedule_waker) {  // R8.2, R8.3
  Full full;
  full.mailbox.suspend();
  Sender sender{full.mailbox, 3};

  sender.start(full.stage.executor);
  EXPECT_EQ(full.run(), "");
  EXPECT_EQ(full.stage.executor.tick(100), 0u);
  EXPECT_EQ(sender.polls, 1u);
  full.mailbox.resume();
  EXPECT_EQ(full.run(), "m1 m2 m3");

  EXPECT_EQ(sender.polls, 2u);
  EXPECT_TRUE(succeeded(sender.outcome));
}

TEST(MailboxOffer, a_timeout_is_one_dead_letter_and_one_error) {  // R3.6, R8.5
  Full full{milliseconds{50}};
  full.mailbox.suspend();
  (void)full.run();
  Sender sender{full.mailbox, 3, &full.timers};
  sender.start(full.stage.executor);
  EXPECT_EQ(full.run(), "");

  full.stage.clock.advance(milliseconds{49});
  (void)full.timers.advance();
  EXPECT_EQ(full.run(), "");
  full.stage.clock.advance(milliseconds{1});
  (void)full.timers.advance();

  EXPECT_EQ(full.run(), "d3/offer_timed_out");
  EXPECT_TRUE(failed_with(sender.outcome, Error::timed_out));
  EXPECT_EQ(sender.polls, 2u);
  full.mailbox.resume();
  EXPECT_EQ(full.run(), "m1 m2");
}

TEST(MailboxOffer, without_timers_the_clock_is_looked_at_when_it_is_polled) {  // R3.6, FR-PLT
  Full full{milliseconds{50}};
  MailboxOffer offer{full.mailbox, numbered(3)};
  EXPECT_FALSE(offer.poll(full.waker()).has_value());
  full.stage.clock.advance(milliseconds{49});
  EXPECT_FALSE(offer.poll(full.waker()).has_value());

  full.stage.clock.advance(milliseconds{1});

  EXPECT_TRUE(failed_with(offer.poll(full.waker()), Error::timed_out));
  EXPECT_EQ(full.run(), "d3/offer_timed_out m1 m2");
  EXPECT_EQ(full.wakes, 0u);
}

TEST(MailboxOffer, room_before_the_timeout_counts_though_it_is_seen_later) {  // R3.6
  Full full{milliseconds{50}};
  MailboxOffer offer{full.mailbox, numbered(3), nullptr, &full.timers};
  EXPECT_FALSE(offer.poll(full.waker()).has_value());
  EXPECT_EQ(full.run(), "m1 m2 m3");

  full.stage.clock.advance(milliseconds{60});

  EXPECT_TRUE(succeeded(offer.poll(full.waker())));
  EXPECT_EQ(full.stage.trace.take(), "");
}

/// A clock that runs `executor` while it is read, once.
struct RunningClock final : Clock {
  [[nodiscard]] Instant now() const noexcept override {
    if (PickyExecutor* const to_run = executor) {
      executor = nullptr;
      to_run->drain();
    }
    return Instant{elapsed};
  }
  Duration elapsed{};
  mutable PickyExecutor* executor = nullptr;
};

TEST(MailboxOffer, room_that_comes_while_the_timeout_is_noted_is_just_in_time) {  // R3.6, D6
  TraceText trace;
  RunningClock clock;
  PickyExecutor executor;
  Dispatcher dispatcher{executor, {}, {.clock = &clock}};
  Lane lane{{.kind = QueueKind::bounded, .capacity = 1, .overflow = Overflow::block, .push_timeout = milliseconds{1}}};
  Recorder mailbox{dispatcher, trace, &lane};
  (void)mailbox.send(1);
  MailboxOffer offer{mailbox, numbered(2)};
  clock.elapsed = milliseconds{1};
  clock.executor = &executor;

  EXPECT_TRUE(succeeded(offer.poll(Waker{})));

  EXPECT_EQ(trace.take(), "m1 m2");
  executor.drain();
}

TEST(MailboxOffer, what_is_decided_has_no_timer_any_more) {
  Full full{milliseconds{50}};
  MailboxOffer accepted{full.mailbox, numbered(3), nullptr, &full.timers};
  EXPECT_FALSE(accepted.poll(full.waker()).has_value());
  EXPECT_EQ(full.run(), "m1 m2 m3");
  EXPECT_EQ(full.timers.size(), 1u);

  EXPECT_TRUE(succeeded(accepted.poll(full.waker())));

  EXPECT_EQ(full.timers.size(), 0u);
}

TEST(MailboxOffer, a_timeout_that_is_not_positive_is_none) {  // R3.6
  for (const Duration timeout : {Duration{0}, Duration{-1}}) {
    Full full{timeout};
    MailboxOffer offer{full.mailbox, numbered(3), nullptr, &full.timers};

    EXPECT_FALSE(offer.poll(full.waker()).has_value());
    full.stage.clock.advance(std::chrono::hours{1'000});
    EXPECT_FALSE(offer.poll(full.waker()).has_value());

    EXPECT_EQ(full.timers.size(), 0u);
    EXPECT_EQ(full.run(), "m1 m2 m3");
  }
}

TEST(MailboxOffer, a_timeout_may_be_as_long_as_can_be_said) {  // R3.6
  Full full{Duration::max()};
  full.stage.clock.advance(milliseconds{1});
  MailboxOffer offer{full.mailbox, numbered(3), nullptr, &full.timers};

  EXPECT_FALSE(offer.poll(full.waker()).has_value());

  EXPECT_EQ(full.run(), "m1 m2 m3");
}

TEST(MailboxOffer, who_gives_up_leaves_one_dead_letter_and_the_room_to_the_next) {  // R8.5, MB-10
  Full full;
  full.mailbox.suspend();
  (void)full.run();
  std::optional<MailboxOffer> third;
  third.emplace(full.mailbox, numbered(3));
  MailboxOffer fourth{full.mailbox, numbered(4)};
  EXPECT_FALSE(third->poll(full.waker()).has_value());
  EXPECT_FALSE(fourth.poll(full.waker()).has_value());

  third.reset();
  EXPECT_EQ(full.stage.trace.take(), "d3/offer_given_up");
  full.mailbox.resume();

  EXPECT_EQ(full.run(), "m1 m2 m4");
  EXPECT_EQ(full.wakes, 1u);
}

TEST(MailboxOffer, that_was_never_polled_is_a_dead_letter) {  // R8.5, SC-2
  Full full;

  {
    const MailboxOffer offer{full.mailbox, numbered(3)};
  }

  EXPECT_EQ(full.run(), "d3/offer_given_up m1 m2");
}

TEST(MailboxOffer, learns_that_the_mailbox_has_closed) {  // R8.5
  Full full;
  full.mailbox.suspend();
  (void)full.run();
  MailboxOffer offer{full.mailbox, numbered(3)};
  EXPECT_FALSE(offer.poll(full.waker()).has_value());

  full.mailbox.close();
  EXPECT_EQ(full.stage.trace.take(), "d1/stopped d2/stopped closed on_closed");
  EXPECT_EQ(full.wakes, 1u);

  EXPECT_TRUE(failed_with(offer.poll(full.waker()), Error::closed));
  EXPECT_EQ(full.stage.trace.take(), "d3/stopped");
}

TEST(MailboxOffer, to_a_closed_mailbox_fails_with_closed_whatever_the_policy) {  // R8.5
  for (const Overflow policy : {Overflow::block, Overflow::drop_newest, Overflow::drop_oldest, Overflow::fail}) {
    Full full{{}, policy};
    full.mailbox.is_quiet = true;
    (void)full.run();
    full.mailbox.close();
    (void)full.stage.trace.take();
    MailboxOffer offer{full.mailbox, numbered(3)};

    EXPECT_TRUE(failed_with(offer.poll(full.waker()), Error::closed));

    EXPECT_EQ(full.stage.trace.take(), "d3/stopped");
  }
}

TEST(MailboxOffer, to_a_closed_unbounded_mailbox_fails_with_closed) {  // R8.5
  Stage stage;
  Recorder mailbox{stage.dispatcher, stage.trace};
  mailbox.close();
  (void)stage.trace.take();
  MailboxOffer offer{mailbox, numbered(1)};

  EXPECT_TRUE(failed_with(offer.poll(Waker{}), Error::closed));

  EXPECT_EQ(stage.trace.take(), "d1/stopped");
}

TEST(MailboxOffer, waits_under_no_other_policy_than_block) {  // MB-9, R8.5
  const struct {
    Overflow policy;
    std::string_view trace;
    bool is_in;
  } cases[]{{Overflow::drop_newest, "d3/dropped_newest m1 m2", false},
            {Overflow::drop_oldest, "d1/dropped_oldest m2 m3", true},
            {Overflow::dead_letter, "d3/overflow m1 m2", false},
            {Overflow::fail, "d3/overflow m1 m2", false},
            {Overflow::grow, "m1 m2 m3", true}};
  for (const auto& [policy, trace, is_in] : cases) {
    Full full{{}, policy};
    MailboxOffer offer{full.mailbox, numbered(3)};

    const Poll<Result<>> polled = offer.poll(full.waker());

    EXPECT_TRUE(is_in ? succeeded(polled) : failed_with(polled, Error::rejected));
    EXPECT_EQ(full.run(), trace);
  }
}

/// An actor that offers its messages to a full mailbox, one at a time.
struct Waiting {
  explicit Waiting(Full& full) noexcept : actor{full.stage.dispatcher, full.stage.trace, nullptr, "actor."} {
    actor.context = &offer;
    actor.peer = &full.mailbox;
    actor.on_message = [](Recorder& self, std::uint32_t number) noexcept {
      self.as<Offer>().emplace(*self.peer, numbered(number), &self);
      go_on(self, number);
    };
    actor.on_resumed = &go_on;
  }

  using Offer = std::optional<MailboxOffer>;

  static void go_on(Recorder& self, std::uint32_t) noexcept {
    if (self.as<Offer>()->poll(self.await_waker()).has_value()) {
      self.as<Offer>().reset();
    } else {
      self.begin_await(Pause::offer);
    }
  }

  Recorder actor;
  Offer offer;
};

TEST(MailboxOffer, a_handler_that_waits_with_it_takes_no_message_and_no_thread) {  // R3.6, R8.3
  Full full;
  full.mailbox.suspend();
  (void)full.run();
  Waiting waiting{full};
  Signal signal{8};
  waiting.actor.send_all(3, 4);

  EXPECT_EQ(full.run(), "actor.m3");
  EXPECT_EQ(full.stage.executor.tick(100), 0u);
  (void)waiting.actor.post_system(signal);
  EXPECT_EQ(full.run(), "actor.s8");
  full.mailbox.resume();

  EXPECT_EQ(full.run(), "m1 m2 m3 actor.resumed actor.m4 m4");
}

TEST(MailboxOffer, a_wake_for_nothing_lets_the_handler_wait_on) {  // D11
  Full full;
  full.mailbox.suspend();
  (void)full.run();
  Waiting waiting{full};
  (void)waiting.actor.send(3);
  EXPECT_EQ(full.run(), "actor.m3");

  waiting.actor.await_waker().wake();

  EXPECT_EQ(full.run(), "actor.resumed");
  EXPECT_EQ(full.stage.executor.tick(100), 0u);
  full.mailbox.resume();
  EXPECT_EQ(full.run(), "m1 m2 m3 actor.resumed");
}

TEST(MailboxOffer, a_handler_that_waits_goes_on_when_the_mailbox_closes) {  // R8.5
  Full full;
  full.mailbox.suspend();
  (void)full.run();
  Waiting waiting{full};
  (void)waiting.actor.send(3);
  EXPECT_EQ(full.run(), "actor.m3");

  full.mailbox.close();

  EXPECT_EQ(full.run(), "d1/stopped d2/stopped closed on_closed actor.resumed d3/stopped");
}

}  // namespace
}  // namespace sluice::engine
