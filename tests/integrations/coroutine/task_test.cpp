// SPDX-License-Identifier: BSL-1.0
// What a task waits for and what it gives. R8.2, R8.3
#include <gtest/gtest.h>

#include <memory>
#include <sluice/engine/manual_executor.hpp>
#include <sluice/integrations/coroutine/run_on.hpp>
#include <stdexcept>
#include <string>
#include "test_future.hpp"

namespace sluice {
namespace {

static_assert(coroutine::Future<EventFuture>);
static_assert(!coroutine::Future<int>);
static_assert(!coroutine::Future<Task<int>>);

Task<> note(Event& event, int& result) { result = co_await EventFuture{event}; }

TEST(Task, does_nothing_before_it_is_run) {
  engine::ManualExecutor executor;
  Event event{.value = 7, .waker = {}};
  int result = 0;

  Task<> task = note(event, result);

  EXPECT_EQ(event.polls, 0);
  run_on(executor, std::move(task));
  EXPECT_EQ(event.polls, 0);
  executor.run_until_idle();
  EXPECT_EQ(result, 7);
}

TEST(Task, a_future_that_is_ready_does_not_suspend_it) {
  engine::ManualExecutor executor;
  Event event{.value = 7, .waker = {}};
  int result = 0;
  run_on(executor, note(event, result));

  EXPECT_EQ(executor.tick(100), 1u);

  EXPECT_EQ(result, 7);
  EXPECT_EQ(event.polls, 1);
}

TEST(Task, a_wake_resumes_it_on_its_executor_and_not_at_once) {
  engine::ManualExecutor executor;
  Event event;
  int result = 0;
  run_on(executor, note(event, result));
  executor.run_until_idle();
  EXPECT_EQ(event.polls, 1);

  event.happen(8);

  EXPECT_EQ(result, 0);
  EXPECT_EQ(executor.tick(100), 1u);
  EXPECT_EQ(result, 8);
  EXPECT_EQ(event.polls, 2);
}

TEST(Task, a_wake_in_vain_polls_the_future_and_resumes_nothing) {
  engine::ManualExecutor executor;
  Event event;
  int result = 0;
  run_on(executor, note(event, result));
  executor.run_until_idle();

  event.waker.wake();
  EXPECT_EQ(executor.tick(100), 1u);

  EXPECT_EQ(event.polls, 2);
  EXPECT_EQ(result, 0);
  event.happen(1);
  executor.run_until_idle();
  EXPECT_EQ(result, 1);
}

/// Its event happens within the poll that finds nothing.
class HastyFuture {
public:
  [[nodiscard]] engine::Poll<int> poll(const engine::Waker& waker) noexcept {
    if (polls_++ == 0) {
      waker.wake();
      return engine::pending;
    }
    return polls_;
  }

private:
  int polls_ = 0;
};

TEST(Task, a_wake_that_comes_before_it_is_suspended_is_not_lost) {
  engine::ManualExecutor executor;
  int result = 0;
  run_on(executor, [](int& out) -> Task<> { out = co_await HastyFuture{}; }(result));

  EXPECT_EQ(executor.tick(1), 1u);

  EXPECT_EQ(result, 0);
  EXPECT_EQ(executor.tick(100), 1u);
  EXPECT_EQ(result, 2);
}

TEST(Task, a_future_that_it_keeps_is_awaited_where_it_is) {
  engine::ManualExecutor executor;
  Event event;
  int result = 0;
  const auto wait = [](Event& for_what, int& out) -> Task<> {
    EventFuture future{for_what};
    out = co_await future;
  };
  run_on(executor, wait(event, result));
  executor.run_until_idle();

  event.happen(5);
  executor.run_until_idle();

  EXPECT_EQ(result, 5);
}

Task<int> twice(Event& event) { co_return 2 * co_await EventFuture{event}; }
Task<std::string> spelled(Event& event) { co_return std::to_string(co_await twice(event)); }

TEST(Task, nested_tasks_wait_for_each_other) {
  engine::ManualExecutor executor;
  Event event;
  std::string result;
  const auto outermost = [](Event& for_what, std::string& out) -> Task<> { out = co_await spelled(for_what); };
  run_on(executor, outermost(event, result));
  executor.run_until_idle();
  EXPECT_EQ(result, "");

  event.happen(21);
  EXPECT_EQ(executor.tick(100), 1u);

  EXPECT_EQ(result, "42");
}

TEST(Task, gives_what_can_only_be_moved) {
  engine::ManualExecutor executor;
  int result = 0;
  const auto make = []() -> Task<std::unique_ptr<int>> { co_return std::make_unique<int>(3); };
  const auto outermost = [&]() -> Task<> { result = *co_await make(); };
  run_on(executor, outermost());

  executor.run_until_idle();

  EXPECT_EQ(result, 3);
}

Task<int> nothing(int depth) { co_return depth; }

TEST(Task, a_long_row_of_tasks_does_not_grow_the_stack) {
  engine::ManualExecutor executor;
  int sum = 0;
  const auto outermost = [](int& out) -> Task<> {
    for (int i = 0; i < 100'000; ++i) {
      out += co_await nothing(1);
    }
  };
  run_on(executor, outermost(sum));

  executor.run_until_idle();

  EXPECT_EQ(sum, 100'000);
}

Task<int> failing(Event& event) {
  const int value = co_await EventFuture{event};
  if (value < 0) {
    throw std::runtime_error{"less than nothing"};
  }
  co_return value;
}

TEST(Task, an_exception_goes_to_the_task_that_waits) {
  engine::ManualExecutor executor;
  Event event;
  std::string caught;
  const auto outermost = [](Event& for_what, std::string& out) -> Task<> {
    try {
      (void)co_await failing(for_what);
    } catch (const std::runtime_error& error) {
      out = error.what();
    }
  };
  run_on(executor, outermost(event, caught));
  executor.run_until_idle();

  event.happen(-1);
  executor.run_until_idle();

  EXPECT_EQ(caught, "less than nothing");
  EXPECT_EQ(event.waiting, 0);
}

TEST(TaskDeathTest, an_exception_that_leaves_the_outermost_task_ends_the_program) {
  engine::ManualExecutor executor;
  const auto outermost = []() -> Task<> {
    throw std::runtime_error{"nobody waits"};
    co_return;
  };

  EXPECT_DEATH(
      {
        run_on(executor, outermost());
        executor.run_until_idle();
      },
      "nobody waits");
}

TEST(TaskDeathTest, a_task_is_run_once) {
  engine::ManualExecutor executor;
  const auto outermost = [&]() -> Task<> {
    Task<int> task = nothing(1);
    (void)co_await std::move(task);
    (void)co_await std::move(task);
  };

  EXPECT_DEATH(
      {
        run_on(executor, outermost());
        executor.run_until_idle();
      },
      "a task is run once");
}

}  // namespace
}  // namespace sluice
