// SPDX-License-Identifier: BSL-1.0
#include <sluice/engine/assert.hpp>
#include <sluice/engine/mailbox.hpp>
#include <sluice/engine/mailbox_state.hpp>
#include <sluice/engine/manual_executor.hpp>
#include <sluice_test/test.hpp>

namespace sluice::engine {
namespace {

constexpr trace::Label label{"Recorder", "run", __FILE__, __LINE__, 0};

/// Remembers how many messages it handled, and whether they came in order.
class Recorder final : public Mailbox {
public:
  explicit Recorder(Executor& executor) noexcept : Mailbox{executor, label} {}

  void send(int number) noexcept {
    auto* const envelope = EnvelopeOf<int>::make(std::move(number));
    check(envelope != nullptr, "the target's pool is large enough for this test");
    post(*envelope);
  }

  int handled = 0;
  bool in_order = true;
  bool echo_once = false;

private:
  void handle(Envelope& envelope) noexcept override {
    in_order = in_order && static_cast<EnvelopeOf<int>&>(envelope).message == handled;
    ++handled;
    if (echo_once) {
      echo_once = false;
      send(handled);
    }
  }
};

using Duty = MailboxState::Duty;

TEST(MailboxState, the_first_post_schedules_and_the_next_ones_do_not) {  // R5.1, R2.3
  MailboxState state;

  const Duty first = state.post();
  const Duty second = state.post();

  EXPECT_TRUE(first == Duty::schedule);
  EXPECT_TRUE(second == Duty::nothing);
}

TEST(MailboxState, a_post_after_the_run_schedules_again) {
  MailboxState state;
  (void)state.post();

  state.end_run();

  EXPECT_TRUE(state.post() == Duty::schedule);
}

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
  const int more = static_cast<int>(Mailbox::throughput) + 1;
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
  for (int i = 0; i < static_cast<int>(2 * Mailbox::throughput); ++i) {
    busy.send(i);
  }
  other.send(0);

  (void)executor.tick(2);

  EXPECT_EQ(busy.handled, static_cast<int>(Mailbox::throughput));
  EXPECT_EQ(other.handled, 1);
  executor.run_until_idle();
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
