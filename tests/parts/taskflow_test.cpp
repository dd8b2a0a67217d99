// SPDX-License-Identifier: BSL-1.0
#include <gtest/gtest.h>

#include <taskflow/taskflow.hpp>

TEST(Taskflow, an_executor_runs_a_task) {
  tf::Executor executor;

  auto answer = executor.async([] { return 42; });

  EXPECT_EQ(answer.get(), 42);
}
