// SPDX-License-Identifier: BSL-1.0
#include <sluice/profiling/bench/executors.hpp>
#include <sluice/profiling/bench/mailbox/finish.hpp>

#include <ranges>

#include <gtest/gtest.h>

namespace sluice::bench {
namespace {

class Errand final : public engine::Runnable {
public:
  void run() noexcept override { done.arrive(); }
  Finish done;
};

TEST(BenchExecutors, every_kind_runs_what_it_is_given) {
  for (const Executor kind : all_executors | std::views::filter(is_available)) {
    for (const std::uint32_t workers : {1u, 2u, 4u}) {
      const std::unique_ptr<ExecutorOwner> owner = make_executor(kind, workers);
      Errand errand;

      EXPECT_EQ(owner->executor().submit(errand), engine::Submission::accepted) << name_of(kind);
      owner->executor().drain();

      EXPECT_TRUE(errand.done.wait_for({}).has_value()) << name_of(kind) << " with " << workers;
    }
  }
}

TEST(BenchExecutors, names_are_read_back_and_listed) {
  for (const Executor kind : all_executors) {
    EXPECT_EQ(executor_named(name_of(kind)), kind);
  }
  EXPECT_EQ(executor_named("taskflow_shared"), std::nullopt);
  EXPECT_EQ(executor_names("|"), "taskflow|tbb|threads|taskflow-shared|tbb-shared|naive|manual");
}

TEST(BenchFinish, is_told_by_the_last_of_all) {
  Finish finish{2};

  finish.arrive();
  EXPECT_FALSE(finish.wait_for({}).has_value());
  const auto before = Finish::Clock::now();
  finish.arrive();

  EXPECT_GE(finish.wait(), before);
}

}  // namespace
}  // namespace sluice::bench
