// SPDX-License-Identifier: BSL-1.0
#include <sluice/profiling/bench/clock.hpp>
#include <sluice/profiling/bench/engine_workloads.hpp>
#include <sluice/profiling/bench/floor/floors.hpp>
#include <sluice/profiling/bench/workloads.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace sluice::bench {
namespace {

constexpr RunOptions by_hand{.executor = Executor::manual, .workers = 1, .shrink_by = 1000};
constexpr RunOptions on_two_threads{.executor = Executor::threads, .workers = 2, .shrink_by = 1000};

TEST(Floors, every_workload_yields_verified_work_and_real_figures_on_all_that_it_supports) {
  for (const Workload* const workload : all_workloads()) {
    for (const Support& support : workload->supports) {
      const std::uint32_t workers = std::min(support.most_workers, 2u);
      const RunOptions tiny{.executor = support.executor, .workers = workers, .shrink_by = 10'000};

      const Outcome outcome = workload->run(tiny);

      EXPECT_GT(outcome.verified, 0u) << workload->name << " on " << name_of(support.executor);
      ASSERT_FALSE(outcome.samples.empty()) << workload->name;
      for (const Sample& sample : outcome.samples) {
        const bool may_be_none = workload->name == "fairness" || workload->name == "idle_cpu" ||
                                 workload->name == "idle" || sample.figure == "monitor_cpu";
        EXPECT_TRUE(std::isfinite(sample.value) && sample.value >= 0) << workload->name << sample.figure;
        EXPECT_TRUE(sample.value > 0 || may_be_none) << workload->name << sample.figure;
        EXPECT_FALSE(sample.unit.empty()) << workload->name;
      }
    }
  }
}

TEST(Floors, pingpong_handles_two_messages_per_round_trip) {
  EXPECT_EQ(floor::run_pingpong(by_hand).verified, 2'000u);
  EXPECT_EQ(floor::run_pingpong(on_two_threads).verified, 2'000u);
}

TEST(Floors, fanin_handles_what_four_producers_send) {
  EXPECT_EQ(floor::run_fanin(by_hand).verified, 4'000u);
  EXPECT_EQ(floor::run_fanin(on_two_threads).verified, 4'000u);
}

TEST(Floors, ring_makes_every_hop_also_when_it_ends_in_the_middle_of_an_arc) {
  for (const std::uint64_t hops : {1u, 499u, 500u, 501u, 999u, 1000u, 1001u, 1700u}) {
    const std::uint64_t shrink_by = 1'000'000 / hops;
    const RunOptions one{.executor = Executor::manual, .workers = 1, .shrink_by = shrink_by};
    const RunOptions two{.executor = Executor::threads, .workers = 2, .shrink_by = shrink_by};

    EXPECT_EQ(floor::run_ring(one).verified, one.shrunk(1'000'000));
    EXPECT_EQ(floor::run_ring(two).verified, two.shrunk(1'000'000));
  }
}

TEST(Floors, forkjoin_handles_what_60_receivers_are_sent) {
  EXPECT_EQ(floor::run_forkjoin(by_hand).verified, 60u * 50);
  EXPECT_EQ(floor::run_forkjoin(on_two_threads).verified, 60u * 50);
}

TEST(Floors, queue_has_a_figure_for_one_thread_and_for_one_two_and_four_producers) {
  const Outcome outcome = floor::run_queue({.executor = Executor::threads, .workers = 1, .shrink_by = 1000});

  const std::vector<std::string_view> expected{"one_thread", "one_thread_burst", "producers_1", "producers_2",
                                               "producers_4"};
  EXPECT_TRUE(std::ranges::equal(outcome.samples, expected, {}, &Sample::figure));
  EXPECT_GE(outcome.verified, 5u * 2'000);
}

TEST(Floors, bounded_has_a_ratio_for_each_pair_of_figures) {
  const Outcome outcome = run_bounded({.executor = Executor::threads, .workers = 1, .shrink_by = 1000});

  const std::vector<std::string_view> expected{"ratio_nodes", "ratio_nodes_burst", "ratio",
                                               "ratio_burst", "ratio_producers_1", "ratio_producers_2"};
  ASSERT_EQ(outcome.samples.size(), 3 * expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(outcome.samples[3 * i + 2].figure, expected[i]);
    EXPECT_DOUBLE_EQ(outcome.samples[3 * i + 2].value, outcome.samples[3 * i].value / outcome.samples[3 * i + 1].value);
  }
}

// KIND-7
TEST(Floors, kinds_does_the_seeds_pairs) {
  const Outcome outcome = run_kinds({.executor = Executor::manual, .workers = 1, .shrink_by = 1});

  const std::vector<std::string_view> expected{"unbounded", "priority"};
  EXPECT_TRUE(std::ranges::equal(outcome.samples, expected, {}, &Sample::figure));
  EXPECT_EQ(outcome.verified, 11'000u);
}

TEST(Floors, slice_tells_what_a_mailbox_adds_to_its_queue) {
  const Outcome outcome = run_slice(by_hand);

  const std::vector<std::string_view> expected{"queue", "slice", "slice_bounded", "over_queue"};
  EXPECT_TRUE(std::ranges::equal(outcome.samples, expected, {}, &Sample::figure));
  EXPECT_GE(outcome.verified, 3u * 4'000);
}

TEST(Floors, clock_counts_its_reads) { EXPECT_EQ(run_clock(by_hand).verified, 10'000u); }

}  // namespace
}  // namespace sluice::bench
