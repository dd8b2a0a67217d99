// SPDX-License-Identifier: BSL-1.0
// R3.1, R3.2, R3.5, R3.7, D6, SC-2, SC-7. That this runs on every target with the same settings is R3.5.
#include <sluice/engine/dispatch/interrupt_sender.hpp>
#include <sluice/engine/dispatch/mailbox_stash.hpp>
#include <sluice_test/interrupt.hpp>
#include <sluice_test/test.hpp>

#include "stage.hpp"

namespace sluice::engine {
namespace {

/// A mailbox of 10 messages that raises no pressure events, so that traces are about overflow.
struct Full {
  explicit Full(Overflow overflow, QueueKind kind = QueueKind::bounded) noexcept
      : lane{{.kind = kind, .capacity = 10, .overflow = overflow, .high_water = 100}},
        mailbox{stage.dispatcher, stage.trace, &lane} {
    mailbox.send_all(1, 10);
    EXPECT_EQ(stage.trace.take(), "");
  }

  /// What a run handles, in order.
  [[nodiscard]] std::string_view run() noexcept {
    stage.executor.drain();
    return stage.trace.take();
  }

  Stage stage;
  Lane lane;
  Recorder mailbox;
};

constexpr QueueKind limited_kinds[]{QueueKind::bounded, QueueKind::deque};

TEST(Capacity, drop_newest_makes_the_eleventh_a_dead_letter) {  // R3.1
  for (const QueueKind kind : limited_kinds) {
    Full full{Overflow::drop_newest, kind};

    EXPECT_EQ(full.mailbox.send(11).posted, Posted::dropped);

    EXPECT_EQ(full.stage.trace.take(), "d11/dropped_newest");
    EXPECT_EQ(full.run(), "m1 m2 m3 m4 m5 m6 m7 m8 m9 m10");
  }
}

TEST(Capacity, drop_oldest_makes_the_first_a_dead_letter) {  // R3.1
  for (const QueueKind kind : limited_kinds) {
    Full full{Overflow::drop_oldest, kind};

    EXPECT_EQ(full.mailbox.send(11).posted, Posted::queued);

    EXPECT_EQ(full.stage.trace.take(), "d1/dropped_oldest");
    EXPECT_EQ(full.run(), "m2 m3 m4 m5 m6 m7 m8 m9 m10 m11");
  }
}

TEST(Capacity, fail_gives_the_eleventh_back_and_makes_no_dead_letter) {  // R3.1, R3.2
  for (const QueueKind kind : limited_kinds) {
    Full full{Overflow::fail, kind};
    Envelope& eleventh = numbered(11);

    EXPECT_EQ(full.mailbox.post(eleventh).posted, Posted::full);

    EXPECT_EQ(full.run(), "m1 m2 m3 m4 m5 m6 m7 m8 m9 m10");
    EXPECT_EQ(full.mailbox.post(eleventh).posted, Posted::queued);
    EXPECT_EQ(full.run(), "m11");
  }
}

TEST(Capacity, dead_letter_makes_the_eleventh_one) {  // R3.1
  Full full{Overflow::dead_letter};

  EXPECT_EQ(full.mailbox.send(11).posted, Posted::dropped);

  EXPECT_EQ(full.stage.trace.take(), "d11/overflow");
  EXPECT_EQ(full.run(), "m1 m2 m3 m4 m5 m6 m7 m8 m9 m10");
}

TEST(Capacity, block_tells_a_sender_that_does_not_wait_to_offer) {  // R3.1; how one waits: offer_test
  Full full{Overflow::block};

  EXPECT_EQ(full.mailbox.send(11).posted, Posted::dropped);

  EXPECT_EQ(full.stage.trace.take(), "d11/would_wait");
  EXPECT_EQ(full.run(), "m1 m2 m3 m4 m5 m6 m7 m8 m9 m10");
}

TEST(Capacity, grow_takes_the_eleventh_and_doubles) {  // D6
  Full full{Overflow::grow};

  EXPECT_EQ(full.mailbox.send(11).posted, Posted::queued);

  EXPECT_EQ(full.lane.capacity(), 20u);
  EXPECT_EQ(full.run(), "m1 m2 m3 m4 m5 m6 m7 m8 m9 m10 m11");
}

TEST(Capacity, try_post_gives_the_eleventh_back_whatever_the_policy) {  // D6
  for (const Overflow policy : {Overflow::drop_newest, Overflow::fail, Overflow::dead_letter, Overflow::block}) {
    Full full{policy};
    Envelope& eleventh = numbered(11);

    EXPECT_EQ(full.mailbox.try_post(eleventh).posted, Posted::full);

    end(eleventh);
    EXPECT_EQ(full.run(), "m1 m2 m3 m4 m5 m6 m7 m8 m9 m10");
  }
}

TEST(Capacity, room_that_a_handler_made_is_used_at_once) {  // R3.1
  Full full{Overflow::fail};
  full.mailbox.on_message = [](Recorder& self, std::uint32_t number) noexcept {
    if (number == 1) {
      (void)self.send(11);
    }
  };

  EXPECT_EQ(full.run(), "m1 m2 m3 m4 m5 m6 m7 m8 m9 m10 m11");
}

TEST(Capacity, drop_oldest_never_drops_a_termination_notice) {  // D6: notices are system messages
  Full full{Overflow::drop_oldest};
  Signal terminated{1};
  (void)full.mailbox.post_system(terminated);

  full.mailbox.send_all(11, 15);

  EXPECT_EQ(full.stage.trace.take(),
            "d1/dropped_oldest d2/dropped_oldest d3/dropped_oldest d4/dropped_oldest d5/dropped_oldest");
  EXPECT_EQ(full.run(), "s1 m6 m7 m8 m9 m10 m11 m12 m13 m14 m15");
}

TEST(Capacity, a_full_mailbox_takes_system_messages) {  // D6, D17
  Full full{Overflow::fail};
  Signal first{1}, second{2};

  EXPECT_TRUE(full.mailbox.post_system(first));
  EXPECT_TRUE(full.mailbox.post_system(second));

  EXPECT_EQ(full.run(), "s1 s2 m1 m2 m3 m4 m5 m6 m7 m8 m9 m10");
}

TEST(Capacity, a_closed_mailbox_gives_back_to_who_asks_and_buries_the_rest) {  // D6, SC-2
  Full full{Overflow::fail};
  full.mailbox.is_quiet = true;
  (void)full.run();
  full.mailbox.close();
  (void)full.stage.trace.take();
  Envelope& mine = numbered(11);

  EXPECT_EQ(full.mailbox.try_post(mine).posted, Posted::closed);
  EXPECT_EQ(full.mailbox.send(12).posted, Posted::dropped);

  end(mine);
  EXPECT_EQ(full.stage.trace.take(), "d12/stopped");
}

TEST(Capacity, a_closed_unbounded_mailbox_gives_back_to_who_asks) {  // D6
  Stage stage;
  Recorder mailbox{stage.dispatcher, stage.trace};
  mailbox.close();
  (void)stage.trace.take();
  Envelope& mine = numbered(1);

  EXPECT_EQ(mailbox.try_post(mine).posted, Posted::closed);

  end(mine);
  EXPECT_EQ(stage.trace.take(), "");
}

TEST(Capacity, what_a_full_mailbox_holds_at_its_end_are_dead_letters) {  // R5.6, SC-2
  Stage stage;
  Lane lane{{.kind = QueueKind::bounded, .capacity = 3, .high_water = 100}};
  Recorder mailbox{stage.dispatcher, stage.trace, &lane};
  mailbox.suspend();
  mailbox.send_all(1, 3);

  mailbox.close();

  EXPECT_EQ(stage.trace.take(), "d1/stopped d2/stopped d3/stopped closed on_closed");
}

TEST(Capacity, settings_that_make_no_sense_are_an_error) {  // FR-PLT, KIND-5
  EXPECT_TRUE(Lane{{.kind = QueueKind::unbounded}}.status().has_value());
  EXPECT_TRUE(Lane({.kind = QueueKind::bounded, .capacity = 1}).status().has_value());

  EXPECT_FALSE(Lane({.kind = QueueKind::bounded, .capacity = 0}).status().has_value());
  EXPECT_FALSE(Lane({.kind = QueueKind::deque, .capacity = 0}).status().has_value());
  EXPECT_FALSE(Lane({.kind = static_cast<QueueKind>(99), .capacity = 1}).status().has_value());
  EXPECT_FALSE(
      Lane({.kind = QueueKind::bounded, .capacity = 4, .high_water = 50, .low_water = 51}).status().has_value());
  EXPECT_FALSE(Lane({.kind = QueueKind::bounded, .capacity = 4, .high_water = 101}).status().has_value());
}

TEST(Capacity, an_interrupt_tells_by_the_policy_it_was_made_for) {  // R3.1
  Full full{Overflow::drop_newest};
  const InterruptSender<Overflow::drop_newest> sender{full.mailbox};

  EXPECT_EQ(sender.tell_from_isr(numbered(11)).posted, Posted::dropped);
  EXPECT_EQ(full.stage.trace.take(), "d11/dropped_newest");
  (void)full.run();
  EXPECT_EQ(sender.tell_from_isr(numbered(12)).posted, Posted::queued);

  EXPECT_EQ(full.run(), "m12");
}

/// What the interrupt of the next case uses.
constinit const InterruptSender<Overflow::drop_newest>* interrupt_sender = nullptr;
constinit Envelope* interrupt_message = nullptr;

TEST(Capacity, an_interrupt_fills_a_mailbox_and_overflows_it) {  // R3.1, D6
  Stage stage;
  Lane lane{{.kind = QueueKind::bounded, .capacity = 1, .overflow = Overflow::drop_newest, .high_water = 100}};
  Recorder mailbox{stage.dispatcher, stage.trace, &lane};
  const InterruptSender<Overflow::drop_newest> sender{mailbox};
  sluice_test::RaisedInterrupt interrupt{+[]() noexcept { interrupt_sender->tell_from_isr(*interrupt_message); }};
  interrupt_sender = &sender;

  interrupt_message = &numbered(1);
  interrupt.raise();
  interrupt_message = &numbered(2);
  interrupt.raise();
  stage.executor.drain();

  EXPECT_EQ(stage.executor.submissions, 1u);
  EXPECT_EQ(stage.trace.take(), "d2/dropped_newest m1");
}

TEST(Capacity, an_interrupt_sender_of_another_policy_breaks_a_promise) {
  sluice_test::expect_broken_promise(
      [] {
        Stage stage;
        Lane lane{{.kind = QueueKind::bounded, .capacity = 1}};
        Recorder mailbox{stage.dispatcher, stage.trace, &lane};
        const InterruptSender<Overflow::drop_newest> sender{mailbox};
      },
      "an interrupt posts to a mailbox of the policy");
}

/// A mailbox of 3 messages that stashes until it is told 9, or until it ends.
struct Stashing {
  Stashing() noexcept {
    mailbox.context = &stash;
    mailbox.on_message = [](Recorder& self, std::uint32_t number) noexcept {
      if (number == 9) {
        self.on_message = nullptr;
        (void)self.as<MailboxStash>().unstash_all();
      } else {
        self.as<MailboxStash>().stash(*self.handling);
      }
    };
    mailbox.on_end = [](Recorder& self, std::uint32_t) noexcept { self.as<MailboxStash>().give_up(); };
  }

