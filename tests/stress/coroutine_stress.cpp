// SPDX-License-Identifier: BSL-1.0
// Tasks on many workers: no wake is lost, and none comes too late.
#include <gtest/gtest.h>

#include <sluice/engine/async_mutex.hpp>
#include <sluice/integrations/coroutine/run_on.hpp>
#include <thread>
#include <utility>
#include <vector>
#include "crowd.hpp"

namespace sluice::stress {
namespace {

/// Lets other runnables go first: so that a task can hold a lock while they want it.
class Turn {
public:
  [[nodiscard]] engine::Poll<bool> poll(const engine::Waker& waker) noexcept {
    if (std::exchange(is_over_, true)) {
      return true;
    }
    waker.wake();
    return engine::pending;
  }

private:
  bool is_over_ = false;
};

Task<> count_up(AsyncMutex<std::uint64_t>& counter, std::uint32_t rounds) {
  for (std::uint32_t i = 0; i < rounds; ++i) {
    const auto guard = co_await counter.lock();
    const std::uint64_t before = *guard;
    co_await Turn{};
    *guard = before + 1;
  }
}

TEST(CoroutineStress, tasks_on_many_workers_count_together) {
  constexpr std::uint32_t tasks = 32;
  constexpr std::uint32_t rounds = 2'000;
  AsyncMutex<std::uint64_t> counter;
  Workers workers;

  for (std::uint32_t i = 0; i < tasks; ++i) {
    run_on(workers.executor(), count_up(counter, rounds));
  }
  workers.executor().drain();

  EXPECT_EQ(**counter.lock().poll({}), std::uint64_t{tasks} * rounds);
}

// Under the address and thread sanitizers: a wake of a task that has ended would be a use after its end.
TEST(CoroutineStress, tasks_are_stopped_while_they_are_woken) {
  constexpr std::uint32_t threads = 4;
  constexpr std::uint32_t tasks = 2'000;
  AsyncMutex<std::uint64_t> counter;
  Workers workers;

  on_threads(threads, [&](std::uint32_t) {
    std::vector<RunningTask> running;
    for (std::uint32_t i = 0; i < tasks; ++i) {
      running.push_back(run_on(workers.executor(), count_up(counter, 3)));
      if (running.size() == 8) {
        std::this_thread::yield();  // some are stopped before, some during, some after their work
        for (RunningTask& task : running) {
          std::move(task).stop();
        }
        running.clear();
      }
    }
  });
  workers.executor().drain();

  const auto guard = counter.lock().poll({});
  ASSERT_TRUE(guard.has_value());
  EXPECT_LE(**guard, std::uint64_t{threads} * tasks * 3);
}

}  // namespace
}  // namespace sluice::stress
