// SPDX-License-Identifier: BSL-1.0
#include <gtest/gtest.h>
#include <oneapi/tbb/task_arena.h>

#include <future>

TEST(Tbb, an_arena_runs_an_enqueued_task) {
  tbb::task_arena arena{2};
  std::promise<int> promise;

  arena.enqueue([&promise] { promise.set_value(42); });

  EXPECT_EQ(promise.get_future().get(), 42);
}
