// SPDX-License-Identifier: BSL-1.0
// MB-7
#include <sluice/engine/mailboxes.hpp>
#include <sluice/engine/manual_executor.hpp>
#include <sluice/engine/wait/schedule_waker.hpp>
#include <sluice_test/test.hpp>
#include <sluice_test/token.hpp>

namespace sluice::mailbox {
namespace {

using Signal = QueueSignal<>;

/// Waits for a signal on an executor.
class Receiver final : public engine::ScheduleWaker {
public:
  explicit Receiver(const Signal& signal) noexcept : wait_{signal.wait()} {}
  int polls = 0;
  bool is_over = false;

private:
  [[nodiscard]] bool poll(const engine::Waker& waker) noexcept override {
    ++polls;
    return wait_.poll(waker).has_value();
  }
  void on_done() noexcept override { is_over = true; }

  Signal::WaitFuture wait_;
};

// MB-7: Receiver waits until notification; D11
TEST(QueueSignal, a_task_that_waits_goes_on_after_another_notified) {
  engine::ManualExecutor executor;
  const Signal signal = *Signal::make();
  Receiver receiver{signal};
  receiver.start(executor);
  executor.run_until_idle();
  EXPECT_FALSE(receiver.is_over);

  signal.notify();
  executor.run_until_idle();

  EXPECT_TRUE(receiver.is_over);
  EXPECT_EQ(receiver.polls, 2);
}

TEST(QueueSignal, copies_tell_the_same_ones) {
  const Signal signal = *Signal::make();
  const Signal copy = signal;
  Wakes wakes;
  auto wait = copy.wait();
  EXPECT_FALSE(wait.poll(wakes.waker()).has_value());

  signal.notify();

  EXPECT_EQ(wakes.count, 1);
  EXPECT_TRUE(wait.poll({}).has_value());
}

TEST(QueueSignal, one_notification_completes_all_who_wait) {
  const Signal signal = *Signal::make();
  Wakes wakes;
  auto first = signal.wait();
  auto second = signal.wait();
  EXPECT_FALSE(first.poll(wakes.waker()).has_value());
  EXPECT_FALSE(second.poll(wakes.waker()).has_value());

  signal.notify();

  EXPECT_EQ(wakes.count, 2);
  EXPECT_TRUE(second.poll({}).has_value() || first.poll({}).has_value());
  EXPECT_TRUE(first.poll({}).has_value());
  EXPECT_TRUE(second.poll({}).has_value());
}

TEST(QueueSignal, a_notification_between_wait_and_its_first_poll_is_seen) {
  const Signal signal = *Signal::make();
  auto wait = signal.wait();

  signal.notify();

  EXPECT_TRUE(wait.poll({}).has_value());
}

TEST(QueueSignal, a_notification_that_nobody_waited_for_completes_one_wait) {
  const Signal signal = *Signal::make();
  signal.notify();
  signal.notify();

  EXPECT_TRUE(signal.wait().poll({}).has_value());

  EXPECT_FALSE(signal.wait().poll({}).has_value());
}

// MB-10
TEST(QueueSignal, a_wait_that_dies_is_not_woken) {
  const Signal signal = *Signal::make();
  Wakes dead, alive;
  auto other = signal.wait();
  {
    auto wait = signal.wait();
    EXPECT_FALSE(wait.poll(dead.waker()).has_value());
    EXPECT_FALSE(other.poll(alive.waker()).has_value());
  }

  signal.notify();

  EXPECT_EQ(dead.count, 0);
  EXPECT_EQ(alive.count, 1);
}

TEST(QueueSignal, a_wait_outlives_the_signal_it_came_from) {
  std::optional<Signal> signal{*Signal::make()};
  auto wait = signal->wait();
  EXPECT_FALSE(wait.poll({}).has_value());

  signal->notify();
  signal.reset();

  EXPECT_TRUE(wait.poll({}).has_value());
}

}  // namespace
}  // namespace sluice::mailbox
