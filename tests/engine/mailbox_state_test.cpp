// SPDX-License-Identifier: BSL-1.0
#include <sluice/engine/mailbox_state.hpp>
#include <sluice_test/test.hpp>

namespace sluice::engine {
namespace {

using Duty = MailboxState::Duty;
using Turn = MailboxState::Turn;

/// A word whose first drain after `close` is over.
void finish(MailboxState& state) {
  ASSERT_EQ(state.close(), Duty::finalize);
  ASSERT_EQ(state.end_finalize(), Duty::announce);
}

TEST(MailboxState, the_first_post_schedules_and_the_next_ones_rely_on_it) {
  MailboxState state;

  EXPECT_EQ(state.post(), Duty::schedule);
  EXPECT_EQ(state.post(), Duty::nothing);
  EXPECT_EQ(state.post_system(), Duty::nothing);
}

TEST(MailboxState, a_run_that_leaves_nothing_is_followed_by_a_look_at_the_queues) {
  MailboxState state;
  (void)state.post();

  EXPECT_EQ(state.end_run(false), Duty::recheck);
  EXPECT_EQ(state.post(), Duty::schedule);
}

TEST(MailboxState, a_run_that_leaves_messages_goes_on) {
  MailboxState state;
  (void)state.post();

  EXPECT_EQ(state.end_run(true), Duty::schedule);
  EXPECT_EQ(state.post(), Duty::nothing);
}

TEST(MailboxState, a_system_post_schedules_an_idle_mailbox) {
  MailboxState state;

  EXPECT_EQ(state.post_system(), Duty::schedule);
  EXPECT_EQ(state.post_system(), Duty::nothing);
  EXPECT_EQ(state.post(), Duty::nothing);
}

TEST(MailboxState, one_that_was_rejected_is_idle_and_the_next_post_tries_again) {
  MailboxState state;
  (void)state.post();

  EXPECT_EQ(state.reject(), Duty::nothing);
  EXPECT_EQ(state.post(), Duty::schedule);
}

TEST(MailboxState, one_that_was_rejected_while_suspended_is_tried_again_by_its_resume) {
  MailboxState state;
  (void)state.post();
  (void)state.suspend();

  EXPECT_EQ(state.reject(), Duty::nothing);
  EXPECT_EQ(state.post(), Duty::nothing);
  EXPECT_EQ(state.resume(), Duty::schedule);
}

TEST(MailboxState, one_that_was_rejected_and_closed_meanwhile_is_drained) {
  MailboxState state;
  (void)state.post();
  EXPECT_EQ(state.close(), Duty::nothing);

  EXPECT_EQ(state.reject(), Duty::finalize);
  EXPECT_EQ(state.end_finalize(), Duty::announce);
}

TEST(MailboxState, one_whose_wake_was_rejected_is_tried_again_by_the_next_post) {
  MailboxState state;
  (void)state.post();
  state.begin_await();
  (void)state.end_run(false);
  EXPECT_EQ(state.complete_await(), Duty::schedule);

  state.reject_wake();

  EXPECT_EQ(state.post(), Duty::schedule);
  EXPECT_EQ(state.take_turn(), Turn::resume);
}

TEST(MailboxState, one_whose_wake_was_rejected_and_that_was_closed_meanwhile_is_drained_by_the_next_post) {
  MailboxState state;
  (void)state.post();
  state.begin_await();
  (void)state.end_run(false);
  EXPECT_EQ(state.complete_await(), Duty::schedule);
  EXPECT_EQ(state.close(), Duty::nothing);

  state.reject_wake();

  EXPECT_EQ(state.post(), Duty::finalize);
  EXPECT_EQ(state.end_finalize(), Duty::finalize);
  EXPECT_EQ(state.end_finalize(), Duty::announce);
}

TEST(MailboxState, an_idle_mailbox_that_is_suspended_is_not_scheduled_by_posts) {  // R5.4
  MailboxState state;
  EXPECT_EQ(state.suspend(), Duty::nothing);

  EXPECT_EQ(state.post(), Duty::nothing);
  EXPECT_EQ(state.resume(), Duty::schedule);
  EXPECT_EQ(state.take_turn(), Turn::message);
}

TEST(MailboxState, two_suspends_need_two_resumes) {  // D2
  MailboxState state;
  (void)state.suspend();
  (void)state.suspend();
  EXPECT_EQ(state.suspend_depth(), 2u);
  (void)state.post();

  EXPECT_EQ(state.resume(), Duty::nothing);
  EXPECT_EQ(state.suspend_depth(), 1u);
  EXPECT_EQ(state.take_turn(), Turn::nothing);
  EXPECT_EQ(state.resume(), Duty::schedule);
  EXPECT_EQ(state.suspend_depth(), 0u);
}

TEST(MailboxState, a_resume_without_a_suspend_breaks_a_promise) {
  sluice_test::expect_broken_promise(
      [] {
        MailboxState state;
        (void)state.resume();
      },
      "every resume has its suspend");
}

TEST(MailboxState, one_that_is_suspended_while_it_runs_is_parked_at_the_end_of_the_run) {
  MailboxState state;
  (void)state.post();
  (void)state.suspend();
  EXPECT_EQ(state.take_turn(), Turn::nothing);

  EXPECT_EQ(state.end_run(true), Duty::recheck);
  EXPECT_EQ(state.post(), Duty::nothing);
  EXPECT_EQ(state.resume(), Duty::schedule);
}

TEST(MailboxState, one_that_is_resumed_before_the_run_ends_goes_on_by_itself) {
  MailboxState state;
  (void)state.post();
  (void)state.suspend();

  EXPECT_EQ(state.resume(), Duty::nothing);
  EXPECT_EQ(state.end_run(true), Duty::schedule);
}

TEST(MailboxState, a_parked_one_runs_for_a_system_message_and_is_parked_again) {
  MailboxState state;
  (void)state.suspend();

  EXPECT_EQ(state.post_system(), Duty::schedule);
  EXPECT_EQ(state.post_system(), Duty::nothing);
  EXPECT_EQ(state.take_turn(), Turn::nothing);
  EXPECT_EQ(state.end_run(false), Duty::recheck);
  EXPECT_EQ(state.post(), Duty::nothing);
  EXPECT_EQ(state.resume(), Duty::schedule);
}

TEST(MailboxState, a_resume_during_a_run_for_a_system_message_schedules_nothing_twice) {
  MailboxState state;
  (void)state.suspend();
  (void)state.post_system();

  EXPECT_EQ(state.resume(), Duty::nothing);
  EXPECT_EQ(state.take_turn(), Turn::message);
}

TEST(MailboxState, a_handler_that_waits_keeps_later_messages_back) {
  MailboxState state;
  (void)state.post();
  state.begin_await();

  EXPECT_EQ(state.take_turn(), Turn::nothing);
  EXPECT_EQ(state.end_run(true), Duty::recheck);
  EXPECT_EQ(state.post(), Duty::nothing);
  EXPECT_EQ(state.complete_await(), Duty::schedule);
  EXPECT_EQ(state.take_turn(), Turn::resume);
  EXPECT_EQ(state.take_turn(), Turn::message);
}

TEST(MailboxState, a_wait_that_was_over_before_it_began_is_not_waited_for) {
  MailboxState state;
  (void)state.post();

  EXPECT_EQ(state.complete_await(), Duty::nothing);
  EXPECT_EQ(state.take_turn(), Turn::message);
  state.begin_await();
  EXPECT_EQ(state.take_turn(), Turn::resume);
  EXPECT_EQ(state.take_turn(), Turn::message);
}

TEST(MailboxState, a_wait_that_ends_before_the_run_does_makes_the_run_go_on) {
  MailboxState state;
  (void)state.post();
  state.begin_await();
  EXPECT_EQ(state.take_turn(), Turn::nothing);

  EXPECT_EQ(state.complete_await(), Duty::nothing);
  EXPECT_EQ(state.end_run(false), Duty::schedule);
  EXPECT_EQ(state.take_turn(), Turn::resume);
}

TEST(MailboxState, a_second_wait_needs_a_second_end) {
  MailboxState state;
  (void)state.post();
  state.begin_await();
  (void)state.complete_await();
  EXPECT_EQ(state.take_turn(), Turn::resume);

  state.begin_await();

  EXPECT_EQ(state.take_turn(), Turn::nothing);
  EXPECT_EQ(state.end_run(false), Duty::recheck);
  EXPECT_EQ(state.complete_await(), Duty::schedule);
}

TEST(MailboxState, a_suspended_handler_goes_on_when_both_reasons_are_gone) {
  MailboxState state;
  (void)state.post();
  state.begin_await();
  (void)state.suspend();
  EXPECT_EQ(state.end_run(false), Duty::recheck);

  EXPECT_EQ(state.complete_await(), Duty::nothing);
  EXPECT_EQ(state.resume(), Duty::schedule);
  EXPECT_EQ(state.take_turn(), Turn::resume);
}

TEST(MailboxState, a_resumed_handler_still_waits_for_what_it_waits_for) {
  MailboxState state;
  (void)state.post();
  state.begin_await();
  (void)state.suspend();
  EXPECT_EQ(state.end_run(false), Duty::recheck);

  EXPECT_EQ(state.resume(), Duty::nothing);
  EXPECT_EQ(state.complete_await(), Duty::schedule);
}

TEST(MailboxState, who_closes_an_idle_mailbox_drains_it) {
  MailboxState state;

  EXPECT_EQ(state.close(), Duty::finalize);
  EXPECT_TRUE(state.is_closed());
  EXPECT_EQ(state.end_finalize(), Duty::announce);
}

TEST(MailboxState, who_closes_a_parked_mailbox_drains_it) {
  MailboxState state;
  (void)state.suspend();

  EXPECT_EQ(state.close(), Duty::finalize);
  EXPECT_EQ(state.end_finalize(), Duty::announce);
}

TEST(MailboxState, one_that_is_closed_while_scheduled_is_drained_by_its_runner) {
  MailboxState state;
  (void)state.post();

  EXPECT_EQ(state.close(), Duty::nothing);
  EXPECT_EQ(state.take_turn(), Turn::nothing);
  EXPECT_EQ(state.end_run(true), Duty::finalize);
  EXPECT_EQ(state.end_finalize(), Duty::announce);
}

TEST(MailboxState, a_waiting_handler_of_a_closed_mailbox_never_goes_on) {
  MailboxState state;
  (void)state.post();
  state.begin_await();
  (void)state.close();

  EXPECT_EQ(state.complete_await(), Duty::nothing);
  EXPECT_EQ(state.take_turn(), Turn::nothing);
  EXPECT_EQ(state.end_run(false), Duty::finalize);
}

TEST(MailboxState, a_second_close_changes_nothing) {
  MailboxState state;
  (void)state.close();

  EXPECT_EQ(state.close(), Duty::nothing);
  EXPECT_EQ(state.end_finalize(), Duty::announce);
  EXPECT_EQ(state.close(), Duty::nothing);
}

TEST(MailboxState, a_closed_one_can_be_suspended_and_resumed_without_effect) {
  MailboxState state;
  finish(state);

  EXPECT_EQ(state.suspend(), Duty::nothing);
  EXPECT_EQ(state.resume(), Duty::nothing);
  EXPECT_EQ(state.post(), Duty::finalize);
}

TEST(MailboxState, a_post_during_the_drain_makes_it_drain_again) {  // D4
  MailboxState state;
  (void)state.close();

  EXPECT_EQ(state.post(), Duty::nothing);
  EXPECT_EQ(state.end_finalize(), Duty::finalize);
  EXPECT_EQ(state.end_finalize(), Duty::announce);
}

TEST(MailboxState, a_late_sender_drains_for_itself_and_announces_nothing) {  // D4
  MailboxState state;
  finish(state);

  EXPECT_EQ(state.post(), Duty::finalize);
  EXPECT_EQ(state.post(), Duty::nothing) << "the first late sender is responsible";
  EXPECT_EQ(state.end_finalize(), Duty::finalize) << "the second may have pushed after the drain";
  EXPECT_EQ(state.post(), Duty::nothing);
  EXPECT_EQ(state.end_finalize(), Duty::finalize);
  EXPECT_EQ(state.end_finalize(), Duty::nothing);
  EXPECT_EQ(state.post(), Duty::finalize);
}

TEST(MailboxState, a_late_system_sender_drains_for_itself_too) {
  MailboxState state;
  finish(state);

  EXPECT_EQ(state.post_system(), Duty::finalize);
  EXPECT_EQ(state.end_finalize(), Duty::finalize);
  EXPECT_EQ(state.end_finalize(), Duty::nothing);
}

TEST(MailboxState, one_that_starts_finished_takes_messages_after_it_was_opened) {
  MailboxState state{MailboxState::Start::finished};
  EXPECT_TRUE(state.is_closed());

  EXPECT_TRUE(state.begin_open());
  EXPECT_EQ(state.end_open(false), Duty::recheck);

  EXPECT_FALSE(state.is_closed());
  EXPECT_EQ(state.post(), Duty::schedule);
  EXPECT_EQ(state.take_turn(), Turn::message);
}

TEST(MailboxState, it_is_opened_by_one_only) {
  MailboxState state{MailboxState::Start::finished};

  EXPECT_TRUE(state.begin_open());
  EXPECT_FALSE(state.begin_open());
  (void)state.end_open(false);
  EXPECT_FALSE(state.begin_open());
}

TEST(MailboxState, an_open_or_draining_one_cannot_be_opened) {
  MailboxState state;
  EXPECT_FALSE(state.begin_open());
  (void)state.close();
  EXPECT_FALSE(state.begin_open());
  (void)state.end_finalize();
  (void)state.post();

  EXPECT_FALSE(state.begin_open()) << "a late sender drains";
  (void)state.end_finalize();
  EXPECT_FALSE(state.begin_open()) << "and again";
  (void)state.end_finalize();
  EXPECT_TRUE(state.begin_open());
}

TEST(MailboxState, a_post_while_it_is_opened_relies_on_the_one_who_opens) {
  MailboxState state{MailboxState::Start::finished};
  (void)state.begin_open();

  EXPECT_EQ(state.post(), Duty::nothing);
  EXPECT_EQ(state.end_open(true), Duty::schedule);
  EXPECT_EQ(state.post(), Duty::nothing);
}

TEST(MailboxState, a_new_life_knows_nothing_of_the_last) {
  MailboxState state;
  (void)state.post();
  state.begin_await();
  (void)state.suspend();
  (void)state.close();
  (void)state.end_run(false);
  EXPECT_EQ(state.end_finalize(), Duty::announce);

  EXPECT_TRUE(state.begin_open());
  (void)state.end_open(false);

  EXPECT_EQ(state.suspend_depth(), 0u);
  EXPECT_EQ(state.post(), Duty::schedule);
  EXPECT_EQ(state.take_turn(), Turn::message);
  EXPECT_EQ(state.end_run(false), Duty::recheck);
  finish(state);
}

/// A word whose handler waits, whose wake was accepted here and refused by the executor.
void refuse_a_wake(MailboxState& state) {
  EXPECT_EQ(state.post(), Duty::schedule);
  state.begin_await();
  EXPECT_EQ(state.end_run(false), Duty::recheck);
  EXPECT_EQ(state.complete_await(), Duty::schedule);
}

TEST(MailboxState, a_wake_after_a_refused_one_tries_again) {  // R2.4
  MailboxState state;
  refuse_a_wake(state);
  state.reject_wake();

  EXPECT_EQ(state.complete_await(), Duty::schedule);
  EXPECT_EQ(state.complete_await(), Duty::nothing);
}

TEST(MailboxState, a_second_close_ends_what_was_closed_during_a_refused_wake) {  // R5.6
  MailboxState state;
  refuse_a_wake(state);
  EXPECT_EQ(state.close(), Duty::nothing);
  state.reject_wake();

  EXPECT_EQ(state.close(), Duty::finalize);
  EXPECT_EQ(state.close(), Duty::nothing);
  EXPECT_EQ(state.end_finalize(), Duty::announce);
  EXPECT_EQ(state.close(), Duty::nothing);
}

}  // namespace
}  // namespace sluice::engine
