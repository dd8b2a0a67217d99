// SPDX-License-Identifier: BSL-1.0
#include <sluice/profiling/bench/selection.hpp>
#include <sluice/profiling/bench/workloads.hpp>

#include <array>
#include <set>

#include <gtest/gtest.h>

namespace sluice::bench {
namespace {

Outcome run_nothing(const RunOptions&) { return {}; }

constexpr std::array floor_supports{Support{Executor::manual, 1, 1}, Support{Executor::threads, 2, 2}};
constexpr Workload bare{.name = "bare", .sentence = "", .supports = floor_supports, .run = run_nothing};

constexpr std::array actor_supports{Support{Executor::taskflow, 1, 64}, Support{Executor::manual, 1, 1}};
constexpr Workload actors{.name = "actors",
                          .sentence = "",
                          .supports = actor_supports,
                          .run = run_nothing,
                          .floor = {.workload = &bare, .most_workers = 2}};

constexpr std::array<const Workload*, 2> table{&bare, &actors};

TEST(BenchSelection, an_unknown_workload_is_an_error_that_names_it) {
  EXPECT_EQ(choose_workload(table, {.workload = "actors"}), &actors);
  EXPECT_EQ(choose_workload(table, {.workload = "actor"}).error(), "unknown workload 'actor'");
}

TEST(BenchSelection, what_is_left_open_is_the_first_executor_and_its_fewest_workers) {
  const auto run = choose_run(table, actors, {});

  ASSERT_TRUE(run.has_value()) << run.error();
  EXPECT_EQ(run->executor, Executor::taskflow);
  EXPECT_EQ(run->workers, 1u);
  EXPECT_EQ(run->shrink_by, 1u);
}

TEST(BenchSelection, workers_choose_the_first_executor_that_accepts_them) {
  const auto run = choose_run(table, bare, {.workers = 2});

  ASSERT_TRUE(run.has_value()) << run.error();
  EXPECT_EQ(run->executor, Executor::threads);
  EXPECT_EQ(run->workers, 2u);
}

TEST(BenchSelection, an_executor_alone_brings_its_fewest_workers) {
  const auto run = choose_run(table, bare, {.executor = Executor::threads});

  ASSERT_TRUE(run.has_value()) << run.error();
  EXPECT_EQ(run->workers, 2u);
}

TEST(BenchSelection, quick_shrinks_the_work_but_never_to_nothing) {
  const auto run = choose_run(table, bare, {.quick = true});

  ASSERT_TRUE(run.has_value()) << run.error();
  EXPECT_EQ(run->shrunk(1'000'000), 20'000u);
  EXPECT_EQ(run->shrunk(3), 1u);
}

TEST(BenchSelection, an_unsupported_executor_is_an_error_with_the_supported_ones) {
  EXPECT_EQ(choose_run(table, actors, {.executor = Executor::threads}).error(),
            "actors does not run on threads; it supports taskflow with 1 to 64 workers, manual with 1 worker");
}

TEST(BenchSelection, executors_with_the_same_workers_are_named_together) {
  constexpr std::array supports{Support{Executor::taskflow, 1, 64}, Support{Executor::tbb, 1, 64},
                                Support{Executor::naive, 2, 64}, Support{Executor::manual, 1, 1}};
  const Workload many{.name = "many", .sentence = "", .supports = supports, .run = run_nothing};

  EXPECT_EQ(supports_text(many), "taskflow/tbb with 1 to 64 workers, naive with 2 to 64 workers, manual with 1 worker");
}

TEST(BenchSelection, an_executor_that_no_workload_supports_is_not_compiled_in) {
  EXPECT_EQ(
      choose_run(table, bare, {.executor = Executor::tbb}).error(),
      "bare cannot run on tbb, which is not compiled in; it supports manual with 1 worker, threads with 2 workers");
}

TEST(BenchSelection, an_unsupported_number_of_workers_is_an_error_with_the_supported_ones) {
  EXPECT_EQ(choose_run(table, bare, {.workers = 3}).error(),
            "bare does not run with 3 workers; it supports manual with 1 worker, threads with 2 workers");
  EXPECT_EQ(choose_run(table, bare, {.workers = 1, .executor = Executor::threads}).error(),
            "bare does not run on threads with 1 worker; it supports manual with 1 worker, threads with 2 workers");
}

TEST(BenchSelection, a_floor_has_the_workers_of_its_workload_up_to_its_cap) {
  const auto floor_of = [](std::uint32_t workers) {
    return choose_floor_run(actors, {.executor = Executor::taskflow, .workers = workers, .shrink_by = 50});
  };

  EXPECT_EQ(floor_of(1).executor, Executor::manual);
  EXPECT_EQ(floor_of(1).workers, 1u);
  EXPECT_EQ(floor_of(2).executor, Executor::threads);
  EXPECT_EQ(floor_of(2).workers, 2u);
  EXPECT_EQ(floor_of(64).workers, 2u);
  EXPECT_EQ(floor_of(64).shrink_by, 50u);
}

TEST(BenchTable, names_are_unique_and_every_workload_says_what_it_does_and_runs_on) {
  std::set<std::string_view> names{"list"};
  for (const Workload* const workload : all_workloads()) {
    EXPECT_TRUE(names.insert(workload->name).second) << workload->name;
    EXPECT_FALSE(workload->sentence.empty()) << workload->name;
    EXPECT_FALSE(workload->supports.empty()) << workload->name;
  }
}

TEST(BenchTable, every_floor_runs_with_each_number_of_workers_that_it_is_asked_for) {
  for (const Workload* const workload : all_workloads()) {
    if (workload->floor.workload == nullptr) {
      continue;
    }
    for (const Support& support : workload->supports) {
      for (std::uint32_t workers = support.fewest_workers; workers <= support.most_workers; ++workers) {
        const RunOptions run = choose_floor_run(*workload, {.executor = support.executor, .workers = workers});
        EXPECT_LE(run.workers, workload->floor.most_workers) << workload->name;
      }
    }
  }
}

}  // namespace
}  // namespace sluice::bench
