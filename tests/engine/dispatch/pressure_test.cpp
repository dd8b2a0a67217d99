// SPDX-License-Identifier: BSL-1.0
// R3.3, R3.4, D7, SC-7: who is told that a mailbox is filling up, and how often.
#include <sluice/engine/dispatch/pressure.hpp>
#include <sluice_test/test.hpp>

#include "stage.hpp"

namespace sluice::engine {
namespace {

using Change = Pressure::Change;

TEST(Pressure, exactly_75_per_cent_raises_nothing) {  // R3.4
  Pressure of_4{75, 50};
  Pressure of_100{75, 50};

  EXPECT_EQ(of_4.note(3, 4), Change::none);
  EXPECT_EQ(of_4.note(4, 4), Change::rose);
  EXPECT_EQ(of_100.note(75, 100), Change::none);
  EXPECT_EQ(of_100.note(76, 100), Change::rose);
}

TEST(Pressure, a_mark_between_two_depths_is_not_rounded) {  // R3.4
  Pressure of_10{75, 50};
  Pressure of_5{75, 50};

  EXPECT_EQ(of_10.note(7, 10), Change::none);
  EXPECT_EQ(of_10.note(8, 10), Change::rose);
  EXPECT_EQ(of_5.note(4, 5), Change::rose);
  EXPECT_EQ(of_5.note(3, 5), Change::none);
  EXPECT_EQ(of_5.note(2, 5), Change::fell);
}

TEST(Pressure, a_rise_is_told_once_until_it_fell_below_low_water) {  // D7
  Pressure gauge{75, 50};

  EXPECT_EQ(gauge.note(8, 10), Change::rose);
  EXPECT_EQ(gauge.note(10, 10), Change::none);
  EXPECT_EQ(gauge.note(6, 10), Change::none);
  EXPECT_EQ(gauge.note(8, 10), Change::none);
  EXPECT_EQ(gauge.note(5, 10), Change::none);
  EXPECT_EQ(gauge.note(4, 10), Change::fell);
  EXPECT_EQ(gauge.note(4, 10), Change::none);
  EXPECT_EQ(gauge.note(8, 10), Change::rose);

  EXPECT_EQ(gauge.crossings(), 2u);
}

TEST(Pressure, the_smallest_mailbox_is_pressed_while_it_has_a_message) {
  Pressure gauge{75, 50};

  EXPECT_EQ(gauge.note(1, 1), Change::rose);
  EXPECT_EQ(gauge.note(0, 1), Change::fell);
}

TEST(Pressure, a_low_mark_of_zero_is_reached_by_an_empty_mailbox) {
  Pressure gauge{0, 0};

  EXPECT_EQ(gauge.note(1, 10), Change::rose);
  EXPECT_EQ(gauge.note(1, 10), Change::none);
  EXPECT_EQ(gauge.note(0, 10), Change::fell);
}

TEST(Pressure, marks_of_the_largest_capacity_do_not_overflow) {
  Pressure gauge{75, 50};

  EXPECT_EQ(gauge.note(no_limit - 1, no_limit), Change::rose);
  EXPECT_EQ(gauge.note(no_limit / 2, no_limit), Change::fell);
}

TEST(Pressure, marks_follow_a_capacity_that_grows) {
  Pressure gauge{75, 50};

  EXPECT_EQ(gauge.note(8, 20), Change::none);
  EXPECT_EQ(gauge.note(16, 20), Change::rose);
  EXPECT_EQ(gauge.note(16, 40), Change::fell);
}

/// A mailbox of 10 messages that does not run until it is resumed.
struct Filling {
  explicit Filling(Overflow overflow = Overflow::fail) noexcept
      : lane{{.kind = QueueKind::bounded, .capacity = 10, .overflow = overflow}} {
    mailbox.is_quiet = true;
    mailbox.suspend();
  }
  void empty() noexcept {
    mailbox.resume();
    stage.executor.drain();
    mailbox.suspend();
  }

