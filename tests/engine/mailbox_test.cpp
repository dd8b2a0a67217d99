// SPDX-License-Identifier: BSL-1.0
#include <sluice/engine/assert.hpp>
#include <sluice/engine/mailbox.hpp>
#include <sluice/engine/manual_executor.hpp>
#include <sluice_test/own_dispatcher.hpp>
#include <sluice_test/test.hpp>

namespace sluice::engine {
namespace {

constexpr std::int32_t throughput = 16;
constexpr trace::Label label{"Recorder", "run", __FILE__, __LINE__, 0};

/// Remembers how many messages it handled, and whether they came in order.
class Recorder final : private sluice_test::OwnDispatcher, public Mailbox {
public:
  explicit Recorder(Executor& executor, Lane* lane = nullptr) noexcept
      : OwnDispatcher{executor, {.throughput = throughput}}, Mailbox{dispatcher, label, lane} {}

  void send(int number) noexcept {
    auto* const envelope = EnvelopeOf<int>::make(std::move(number));
    check(envelope != nullptr, "the target's pool is large enough for this test");
    post(*envelope);
  }

  int handled = 0;
  bool in_order = true;
  bool echo_once = false;

  int system = 0;
  int again = 0;  ///< how often a system message sends itself again
  int dead = 0;
  int closings = 0;
  int resumed = 0;
  bool await_once = false;

private:
  void handle_system(SystemNode& message) noexcept override {
    ++system;
    if (again > 0) {
      --again;
      check(post_system(message), "it is open");
    }
  }
  void resume_handler() noexcept override { ++resumed; }
  void dead_letter(Envelope&, DeadLetterReason) noexcept override { ++dead; }
  void on_closed() noexcept override { ++closings; }
  void handle(Envelope& envelope) noexcept override {
    if (await_once) {
      await_once = false;
      begin_await();
    }
    in_order = in_order && static_cast<EnvelopeOf<int>&>(envelope).message == handled;
    ++handled;
    if (echo_once) {
      echo_once = false;
      send(handled);
    }
  }
};

TEST(Mailbox, handles_messages_in_order_and_then_rests) {
  ManualExecutor executor;
  Recorder recorder{executor};
  for (int i = 0; i < 5; ++i) {
    recorder.send(i);
  }

  const std::uint32_t slices = executor.tick(10);

  EXPECT_EQ(slices, 1u);
  EXPECT_EQ(recorder.handled, 5);
  EXPECT_TRUE(recorder.in_order);
}

TEST(Mailbox, a_slice_handles_no_more_than_the_throughput) {  // R2.1, R2.2
  ManualExecutor executor;
  Recorder recorder{executor};
  const int more = throughput + 1;
  for (int i = 0; i < more; ++i) {
    recorder.send(i);
  }

  (void)executor.tick(1);
  EXPECT_EQ(recorder.handled, more - 1);
  executor.run_until_idle();

  EXPECT_EQ(recorder.handled, more);
}

TEST(Mailbox, a_message_sent_by_the_handler_is_handled_after_it_and_not_inside_it) {
  ManualExecutor executor;
  Recorder recorder{executor};
  recorder.echo_once = true;

  recorder.send(0);
  executor.run_until_idle();

  EXPECT_EQ(recorder.handled, 2);
  EXPECT_TRUE(recorder.in_order);
}

TEST(Mailbox, others_run_before_a_busy_one_runs_again) {
  ManualExecutor executor;
  Recorder busy{executor};
  Recorder other{executor};
  for (int i = 0; i < 2 * throughput; ++i) {
    busy.send(i);
  }
  other.send(0);

  (void)executor.tick(2);

  EXPECT_EQ(busy.handled, throughput);
  EXPECT_EQ(other.handled, 1);
  executor.run_until_idle();
}

TEST(Mailbox, a_suspended_mailbox_runs_system_messages_only) {  // R5.4, D2
  ManualExecutor executor;
  Recorder recorder{executor};
  SystemNode signal;
  recorder.suspend();
  recorder.suspend();
  recorder.send(0);

  EXPECT_EQ(executor.tick(10), 0u);
  EXPECT_TRUE(recorder.post_system(signal));
  executor.run_until_idle();
  EXPECT_EQ(recorder.system, 1);
  recorder.resume();
  executor.run_until_idle();
  EXPECT_EQ(recorder.handled, 0);
  recorder.resume();
  executor.run_until_idle();

  EXPECT_EQ(recorder.handled, 1);
}

TEST(Mailbox, a_waiting_handler_goes_on_before_later_messages) {
  ManualExecutor executor;
  Recorder recorder{executor};
  recorder.await_once = true;
  recorder.send(0);
  recorder.send(1);

  executor.run_until_idle();
  EXPECT_EQ(recorder.handled, 1);
  recorder.complete_await();
  executor.run_until_idle();

  EXPECT_EQ(recorder.resumed, 1);
  EXPECT_EQ(recorder.handled, 2);
}

TEST(Mailbox, close_makes_dead_letters_of_what_is_left_and_says_so_once) {  // R5.6, D4
  ManualExecutor executor;
  Recorder recorder{executor};
  recorder.suspend();
  recorder.send(0);
  recorder.send(1);

  recorder.close();
  recorder.close();
  EXPECT_EQ(recorder.dead, 2);
  recorder.send(2);

  EXPECT_EQ(recorder.dead, 3);
  EXPECT_EQ(recorder.closings, 1);
  EXPECT_EQ(recorder.handled, 0);
}

TEST(Mailbox, a_closed_one_refuses_system_messages) {  // R1.6
  ManualExecutor executor;
  Recorder recorder{executor};
  SystemNode signal;
  recorder.close();

  const bool taken = recorder.post_system(signal);

  EXPECT_FALSE(taken);
  EXPECT_EQ(recorder.system, 0);
}

TEST(Mailbox, a_full_mailbox_that_was_refused_runs_again_after_the_next_post) {
  struct Refusing final : Executor {
    Submission submit(Runnable& runnable) noexcept override {
      return refuses ? Submission::rejected : manual.submit(runnable);
    }
    void drain() noexcept override { manual.drain(); }
    ManualExecutor manual;
    bool refuses = true;
  } executor;
  Lane lane{MailboxSettings{.kind = QueueKind::bounded, .capacity = 1, .overflow = Overflow::drop_newest}};
  Recorder recorder{executor, &lane};
  recorder.send(0);

  executor.refuses = false;
  recorder.send(1);
  executor.drain();

  EXPECT_EQ(recorder.handled, 1);
  EXPECT_EQ(recorder.dead, 1);
}

TEST(Mailbox, system_messages_without_end_do_not_keep_a_handler_that_may_go_on_from_letting_others_run) {  // R1.4
  ManualExecutor executor;
  Recorder recorder{executor};
  SystemNode message;
  recorder.await_once = true;
  recorder.send(0);
  executor.run_until_idle();
  recorder.again = 100;
  EXPECT_TRUE(recorder.post_system(message));
  recorder.complete_await();

  (void)executor.tick(1);
  EXPECT_LT(recorder.system, 100);
  EXPECT_EQ(recorder.resumed, 0);
  executor.run_until_idle();

  EXPECT_EQ(recorder.system, 101);
  EXPECT_EQ(recorder.resumed, 1);
}

TEST(Mailbox, ends_the_messages_that_nobody_handled) {
  static int alive;
  struct Tracked {
    Tracked() noexcept { ++alive; }
    Tracked(Tracked&&) noexcept { ++alive; }
    ~Tracked() { --alive; }
  };
  alive = 0;
  ManualExecutor executor;
  {
    Recorder recorder{executor};
    recorder.post(*EnvelopeOf<Tracked>::make(Tracked{}));
    EXPECT_EQ(alive, 1);
  }

  EXPECT_EQ(alive, 0);
}

}  // namespace
}  // namespace sluice::engine
