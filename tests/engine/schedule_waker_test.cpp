// SPDX-License-Identifier: BSL-1.0
// R8.2, R8.3
#include <sluice/engine/async_mutex.hpp>
#include <sluice/engine/manual_executor.hpp>
#include <sluice/engine/wait/schedule_waker.hpp>
#include <sluice_test/test.hpp>

namespace sluice::engine {
namespace {

/// Is over when `ready` says so; wakes itself during the polls that `wakes_itself` allows.
class Waiter : public ScheduleWaker {
public:
  bool ready = false;
  int wakes_itself = 0;
  int polls = 0;
  int ends = 0;
  int rejections = 0;
  virtual ~Waiter() = default;

protected:
  [[nodiscard]] bool poll(const Waker& waker) noexcept override {
    ++polls;
    for (; wakes_itself > 0; --wakes_itself) {
      waker.wake();
    }
    return ready;
  }
  void on_done() noexcept override { ++ends; }
  void on_rejected() noexcept override { ++rejections; }
};

/// Refuses the next `refusals` submissions; runs the others by hand.
class PickyExecutor final : public Executor {
public:
  [[nodiscard]] Submission submit(Runnable& runnable) noexcept override {
    ++submissions;
    if (refusals > 0) {
      --refusals;
      return Submission::rejected;
    }
    return accepted.submit(runnable);
  }
  void drain() noexcept override { accepted.drain(); }

