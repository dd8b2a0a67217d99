// SPDX-License-Identifier: BSL-1.0
// R1, D1, D15. The deferral of R1.5 is the actor's; the lock-free list of R1.6 is explored in tests/models.
#include <sluice_test/test.hpp>

#include "stage.hpp"

namespace sluice::engine {
namespace {

TEST(SystemMessages, go_before_user_messages_that_came_earlier) {  // R1.1
  Stage stage;
  Recorder mailbox{stage.dispatcher, stage.trace};
  Signal create{1}, recreate{2}, failure{3};
  mailbox.send_all(1, 2);

  (void)mailbox.post_system(create);
  (void)mailbox.post_system(recreate);
  (void)mailbox.post_system(failure);
  stage.executor.drain();

  EXPECT_EQ(stage.trace.take(), "s1 s2 s3 m1 m2");
}

TEST(SystemMessages, are_handled_though_there_is_no_user_message) {  // R1.2
  Stage stage;
  Recorder mailbox{stage.dispatcher, stage.trace};
  Signal signal{1};

  (void)mailbox.post_system(signal);

  EXPECT_EQ(stage.executor.submissions, 1u);
  EXPECT_EQ(stage.executor.tick(10), 1u);
  EXPECT_EQ(stage.trace.take(), "s1");
}

TEST(SystemMessages, that_come_during_a_run_go_before_the_next_user_message) {  // R1.3, D15
  Stage stage;
  Recorder mailbox{stage.dispatcher, stage.trace};
  Signal signal{9};
  mailbox.context = &signal;
  mailbox.on_message = [](Recorder& self, std::uint32_t number) noexcept {
    if (number == 1) {
      (void)self.send(4);
      (void)self.post_system(self.as<Signal>());
    }
  };
  mailbox.send_all(1, 3);

  stage.executor.drain();

  EXPECT_EQ(stage.trace.take(), "m1 s9 m2 m3 m4");
}

TEST(SystemMessages, that_come_from_system_messages_go_before_the_next_user_message) {  // R1.3, D15
  Stage stage;
  Recorder mailbox{stage.dispatcher, stage.trace};
  Signal first{1}, second{2};
  mailbox.context = &second;
  mailbox.on_signal = [](Recorder& self, std::uint32_t number) noexcept {
    if (number == 1) {
      (void)self.post_system(self.as<Signal>());
    }
  };
  (void)mailbox.send(1);

  (void)mailbox.post_system(first);
  stage.executor.drain();

  EXPECT_EQ(stage.trace.take(), "s1 s2 m1");
}

TEST(SystemMessages, without_end_let_other_actors_go_on) {  // R1.4
  Stage stage;
  Recorder storm{stage.dispatcher, stage.trace, nullptr, "storm."};
  Recorder other{stage.dispatcher, stage.trace, nullptr, "other."};
  Signal again{1};
  std::uint32_t left = 1'000;
  struct Storm {
    Signal& signal;
    std::uint32_t& left;
  } context{again, left};
  storm.context = &context;
  storm.is_quiet = true;
  storm.on_signal = [](Recorder& self, std::uint32_t) noexcept {
    if (self.as<Storm>().left-- > 0) {
      (void)self.post_system(self.as<Storm>().signal);
    }
  };
  (void)storm.send(1);
  (void)storm.post_system(again);
  (void)other.send(1);

  (void)stage.executor.tick(2);

  EXPECT_EQ(stage.trace.take(), "other.m1");
  EXPECT_GT(left, 0u);
  EXPECT_EQ(storm.handled, 0u);
  left = 0;
  stage.executor.drain();
  EXPECT_EQ(storm.handled, 1u);
}

TEST(SystemMessages, without_end_do_not_end_the_turn_of_a_suspended_mailbox_for_good) {  // R1.4, R5.4
  Stage stage;
  Recorder storm{stage.dispatcher, stage.trace};
  Signal again{1};
  std::uint32_t left = 100;
  struct Storm {
    Signal& signal;
    std::uint32_t& left;
  } context{again, left};
  storm.context = &context;
  storm.is_quiet = true;
  storm.on_signal = [](Recorder& self, std::uint32_t) noexcept {
    if (self.as<Storm>().left > 0) {
      --self.as<Storm>().left;
      (void)self.post_system(self.as<Storm>().signal);
    }
  };
  storm.suspend();

  (void)storm.post_system(again);
  stage.executor.drain();

  EXPECT_EQ(left, 0u);
}

TEST(SystemMessages, are_handled_in_the_order_of_their_arrival) {  // R1.5, D1
  Stage stage;
  Recorder mailbox{stage.dispatcher, stage.trace};
  Signal terminate{4}, watch{3}, recreate{2}, create{1};

  (void)mailbox.post_system(terminate);
  (void)mailbox.post_system(watch);
  (void)mailbox.post_system(recreate);
  (void)mailbox.post_system(create);
  stage.executor.drain();

  EXPECT_EQ(stage.trace.take(), "s4 s3 s2 s1");
}

TEST(SystemMessages, that_are_left_at_the_end_are_handed_over_once_and_later_ones_refused) {  // R1.6
  Stage stage;
  Recorder mailbox{stage.dispatcher, stage.trace};
  Signal left{1}, late{2};
  mailbox.on_signal = [](Recorder& self, std::uint32_t) noexcept {
    self.note(self.is_closed() ? "is_closed" : "open");
  };
  (void)mailbox.send(1);
  (void)mailbox.post_system(left);

  mailbox.close();
  stage.executor.drain();
  const bool was_taken = mailbox.post_system(late);

  EXPECT_FALSE(was_taken);
  EXPECT_EQ(stage.trace.take(), "s1 is_closed d1/stopped closed on_closed");
}

TEST(SystemMessages, that_was_refused_can_be_sent_elsewhere) {  // R1.6: it is still the sender's
  Stage stage;
  Recorder closed{stage.dispatcher, stage.trace, nullptr, "closed."};
  Recorder other{stage.dispatcher, stage.trace, nullptr, "other."};
  Signal signal{1};
  closed.close();
  (void)stage.trace.take();

  EXPECT_FALSE(closed.post_system(signal));
  EXPECT_TRUE(other.post_system(signal));
  stage.executor.drain();

  EXPECT_EQ(stage.trace.take(), "other.s1");
}

TEST(SystemMessages, are_not_counted_by_the_throughput) {  // R2.1
  Stage stage{{.throughput = 2}};
  Recorder mailbox{stage.dispatcher, stage.trace};
  Signal first{1}, second{2}, third{3};
  mailbox.send_all(1, 3);
  (void)mailbox.post_system(first);
  (void)mailbox.post_system(second);
  (void)mailbox.post_system(third);

  (void)stage.executor.tick(1);
  EXPECT_EQ(stage.trace.take(), "s1 s2 s3 m1 m2");
  (void)stage.executor.tick(1);

  EXPECT_EQ(stage.trace.take(), "m3");
}

TEST(SystemMessages, that_close_the_mailbox_end_its_user_messages) {  // R1.1, R5.6
  Stage stage;
  Recorder mailbox{stage.dispatcher, stage.trace};
  Signal terminate{1};
  mailbox.on_signal = [](Recorder& self, std::uint32_t) noexcept { self.close(); };
  mailbox.send_all(1, 2);

  (void)mailbox.post_system(terminate);
  stage.executor.drain();

  EXPECT_EQ(stage.trace.take(), "s1 d1/stopped d2/stopped closed on_closed");
}

}  // namespace
}  // namespace sluice::engine
