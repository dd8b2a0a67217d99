// SPDX-License-Identifier: BSL-1.0
// R2 (without R2.5), D3
#include <sluice_test/test.hpp>

#include "stage.hpp"

namespace sluice::engine {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;

constexpr std::uint32_t all_attempts = 1 + Dispatcher::submit_retries;

/// How many of 5 messages a first slice handles.
std::uint32_t first_slice(std::int32_t throughput) noexcept {
  Stage stage{{.throughput = throughput}};
  Recorder mailbox{stage.dispatcher, stage.trace};
  mailbox.send_all(1, 5);

  (void)stage.executor.tick(1);
  const std::uint32_t handled = mailbox.handled;
  stage.executor.drain();
  EXPECT_EQ(stage.trace.take(), "m1 m2 m3 m4 m5");
  return handled;
}

TEST(Dispatcher, a_slice_handles_the_throughput_at_most) {  // R2.1
  EXPECT_EQ(first_slice(2), 2u);
  EXPECT_EQ(first_slice(5), 5u);
  EXPECT_EQ(first_slice(INT32_MAX), 5u);
}

TEST(Dispatcher, a_throughput_below_one_means_one) {  // R2.1, R2.7
  EXPECT_EQ(first_slice(1), 1u);
  EXPECT_EQ(first_slice(0), 1u);
  EXPECT_EQ(first_slice(-1), 1u);
  EXPECT_EQ(first_slice(INT32_MIN), 1u);
}

TEST(Dispatcher, what_is_left_is_run_after_others) {  // R2.2
  Stage stage{{.throughput = 2}};
  Recorder busy{stage.dispatcher, stage.trace, nullptr, "busy."};
  Recorder other{stage.dispatcher, stage.trace, nullptr, "other."};
  busy.send_all(1, 3);
  (void)other.send(1);

  stage.executor.drain();

  EXPECT_EQ(stage.trace.take(), "busy.m1 busy.m2 other.m1 busy.m3");
}

TEST(Dispatcher, who_has_nothing_left_gives_the_worker_back) {  // R2.2
  Stage stage{{.throughput = 2}};
  Recorder mailbox{stage.dispatcher, stage.trace};
  mailbox.send_all(1, 2);

  EXPECT_EQ(stage.executor.tick(1), 1u);

  // A backlog of exactly the throughput is no reason to come again.
  EXPECT_EQ(stage.executor.tick(1), 0u);
  EXPECT_EQ(stage.executor.submissions, 1u);
}

TEST(Dispatcher, a_hint_registers_an_idle_mailbox_exactly_once) {  // R2.3
  Stage stage;
  Recorder mailbox{stage.dispatcher, stage.trace};

  EXPECT_TRUE(stage.dispatcher.register_for_execution(mailbox, true, false));
  EXPECT_FALSE(stage.dispatcher.register_for_execution(mailbox, true, false));
  EXPECT_FALSE(stage.dispatcher.register_for_execution(mailbox, false, true));
  EXPECT_FALSE(stage.dispatcher.register_for_execution(mailbox, true, true));

  EXPECT_EQ(stage.executor.submissions, 1u);
  stage.executor.drain();
}

TEST(Dispatcher, without_hints_the_queues_are_looked_at) {  // R2.3
  Stage stage;
  Recorder mailbox{stage.dispatcher, stage.trace};
  Signal signal{1};

  EXPECT_FALSE(stage.dispatcher.register_for_execution(mailbox, false, false));
  stage.executor.refusals = 2 * all_attempts;
  (void)mailbox.send(1);
  (void)mailbox.post_system(signal);
  EXPECT_TRUE(stage.dispatcher.register_for_execution(mailbox, false, false));

  stage.executor.drain();
  EXPECT_EQ(stage.trace.take(), "rejected s1 m1");
}

TEST(Dispatcher, a_suspended_mailbox_is_registered_for_system_messages_only) {  // R2.3
  Stage stage;
  Recorder mailbox{stage.dispatcher, stage.trace};
  mailbox.suspend();
  (void)mailbox.send(1);

  EXPECT_FALSE(stage.dispatcher.register_for_execution(mailbox, false, false));
  EXPECT_FALSE(stage.dispatcher.register_for_execution(mailbox, true, false));
  EXPECT_TRUE(stage.dispatcher.register_for_execution(mailbox, true, true));
  stage.executor.drain();

  EXPECT_EQ(stage.trace.take(), "");
  mailbox.resume();
  stage.executor.drain();
  EXPECT_EQ(stage.trace.take(), "m1");
}

TEST(Dispatcher, a_closed_mailbox_is_not_registered) {  // R2.3
  Stage stage;
  Recorder mailbox{stage.dispatcher, stage.trace};
  mailbox.close();
  (void)stage.trace.take();

  EXPECT_FALSE(stage.dispatcher.register_for_execution(mailbox, true, false));
  EXPECT_FALSE(stage.dispatcher.register_for_execution(mailbox, false, true));
  EXPECT_FALSE(stage.dispatcher.register_for_execution(mailbox, false, false));

  EXPECT_EQ(stage.executor.submissions, 0u);
  EXPECT_EQ(stage.trace.take(), "");
}

TEST(Dispatcher, a_refusal_is_retried_twice) {  // R2.4, D3
  Stage stage;
  Recorder mailbox{stage.dispatcher, stage.trace};
  stage.executor.refusals = Dispatcher::submit_retries;

  (void)mailbox.send(1);

  EXPECT_EQ(Dispatcher::submit_retries, 2u);
  EXPECT_EQ(stage.executor.submissions, 3u);
  stage.executor.drain();
  EXPECT_EQ(stage.trace.take(), "m1");
}

TEST(Dispatcher, an_executor_that_refuses_for_ever_leaves_the_messages_and_one_error) {  // R2.4, D3
  Stage stage;
  Recorder mailbox{stage.dispatcher, stage.trace};
  stage.executor.refusals = PickyExecutor::for_ever;

  mailbox.send_all(1, 3);
  stage.executor.drain();

  EXPECT_EQ(stage.executor.submissions, 3 * all_attempts);  // every message tries again
  EXPECT_EQ(stage.trace.take(), "rejected");
  stage.executor.refusals = 0;
  (void)mailbox.send(4);
  stage.executor.drain();
  EXPECT_EQ(stage.trace.take(), "m1 m2 m3 m4");
}

TEST(Dispatcher, a_refusal_after_an_acceptance_is_told_again) {  // R2.4, D3
  Stage stage;
  Recorder mailbox{stage.dispatcher, stage.trace};
  stage.executor.refusals = all_attempts;
  (void)mailbox.send(1);
  (void)mailbox.send(2);
  stage.executor.drain();

  stage.executor.refusals = all_attempts;
  (void)mailbox.send(3);

  EXPECT_EQ(stage.trace.take(), "rejected m1 m2 rejected");
  (void)mailbox.send(4);
  stage.executor.drain();
}

TEST(Dispatcher, a_refusal_of_what_is_left_keeps_it) {  // R2.2, R2.4, D3
  Stage stage{{.throughput = 1}};
  Recorder mailbox{stage.dispatcher, stage.trace};
  mailbox.send_all(1, 2);
  stage.executor.refusals = all_attempts;

  stage.executor.drain();
  EXPECT_EQ(stage.trace.take(), "m1 rejected");
  EXPECT_TRUE(stage.dispatcher.register_for_execution(mailbox, false, false));
  stage.executor.drain();

  EXPECT_EQ(stage.trace.take(), "m2");
}

TEST(Dispatcher, a_refused_system_message_of_a_suspended_mailbox_waits_for_the_resume) {  // R2.4, D3
  Stage stage;
  Recorder mailbox{stage.dispatcher, stage.trace};
  Signal signal{1};
  mailbox.suspend();
  stage.executor.refusals = all_attempts;
  (void)mailbox.post_system(signal);
  (void)mailbox.send(1);

  mailbox.resume();
  stage.executor.drain();

  EXPECT_EQ(stage.trace.take(), "rejected s1 m1");
}

TEST(Dispatcher, a_refused_mailbox_can_be_closed) {  // R2.4, R5.6
  Stage stage;
  Recorder mailbox{stage.dispatcher, stage.trace};
  stage.executor.refusals = PickyExecutor::for_ever;
  mailbox.send_all(1, 2);

  mailbox.close();

  EXPECT_EQ(stage.trace.take(), "rejected d1/stopped d2/stopped closed on_closed");
}

TEST(Dispatcher, runs_as_many_slices_as_a_tick_has_budget) {  // R2.6
  Stage stage{{.throughput = 1}};
  Recorder first{stage.dispatcher, stage.trace, nullptr, "a"};
  Recorder second{stage.dispatcher, stage.trace, nullptr, "b"};
  first.send_all(1, 2);
  second.send_all(1, 2);

  EXPECT_EQ(stage.executor.tick(0), 0u);
  EXPECT_EQ(stage.trace.take(), "");
  EXPECT_EQ(stage.executor.tick(3), 3u);
  EXPECT_EQ(stage.trace.take(), "am1 bm1 am2");
  EXPECT_EQ(stage.executor.tick(3), 1u);
  EXPECT_EQ(stage.trace.take(), "bm2");
}

/// What each message takes, in `Spender`'s time.
constexpr milliseconds one_message{10};

/// Two slices of a mailbox whose messages take time.
struct Spender {
  explicit Spender(Duration deadline) noexcept : stage{{.throughput = 3, .throughput_deadline = deadline}} {
    mailbox.context = &stage.clock;
    mailbox.on_message = [](Recorder& self, std::uint32_t) noexcept { self.as<ManualClock>().advance(one_message); };
    mailbox.send_all(1, 4);
    (void)stage.executor.tick(1);
    handled = mailbox.handled;
    stage.executor.drain();
    EXPECT_EQ(mailbox.handled, 4u);
  }
  Stage stage;
  Recorder mailbox{stage.dispatcher, stage.trace};
  std::uint32_t handled = 0;
};

TEST(Dispatcher, a_slice_ends_with_the_message_that_reaches_the_deadline) {  // R2.7
  EXPECT_EQ(Spender{one_message}.handled, 1u);
  EXPECT_EQ(Spender{one_message + nanoseconds{1}}.handled, 2u);
  EXPECT_EQ(Spender{2 * one_message}.handled, 2u);
  EXPECT_EQ(Spender{3 * one_message}.handled, 3u);
}

TEST(Dispatcher, a_slice_handles_one_message_however_short_the_deadline) {  // R2.7
  EXPECT_EQ(Spender{nanoseconds{1}}.handled, 1u);
}

TEST(Dispatcher, a_deadline_that_is_not_positive_is_none) {  // R2.7
  EXPECT_EQ(Spender{Duration{0}}.handled, 3u);
  EXPECT_EQ(Spender{nanoseconds{-1}}.handled, 3u);
  EXPECT_EQ(Spender{Duration::min()}.handled, 3u);
}

TEST(Dispatcher, a_deadline_may_be_as_long_as_can_be_said) {  // R2.7
  EXPECT_EQ(Spender{Duration::max()}.handled, 3u);
  EXPECT_EQ(later(Instant{nanoseconds{1}}, Duration::max()), Instant::max());
  EXPECT_EQ(later(Instant{nanoseconds{1}}, nanoseconds{2}), Instant{nanoseconds{3}});
}

TEST(Dispatcher, a_clock_that_stands_still_ends_no_slice) {  // R2.7
  Stage stage{{.throughput = 3, .throughput_deadline = nanoseconds{1}}};
  Recorder mailbox{stage.dispatcher, stage.trace};
  mailbox.send_all(1, 4);

  (void)stage.executor.tick(1);

  EXPECT_EQ(stage.trace.take(), "m1 m2 m3");
  stage.executor.drain();
}

/// A clock that does what none should.
struct BackwardClock final : Clock {
  [[nodiscard]] Instant now() const noexcept override { return Instant{nanoseconds{--ticks}}; }
  mutable std::int64_t ticks = 1'000;
};

TEST(Dispatcher, a_clock_that_goes_back_ends_no_slice_and_prolongs_none) {  // R2.7
  BackwardClock clock;
  TraceText trace;
  ManualExecutor executor;
  Dispatcher dispatcher{executor, {.throughput = 3, .throughput_deadline = nanoseconds{5}}, {.clock = &clock}};
  Recorder mailbox{dispatcher, trace};
  mailbox.send_all(1, 4);

  (void)executor.tick(1);

  EXPECT_EQ(trace.take(), "m1 m2 m3");
  executor.run_until_idle();
}

TEST(Dispatcher, the_first_system_messages_take_no_time_of_the_slice) {  // R2.7, R1.1
  Stage stage{{.throughput = 3, .throughput_deadline = one_message}};
  Recorder mailbox{stage.dispatcher, stage.trace};
  Signal signal{1};
  mailbox.context = &stage.clock;
  mailbox.on_signal = [](Recorder& self, std::uint32_t) noexcept { self.as<ManualClock>().advance(5 * one_message); };
  mailbox.send_all(1, 2);
  (void)mailbox.post_system(signal);

  (void)stage.executor.tick(1);

  EXPECT_EQ(stage.trace.take(), "s1 m1 m2");
}

TEST(Dispatcher, tells_the_kind_of_mailbox_for_those_that_say_nothing) {  // R2.7, R3.5
  Stage stage{{.mailbox = {.kind = QueueKind::bounded, .capacity = 2, .overflow = Overflow::drop_newest}}};
  Lane lane{stage.dispatcher.settings().mailbox};
  Recorder mailbox{stage.dispatcher, stage.trace, &lane};

  mailbox.send_all(1, 3);
  stage.executor.drain();

  EXPECT_EQ(lane.queue().kind(), QueueKind::bounded);
  EXPECT_EQ(lane.capacity(), 2u);
  EXPECT_EQ(stage.trace.take(), "pressure:2/2 d3/dropped_newest m1 relief:0/2 m2");
}

TEST(Dispatcher, a_deadline_without_a_clock_breaks_a_promise) {
  sluice_test::expect_broken_promise(
      [] {
        ManualExecutor executor;
        const Dispatcher dispatcher{executor, {.throughput_deadline = nanoseconds{1}}};
      },
      "a deadline needs a clock");
}

/// Lives again and again, as a cell does.
class Reborn final : public Mailbox {
public:
  void live(Dispatcher& dispatcher) noexcept {
    check(begin_open(), "nobody posts late in this test");
    end_open(dispatcher, recorder_label);
  }

private:
  void handle(Envelope&) noexcept override {}
  void handle_system(SystemNode&) noexcept override {}
  void resume_handler() noexcept override {}
  void dead_letter(Envelope&, DeadLetterReason) noexcept override {}
  void on_closed() noexcept override {}
};

TEST(Dispatcher, a_refusal_in_a_new_life_is_told) {  // R2.4
  Stage stage;
  Reborn mailbox;
  stage.executor.refusals = PickyExecutor::for_ever;
  mailbox.live(stage.dispatcher);
  mailbox.post(numbered(1));
  mailbox.close();
  EXPECT_EQ(stage.trace.take(), "rejected closed");

  mailbox.live(stage.dispatcher);
  mailbox.post(numbered(2));

  EXPECT_EQ(stage.trace.take(), "rejected");
  mailbox.close();
  EXPECT_EQ(stage.dispatcher.inhabitants(), 0u);
}

}  // namespace
}  // namespace sluice::engine