  Stage stage;
  Lane lane;
  Recorder mailbox{stage.dispatcher, stage.trace, &lane};
};

TEST(MailboxPressure, is_told_once_per_crossing) {  // R3.4, D7
  Filling filling;

  filling.mailbox.send_all(1, 7);
  EXPECT_EQ(filling.stage.trace.take(), "");
  filling.mailbox.send_all(8, 10);
  EXPECT_EQ(filling.stage.trace.take(), "pressure:8/10");
  filling.empty();
  EXPECT_EQ(filling.stage.trace.take(), "relief:4/10");
  filling.mailbox.send_all(1, 8);

  EXPECT_EQ(filling.stage.trace.take(), "pressure:8/10");
}

TEST(MailboxPressure, is_told_by_whoever_notes_it_first) {  // SC-7: no event is lost in between
  Filling filling;
  NodeList none;
  for (std::uint32_t number = 1; number <= 10; ++number) {  // senders who are about to note what they did
    EXPECT_EQ(filling.lane.channel.offer(numbered(number), none), Channel::Outcome::accepted);
  }

  (void)filling.mailbox.register_for_execution(true, false);
  filling.empty();
  EXPECT_EQ(filling.stage.trace.take(), "pressure:9/10 relief:4/10");
  filling.mailbox.send_all(1, 8);
  EXPECT_EQ(filling.stage.trace.take(), "pressure:8/10");
  for (int i = 0; i < 5; ++i) {  // a runner who is about to
    end(static_cast<Envelope&>(*filling.lane.channel.poll()));
  }
  (void)filling.mailbox.send(9);

  EXPECT_EQ(filling.stage.trace.take(), "relief:4/10");
}

TEST(MailboxPressure, of_a_grown_mailbox_is_a_share_of_what_it_has_grown_to) {  // SC-7
  Filling filling{Overflow::grow};
  filling.mailbox.send_all(1, 11);
  EXPECT_EQ(filling.stage.trace.take(), "pressure:8/10");
  filling.empty();
  EXPECT_EQ(filling.stage.trace.take(), "relief:9/20");

  filling.mailbox.send_all(1, 15);
  EXPECT_EQ(filling.stage.trace.take(), "");
  (void)filling.mailbox.send(16);

  EXPECT_EQ(filling.stage.trace.take(), "pressure:16/20");
}

TEST(MailboxPressure, is_unknown_to_a_mailbox_without_limit) {  // R3.4
  Stage stage;
  Lane lane{{.kind = QueueKind::deque}};
  Recorder mailbox{stage.dispatcher, stage.trace, &lane};
  mailbox.is_quiet = true;

  for (std::uint32_t number = 0; number < 50; ++number) {
    EXPECT_FALSE(mailbox.send(number).hint.has_value());
  }
  stage.executor.drain();

  EXPECT_EQ(stage.trace.take(), "");
}

TEST(MailboxPressure, reaches_a_plain_sender_in_the_outcome_of_its_send) {  // D7
  Filling filling;
  filling.mailbox.send_all(1, 6);

  EXPECT_FALSE(filling.mailbox.send(7).hint.has_value());
  const PostResult eighth = filling.mailbox.send(8);
  (void)filling.mailbox.send(9);
  const PostResult tenth = filling.mailbox.send(10);
  Envelope& back = numbered(11);
  const PostResult eleventh = filling.mailbox.post(back);
  end(back);

  ASSERT_TRUE(eighth.hint.has_value() && tenth.hint.has_value() && eleventh.hint.has_value());
  EXPECT_EQ(eighth.hint->target, &filling.mailbox);
  EXPECT_EQ(eighth.hint->depth, 8u);
  EXPECT_EQ(eighth.hint->capacity, 10u);
  EXPECT_EQ(eighth.hint->level, BackpressureHint::Level::high);
  EXPECT_EQ(tenth.hint->level, BackpressureHint::Level::full);
  EXPECT_EQ(eleventh.posted, Posted::full);
  EXPECT_EQ(eleventh.hint->level, BackpressureHint::Level::full);
}

TEST(MailboxPressure, reaches_a_sending_actor_with_its_first_send_after_the_crossing) {  // D7
  Filling filling;
  Recorder sender{filling.stage.dispatcher, filling.stage.trace, nullptr, "sender."};
  sender.is_quiet = true;
  sender.peer = &filling.mailbox;
  sender.on_message = [](Recorder& self, std::uint32_t number) noexcept { (void)self.peer->send(number, &self); };
  filling.mailbox.send_all(1, 8);
  EXPECT_EQ(filling.stage.trace.take(), "pressure:8/10");

  sender.send_all(1, 2);
  filling.stage.executor.drain();
  EXPECT_EQ(filling.stage.trace.take(), "sender.hint:high:9/10");
  filling.empty();
  EXPECT_EQ(filling.stage.trace.take(), "relief:4/10");
  filling.mailbox.send_all(1, 8);
  (void)sender.send(3);
  filling.stage.executor.drain();

  EXPECT_EQ(filling.stage.trace.take(), "pressure:8/10 sender.hint:high:9/10");
}

TEST(MailboxPressure, reaches_a_sending_actor_from_each_mailbox_it_fills) {  // D7
  Stage stage;
  Lane lanes[2]{Lane{{.kind = QueueKind::bounded, .capacity = 2}}, Lane{{.kind = QueueKind::bounded, .capacity = 3}}};
  Recorder first{stage.dispatcher, stage.trace, &lanes[0]};
  Recorder second{stage.dispatcher, stage.trace, &lanes[1]};
  Recorder sender{stage.dispatcher, stage.trace, nullptr, "sender."};
  sender.peer = &first;
  sender.context = &second;
  sender.on_message = [](Recorder& self, std::uint32_t number) noexcept {
    (void)self.peer->send(number, &self);
    (void)self.as<Recorder>().send(number, &self);
  };
  first.suspend();
  second.suspend();
  (void)first.send(1);
  second.send_all(1, 2);

  (void)sender.send(2);
  stage.executor.drain();

  EXPECT_EQ(stage.trace.take(), "sender.m2 pressure:2/2 sender.hint:full:2/2 pressure:3/3 sender.hint:full:3/3");
}

TEST(MailboxPressure, ends_with_the_mailbox) {  // R5.6
  Filling filling;
  filling.mailbox.send_all(1, 8);
  (void)filling.stage.trace.take();

  filling.mailbox.close();

  EXPECT_EQ(filling.stage.trace.take(),
            "d1/stopped d2/stopped d3/stopped relief:4/10 d4/stopped d5/stopped d6/stopped d7/stopped d8/stopped "
            "closed on_closed");
}

}  // namespace
}  // namespace sluice::engine
