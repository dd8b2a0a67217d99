// SPDX-License-Identifier: BSL-1.0
// R5, D2, D4, D10
#include <sluice/engine/mailbox_state.hpp>
#include <sluice_test/test.hpp>

#include "stage.hpp"

namespace sluice::engine {
namespace {

TEST(MailboxStateMachine, ten_messages_for_an_idle_mailbox_submit_it_once) {  // R5.1
  Stage stage;
  Recorder mailbox{stage.dispatcher, stage.trace};

  mailbox.send_all(0, 9);

  EXPECT_EQ(stage.executor.submissions, 1u);
  EXPECT_EQ(stage.executor.tick(10), 1u);
  EXPECT_EQ(stage.trace.take(), "m0 m1 m2 m3 m4 m5 m6 m7 m8 m9");
}

TEST(MailboxStateMachine, a_message_that_comes_during_a_run_submits_nothing) {  // R5.1
  Stage stage;
  Recorder mailbox{stage.dispatcher, stage.trace};
  mailbox.on_message = [](Recorder& self, std::uint32_t number) noexcept {
    if (number < 3) {
      (void)self.send(number + 1);
    }
  };

  (void)mailbox.send(1);
  stage.executor.drain();

  EXPECT_EQ(stage.executor.submissions, 1u);
  EXPECT_EQ(stage.trace.take(), "m1 m2 m3");
}

TEST(MailboxStateMachine, the_first_message_after_a_run_submits_it_again) {  // R5.1
  Stage stage;
  Recorder mailbox{stage.dispatcher, stage.trace};
  (void)mailbox.send(1);
  stage.executor.drain();

  (void)mailbox.send(2);

  EXPECT_EQ(stage.executor.submissions, 2u);
  stage.executor.drain();
  EXPECT_EQ(stage.trace.take(), "m1 m2");
}

/// Leaves running to the test.
struct HandExecutor final : Executor {
  [[nodiscard]] Submission submit(Runnable&) noexcept override {
    ++submissions;
    return Submission::accepted;
  }
  void drain() noexcept override {}
  std::uint32_t submissions = 0;
};

TEST(MailboxStateMachine, a_slice_says_what_it_left_behind) {  // R5.2
  TraceText trace;
  HandExecutor executor;
  Dispatcher dispatcher{executor, {.throughput = 2}};
  Recorder mailbox{dispatcher, trace};
  mailbox.send_all(1, 3);

  const SliceResult first = mailbox.run_slice();
  const SliceResult second = mailbox.run_slice();
  mailbox.on_message = [](Recorder& self, std::uint32_t) noexcept { self.close(); };
  (void)mailbox.send(4);
  const SliceResult last = mailbox.run_slice();

  EXPECT_EQ(first, SliceResult::need_reschedule);
  EXPECT_EQ(second, SliceResult::idle);
  EXPECT_EQ(last, SliceResult::closed);
  EXPECT_EQ(executor.submissions, 2u);
  EXPECT_EQ(trace.take(), "m1 m2 m3 m4 on_closed");
}

/// Sends when a slice has seen that nothing is left, and before it says so.
class LateSender final : public MetricsSink {
public:
  void slice(const Mailbox&, std::uint32_t, std::uint32_t) noexcept override {
    if (Recorder* const mailbox = target) {
      target = nullptr;
      (void)mailbox->send(2);
      (void)mailbox->post_system(signal);
    }
  }
  Recorder* target = nullptr;
  Signal signal{3};
};

TEST(MailboxStateMachine, what_comes_between_the_last_look_and_idle_is_handled) {  // R5.3
  LateSender late;
  Stage stage{{}, &late};
  Recorder mailbox{stage.dispatcher, stage.trace};
  late.target = &mailbox;

  (void)mailbox.send(1);
  stage.executor.drain();

  EXPECT_EQ(stage.trace.take(), "m1 s3 m2");
}

TEST(MailboxStateMachine, whoever_goes_idle_looks_once_more_and_posts_for_what_came) {  // R5.3
  MailboxState state;
  EXPECT_EQ(state.post(), MailboxState::Duty::schedule);

  EXPECT_EQ(state.end_run(false), MailboxState::Duty::recheck);

  EXPECT_EQ(state.post(), MailboxState::Duty::schedule);
}

TEST(MailboxStateMachine, two_suspends_and_one_resume_stay_suspended) {  // R5.4, D2
  Stage stage;
  Recorder mailbox{stage.dispatcher, stage.trace};
  mailbox.suspend();
  mailbox.suspend();
  mailbox.send_all(1, 2);

  mailbox.resume();
  stage.executor.drain();
  EXPECT_EQ(stage.executor.submissions, 0u);
  EXPECT_EQ(stage.trace.take(), "");
  mailbox.resume();
  stage.executor.drain();

  EXPECT_EQ(stage.executor.submissions, 1u);
  EXPECT_EQ(stage.trace.take(), "m1 m2");
}

TEST(MailboxStateMachine, a_suspended_mailbox_runs_system_messages_only) {  // R5.4
  Stage stage;
  Recorder mailbox{stage.dispatcher, stage.trace};
  Signal signal{9};
  mailbox.suspend();
  (void)mailbox.send(1);

  EXPECT_TRUE(mailbox.post_system(signal));
  stage.executor.drain();
  EXPECT_EQ(stage.trace.take(), "s9");
  mailbox.resume();
  stage.executor.drain();

  EXPECT_EQ(stage.trace.take(), "m1");
}

TEST(MailboxStateMachine, a_suspend_during_a_run_ends_the_slice_after_the_message) {  // R5.4, D10
  Stage stage;
  Recorder mailbox{stage.dispatcher, stage.trace};
  mailbox.on_message = [](Recorder& self, std::uint32_t number) noexcept {
    if (number == 2) {
      self.suspend();
    }
  };
  mailbox.send_all(1, 3);

  stage.executor.drain();
  (void)mailbox.send(4);
  stage.executor.drain();
  EXPECT_EQ(stage.trace.take(), "m1 m2");
  mailbox.resume();
  stage.executor.drain();

  EXPECT_EQ(stage.trace.take(), "m3 m4");
}

TEST(MailboxStateMachine, a_suspend_before_the_run_keeps_the_messages_in_order) {  // R5.4, D10
  Stage stage;
  Recorder mailbox{stage.dispatcher, stage.trace};
  mailbox.send_all(1, 2);
  mailbox.suspend();

  stage.executor.drain();
  (void)mailbox.send(3);
  mailbox.resume();
  stage.executor.drain();

  EXPECT_EQ(stage.trace.take(), "m1 m2 m3");
  EXPECT_EQ(stage.executor.submissions, 2u);
}

TEST(MailboxStateMachine, a_resume_before_the_run_submits_nothing_more) {  // R5.1, R5.4
  Stage stage;
  Recorder mailbox{stage.dispatcher, stage.trace};
  (void)mailbox.send(1);
  mailbox.suspend();

  mailbox.resume();

  EXPECT_EQ(stage.executor.submissions, 1u);
  stage.executor.drain();
  EXPECT_EQ(stage.trace.take(), "m1");
}

TEST(MailboxStateMachine, a_run_is_system_messages_then_user_messages_then_idle) {  // R5.5
  Stage stage;
  Recorder mailbox{stage.dispatcher, stage.trace};
  Signal first{1}, second{2};
  (void)mailbox.send(1);
  (void)mailbox.post_system(first);
  (void)mailbox.send(2);
  (void)mailbox.post_system(second);

  const std::uint32_t slices = stage.executor.tick(10);

  EXPECT_EQ(slices, 1u);
  EXPECT_EQ(stage.trace.take(), "s1 s2 m1 m2");
}

TEST(MailboxStateMachine, a_run_that_does_not_close_tells_no_completion) {  // R5.5, D4
  Stage stage;
  Recorder mailbox{stage.dispatcher, stage.trace};

  (void)mailbox.send(1);
  stage.executor.drain();

  EXPECT_EQ(stage.trace.take(), "m1");
}

TEST(MailboxStateMachine, close_of_an_idle_one_is_complete_at_once) {  // R5.6
  Stage stage;
  Recorder mailbox{stage.dispatcher, stage.trace};

  mailbox.close();

  EXPECT_EQ(stage.trace.take(), "closed on_closed");
  EXPECT_EQ(stage.executor.submissions, 0u);
}

TEST(MailboxStateMachine, close_while_it_runs_drains_once_by_the_runner) {  // R5.6, D4
  Stage stage;
  Recorder mailbox{stage.dispatcher, stage.trace};
  mailbox.on_message = [](Recorder& self, std::uint32_t) noexcept {
    self.close();
    self.close();
    self.note("handler_ends");
  };
  mailbox.send_all(1, 3);

  stage.executor.drain();

  EXPECT_EQ(stage.trace.take(), "m1 handler_ends d2/stopped d3/stopped closed on_closed");
}

TEST(MailboxStateMachine, close_of_a_submitted_one_is_done_by_its_run) {  // R5.6, D4
  Stage stage;
  Recorder mailbox{stage.dispatcher, stage.trace};
  mailbox.send_all(1, 2);

  mailbox.close();
  EXPECT_EQ(stage.trace.take(), "");
  stage.executor.drain();

  EXPECT_EQ(stage.trace.take(), "d1/stopped d2/stopped closed on_closed");
}

TEST(MailboxStateMachine, close_of_a_suspended_one_drains_what_waited) {  // R5.6
  Stage stage;
  Recorder mailbox{stage.dispatcher, stage.trace};
  mailbox.suspend();
  mailbox.send_all(1, 2);

  mailbox.close();

  EXPECT_EQ(stage.trace.take(), "d1/stopped d2/stopped closed on_closed");
}

TEST(MailboxStateMachine, close_of_one_whose_handler_waits_drains_what_waited) {  // R5.6
  Stage stage;
  Recorder mailbox{stage.dispatcher, stage.trace};
  mailbox.on_message = [](Recorder& self, std::uint32_t) noexcept { self.begin_await(); };
  mailbox.send_all(1, 2);
  stage.executor.drain();

  mailbox.close();
  mailbox.complete_await();
  stage.executor.drain();

  EXPECT_EQ(stage.trace.take(), "m1 d2/stopped closed on_closed");
}

TEST(MailboxStateMachine, a_message_after_the_end_is_a_dead_letter_and_the_end_is_told_once) {  // R5.6, D4
  Stage stage;
  Recorder mailbox{stage.dispatcher, stage.trace};
  mailbox.close();
  (void)stage.trace.take();

  (void)mailbox.send(1);
  mailbox.close();

  EXPECT_EQ(stage.trace.take(), "d1/stopped");
}

TEST(MailboxStateMachine, a_message_sent_while_it_drains_is_drained_too) {  // R5.6, D4
  Stage stage;
  Recorder mailbox{stage.dispatcher, stage.trace};
  Signal signal{7};
  mailbox.on_signal = [](Recorder& self, std::uint32_t) noexcept { (void)self.send(2); };
  mailbox.suspend();
  (void)mailbox.send(1);
  (void)mailbox.post_system(signal);

  mailbox.close();
  stage.executor.drain();

  EXPECT_EQ(stage.trace.take(), "s7 d1/stopped d2/stopped closed on_closed");
}

TEST(MailboxStateMachine, a_handler_that_sends_never_runs_inside_another) {  // the trampoline
  Stage stage;
  Recorder ping{stage.dispatcher, stage.trace, nullptr, "ping."};
  Recorder pong{stage.dispatcher, stage.trace, nullptr, "pong."};
  const auto answer = [](Recorder& self, std::uint32_t number) noexcept {
    if (number < 3) {
      (void)self.peer->send(number + 1);
    }
    self.note("end", number);
  };
  ping.on_message = answer;
  pong.on_message = answer;
  ping.peer = &pong;
  pong.peer = &ping;

  (void)ping.send(1);
  stage.executor.drain();

  EXPECT_EQ(stage.trace.take(), "ping.m1 ping.end1 pong.m2 pong.end2 ping.m3 ping.end3");
}

TEST(MailboxStateMachine, a_handler_that_waits_goes_on_before_later_messages) {  // US14
  Stage stage;
  Recorder mailbox{stage.dispatcher, stage.trace};
  Signal signal{5};
  mailbox.on_message = [](Recorder& self, std::uint32_t number) noexcept {
    if (number == 1) {
      self.begin_await();
    }
  };
  mailbox.send_all(1, 2);
  stage.executor.drain();

  (void)mailbox.post_system(signal);
  stage.executor.drain();
  EXPECT_EQ(stage.trace.take(), "m1 s5");
  mailbox.await_waker().wake();
  mailbox.await_waker().wake();
  EXPECT_EQ(stage.executor.submissions, 3u);
  stage.executor.drain();

  EXPECT_EQ(stage.trace.take(), "resumed m2");
}

TEST(MailboxStateMachine, what_comes_before_the_handler_waits_is_not_lost) {  // US14
  Stage stage;
  Recorder mailbox{stage.dispatcher, stage.trace};
  mailbox.on_message = [](Recorder& self, std::uint32_t) noexcept {
    self.complete_await();
    self.begin_await();
    self.on_message = nullptr;
  };
  mailbox.send_all(1, 2);

  stage.executor.drain();

  EXPECT_EQ(stage.trace.take(), "m1 resumed m2");
}

}  // namespace
}  // namespace sluice::engine
