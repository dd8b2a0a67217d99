// SPDX-License-Identifier: BSL-1.0
// Who runs a task, who ends it, and several of them beside each other. R8.2
#include <gtest/gtest.h>

#include <sluice/engine/async_mutex.hpp>
#include <sluice/engine/manual_executor.hpp>
#include <sluice/integrations/coroutine/run_on.hpp>
#include <string>
#include "test_future.hpp"

namespace sluice {
namespace {

/// Tells when it is destroyed: a local variable of a task.
class Witness {
public:
  explicit Witness(int& ends) noexcept : ends_{&ends} {}
  Witness(const Witness&) = delete;
  Witness& operator=(const Witness&) = delete;
  ~Witness() { ++*ends_; }

private:
  int* ends_;
};

Task<int> wait_with_witness(Event& event, int& ends) {
  const Witness witness{ends};
  co_return co_await EventFuture{event};
}

Task<> wait_nested(Event& event, int& ends, int& result) {
  const Witness witness{ends};
  result = co_await wait_with_witness(event, ends);
}

class RunOn : public testing::Test {
protected:
  engine::ManualExecutor executor;
  Event event;
  int ends = 0;
  int result = 0;
};

TEST_F(RunOn, a_task_that_is_never_run_ends_with_its_owner) {
  {
    const Task<> task = wait_nested(event, ends, result);
  }

  EXPECT_EQ(event.polls, 0);
  EXPECT_EQ(ends, 0);
}

TEST_F(RunOn, tells_whether_the_task_is_done) {
  const RunningTask task = run_on(executor, wait_nested(event, ends, result));
  executor.run_until_idle();
  EXPECT_FALSE(task.is_done());

  event.happen(1);
  executor.run_until_idle();

  EXPECT_TRUE(task.is_done());
  EXPECT_EQ(ends, 2);
}

TEST_F(RunOn, stopping_a_suspended_task_ends_what_it_waits_for) {
  RunningTask task = run_on(executor, wait_nested(event, ends, result));
  executor.run_until_idle();
  EXPECT_EQ(event.waiting, 1);

  std::move(task).stop();

  EXPECT_EQ(event.waiting, 0);
  EXPECT_EQ(ends, 2);
  event.happen(1);
  EXPECT_EQ(executor.tick(100), 0u);
  EXPECT_EQ(result, 0);
}

TEST_F(RunOn, stopping_a_woken_task_ends_it_when_its_turn_comes) {
  RunningTask task = run_on(executor, wait_nested(event, ends, result));
  executor.run_until_idle();
  event.happen(1);

  std::move(task).stop();

  EXPECT_EQ(ends, 0);
  executor.run_until_idle();
  EXPECT_EQ(ends, 2);
  EXPECT_EQ(event.waiting, 0);
  EXPECT_EQ(result, 0);
}

TEST_F(RunOn, stopping_a_task_before_its_first_turn_runs_nothing_of_it) {
  RunningTask task = run_on(executor, wait_nested(event, ends, result));

  std::move(task).stop();
  executor.run_until_idle();

  EXPECT_EQ(event.polls, 0);
}

Task<> append(AsyncMutex<std::string>& log, Event& event, char letter) {
  const auto guard = co_await log.lock();
  guard->push_back(letter);
  co_await EventFuture{event};
  guard->push_back(letter);
}

TEST_F(RunOn, tasks_get_a_mutex_in_the_order_in_which_they_asked) {
  AsyncMutex<std::string> log;
  Event events[3];
  for (const int i : {0, 1, 2}) {
    run_on(executor, append(log, events[i], static_cast<char>('a' + i)));
  }
  executor.run_until_idle();

  for (const int i : {2, 1, 0, 1, 2}) {
    events[i].happen(1);
    executor.run_until_idle();
  }

  EXPECT_EQ(**log.lock().poll({}), "aabbcc");
}

TEST_F(RunOn, a_task_that_is_stopped_gives_up_its_place_and_its_lock) {
  AsyncMutex<std::string> log;
  Event events[3];
  RunningTask owner = run_on(executor, append(log, events[0], 'a'));
  RunningTask waiting = run_on(executor, append(log, events[1], 'b'));
  run_on(executor, append(log, events[2], 'c'));
  executor.run_until_idle();

  std::move(waiting).stop();
  std::move(owner).stop();
  events[2].happen(1);
  executor.run_until_idle();

  EXPECT_EQ(**log.lock().poll({}), "acc");
}

}  // namespace
}  // namespace sluice