  ManualExecutor accepted;
  int refusals = 0;
  int submissions = 0;
};

constexpr int all_attempts = 1 + int{ScheduleWaker::submit_retries};

TEST(ScheduleWaker, ten_wakes_of_an_idle_one_submit_it_once) {
  PickyExecutor executor;
  Waiter waiter;
  waiter.start(executor);
  executor.drain();

  for (int i = 0; i < 10; ++i) {
    waiter.waker().wake();
  }

  EXPECT_EQ(executor.submissions, 2);
  executor.drain();
  EXPECT_EQ(waiter.polls, 2);
}

TEST(ScheduleWaker, is_polled_once_per_wake_however_long_it_is_pending) {
  ManualExecutor executor;
  Waiter waiter;
  waiter.start(executor);

  EXPECT_EQ(executor.tick(100), 1u);
  EXPECT_EQ(executor.tick(100), 0u);
  waiter.waker().wake();
  EXPECT_EQ(executor.tick(100), 1u);

  EXPECT_EQ(executor.tick(100), 0u);
  EXPECT_EQ(waiter.polls, 2);
}

TEST(ScheduleWaker, wakes_during_a_poll_submit_it_once_more) {
  PickyExecutor executor;
  Waiter waiter;
  waiter.wakes_itself = 3;
  waiter.start(executor);

  EXPECT_EQ(executor.accepted.tick(1), 1u);

  EXPECT_EQ(waiter.polls, 1);
  EXPECT_EQ(executor.submissions, 2);
  EXPECT_EQ(executor.accepted.tick(100), 1u);
  EXPECT_EQ(waiter.polls, 2);
}

TEST(ScheduleWaker, who_wakes_itself_lets_others_go_first) {
  ManualExecutor executor;
  Waiter busy, other;
  busy.wakes_itself = 1;
  busy.start(executor);
  other.start(executor);

  EXPECT_EQ(executor.tick(2), 2u);

  EXPECT_EQ(busy.polls, 1);
  EXPECT_EQ(other.polls, 1);
  executor.run_until_idle();
  EXPECT_EQ(busy.polls, 2);
}

TEST(ScheduleWaker, what_is_done_is_told_once_and_ignores_wakes) {
  PickyExecutor executor;
  Waiter waiter;
  waiter.ready = true;
  waiter.wakes_itself = 1;
  waiter.start(executor);
  executor.drain();

  waiter.waker().wake();
  waiter.stop();

  EXPECT_EQ(executor.submissions, 1);
  EXPECT_EQ(waiter.polls, 1);
  EXPECT_EQ(waiter.ends, 1);
}

TEST(ScheduleWaker, waits_for_a_real_future) {
  class LockTask final : public Waiter {
  public:
    explicit LockTask(AsyncMutex<int>& mutex) : future_{mutex.lock()} {}

  private:
    [[nodiscard]] bool poll(const Waker& waker) noexcept override {
      ++polls;
      return future_.poll(waker).has_value();
    }
    AsyncMutex<int>::LockFuture future_;
  };
  ManualExecutor executor;
  AsyncMutex<int> mutex;
  auto owner = mutex.lock().poll({});
  LockTask task{mutex};
  task.start(executor);
  executor.run_until_idle();
  EXPECT_EQ(task.ends, 0);

  owner.reset();

  EXPECT_EQ(task.polls, 1);
  executor.run_until_idle();
  EXPECT_EQ(task.polls, 2);
  EXPECT_EQ(task.ends, 1);
}

// D3
TEST(ScheduleWaker, a_refusal_is_tried_again_twice) {
  PickyExecutor executor;
  executor.refusals = all_attempts - 1;
  Waiter waiter;

  waiter.start(executor);

  EXPECT_EQ(executor.submissions, all_attempts);
  EXPECT_EQ(waiter.rejections, 0);
  executor.drain();
  EXPECT_EQ(waiter.polls, 1);
}

TEST(ScheduleWaker, the_last_refusal_is_told_and_a_later_wake_tries_again) {
  PickyExecutor executor;
  executor.refusals = all_attempts;
  Waiter waiter;

  waiter.start(executor);

  EXPECT_EQ(executor.submissions, all_attempts);
  EXPECT_EQ(waiter.rejections, 1);
  executor.drain();
  EXPECT_EQ(waiter.polls, 0);
  waiter.waker().wake();
  executor.drain();
  EXPECT_EQ(waiter.polls, 1);
}

TEST(ScheduleWaker, a_refusal_after_a_poll_is_told_too) {
  PickyExecutor executor;
  Waiter waiter;
  waiter.wakes_itself = 1;
  waiter.start(executor);
  executor.refusals = all_attempts;

  executor.drain();

  EXPECT_EQ(waiter.polls, 1);
  EXPECT_EQ(waiter.rejections, 1);
  waiter.waker().wake();
  executor.drain();
  EXPECT_EQ(waiter.polls, 2);
}

TEST(ScheduleWaker, a_wake_that_comes_while_a_refusal_is_told_tries_again) {
  class Stubborn final : public Waiter {
    void on_rejected() noexcept override {
      ++rejections;
      if (rejections == 1) {
        waker().wake();
      }
    }
  };
  PickyExecutor executor;
  executor.refusals = all_attempts;
  Stubborn waiter;

  waiter.start(executor);

  EXPECT_EQ(executor.submissions, all_attempts + 1);
  executor.drain();
  EXPECT_EQ(waiter.polls, 1);
}

TEST(ScheduleWaker, stopping_an_idle_one_ends_it_at_once) {
  ManualExecutor executor;
  Waiter waiter;
  waiter.start(executor);
  executor.run_until_idle();

  waiter.stop();

  EXPECT_EQ(waiter.ends, 1);
  waiter.waker().wake();
  EXPECT_EQ(executor.tick(100), 0u);
}

TEST(ScheduleWaker, stopping_a_scheduled_one_ends_it_instead_of_its_poll) {
  ManualExecutor executor;
  Waiter waiter;
  waiter.start(executor);

  waiter.stop();
  waiter.stop();

  EXPECT_EQ(waiter.ends, 0);
  executor.run_until_idle();
  EXPECT_EQ(waiter.ends, 1);
  EXPECT_EQ(waiter.polls, 0);
}

TEST(ScheduleWaker, stopping_during_a_poll_ends_it_instead_of_the_next) {
  class Quitter final : public Waiter {
    [[nodiscard]] bool poll(const Waker& waker) noexcept override {
      stop();
      return Waiter::poll(waker);
    }
  };
  ManualExecutor executor;
  Quitter waiter;
  waiter.start(executor);

  EXPECT_EQ(executor.tick(100), 2u);

  EXPECT_EQ(waiter.polls, 1);
  EXPECT_EQ(waiter.ends, 1);
}

TEST(ScheduleWaker, a_stop_that_is_refused_is_told_and_made_up_for_by_the_next) {
  class Quitter final : public Waiter {
    void on_rejected() noexcept override {
      ++rejections;
      if (rejections == 1) {
        stop();
      }
    }
  };
  PickyExecutor executor;
  executor.refusals = 2 * all_attempts;
  Quitter waiter;
  waiter.start(executor);
  EXPECT_EQ(waiter.rejections, 2);
  EXPECT_EQ(waiter.ends, 0);

  waiter.stop();

  EXPECT_EQ(waiter.ends, 1);
}

TEST(ScheduleWaker, is_started_once) {
  sluice_test::expect_broken_promise(
      [] {
        ManualExecutor executor;
        Waiter waiter;
        waiter.start(executor);
        executor.run_until_idle();
        waiter.start(executor);
      },
      "what is polled is started once");
}

TEST(ScheduleWaker, does_not_end_in_an_executors_queue) {
  sluice_test::expect_broken_promise(
      [] {
        ManualExecutor executor;
        Waiter waiter;
        waiter.start(executor);
      },
      "nothing ends while it is scheduled or polled");
}

}  // namespace
}  // namespace sluice::engine