  Stage stage;
  Lane lane{{.kind = QueueKind::deque, .capacity = 3, .high_water = 100}};
  Recorder mailbox{stage.dispatcher, stage.trace, &lane};
  MailboxStash stash{mailbox};
};

TEST(Capacity, stashed_messages_come_back_first_and_in_order) {  // R3.7
  Stashing actor;
  actor.mailbox.send_all(1, 2);
  actor.stage.executor.drain();
  EXPECT_EQ(actor.stash.size(), 2u);

  (void)actor.mailbox.send(9);
  (void)actor.mailbox.send(3);
  actor.stage.executor.drain();

  EXPECT_EQ(actor.stash.size(), 0u);
  EXPECT_EQ(actor.stage.trace.take(), "m1 m2 m9 m1 m2 m3");
}

TEST(Capacity, a_full_mailbox_loses_nothing_that_is_unstashed) {  // R3.7
  Stashing actor;
  actor.mailbox.send_all(1, 3);
  actor.stage.executor.drain();
  (void)actor.stage.trace.take();

  (void)actor.mailbox.send(9);
  actor.mailbox.send_all(4, 5);
  actor.stage.executor.drain();

  EXPECT_EQ(actor.stage.trace.take(), "m9 pressure:5/3 m1 m2 m3 relief:1/3 m4 m5");
}

TEST(Capacity, what_is_stashed_at_the_end_becomes_dead_letters) {  // R3.7, SC-2
  Stashing actor;
  actor.mailbox.send_all(1, 2);
  actor.stage.executor.drain();

  actor.mailbox.close();

  EXPECT_FALSE(actor.stash.unstash_all());
  EXPECT_EQ(actor.stage.trace.take(), "m1 m2 closed on_closed d1/stopped d2/stopped");
}

TEST(Capacity, a_stash_dies_with_what_is_in_it) {  // nothing leaks: the sanitizers see it
  Stashing actor;
  actor.mailbox.send_all(1, 2);

  actor.stage.executor.drain();

  EXPECT_EQ(actor.stash.size(), 2u);
}

TEST(Capacity, a_stash_without_a_deque_breaks_a_promise) {  // R3.7; R3.8 is decided where actors are made
  sluice_test::expect_broken_promise(
      [] {
        Stage stage;
        Recorder mailbox{stage.dispatcher, stage.trace};
        const MailboxStash stash{mailbox};
      },
      "a stash needs a mailbox of the deque kind");
}

}  // namespace
}  // namespace sluice::engine
