// SPDX-License-Identifier: BSL-1.0
#include <sluice/profiling/bench/mailbox/mailbox_workloads.hpp>
#include <sluice/profiling/bench/mailbox/stage.hpp>
#include <sluice/profiling/bench/mailbox/tell.hpp>

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

namespace sluice::bench {
namespace {

constexpr RunOptions by_hand{.executor = Executor::manual, .workers = 1, .shrink_by = 1000};

RunOptions naive(std::uint32_t workers, std::uint64_t shrink_by) {
  return {.executor = Executor::naive, .workers = workers, .shrink_by = shrink_by};
}

std::vector<std::string_view> figures_of(const Outcome& outcome) {
  std::vector<std::string_view> figures;
  std::ranges::transform(outcome.samples, std::back_inserter(figures), &Sample::figure);
  return figures;
}

class Listener final : public Role {
public:
  std::vector<std::int64_t> heard;

private:
  void handle(engine::Envelope& envelope) noexcept override { heard.push_back(message_in<std::int64_t>(envelope)); }
};

TEST(BenchStage, a_role_hears_what_it_is_told_until_the_stage_closes) {
  Listener listener;
  Stage stage{by_hand};
  stage.open(listener);

  tell(listener.self(), std::int64_t{1});
  stage.drive();
  tell(listener.self(), std::int64_t{2});
  stage.close();
  tell(listener.self(), std::int64_t{3});

  EXPECT_EQ(listener.heard, std::vector<std::int64_t>{1});
}

TEST(BenchStage, a_cell_serves_one_stage_after_the_other) {
  Listener first;
  Listener second;
  {
    Stage stage{by_hand};
    stage.open(first);
  }
  Stage stage{by_hand};
  stage.open(second);

  tell(first.self(), std::int64_t{1});
  tell(second.self(), std::int64_t{2});
  stage.drive();

  EXPECT_TRUE(first.heard.empty());
  EXPECT_EQ(second.heard, std::vector<std::int64_t>{2});
}

TEST(BenchMailboxes, each_handles_the_messages_of_its_work) {
  EXPECT_EQ(run_pingpong(by_hand).verified, 2'000u);
  EXPECT_EQ(run_fanin(by_hand).verified, 4'000u);
  EXPECT_EQ(run_fanin_bounded(by_hand).verified, 4'000u);
  EXPECT_EQ(run_ring(by_hand).verified, 1'000u);
  EXPECT_EQ(run_forkjoin(by_hand).verified, 60u * 50);
  EXPECT_EQ(run_big(by_hand).verified, 512u * 2 * 2);
}

TEST(BenchMailboxes, producers_wait_for_a_consumer_that_is_full) {
  const RunOptions more_than_it_holds{.executor = Executor::manual, .workers = 1, .shrink_by = 100};

  EXPECT_EQ(run_fanin_bounded(more_than_it_holds).verified, 40'000u);
}

TEST(BenchMailboxes, fairness_tells_how_many_pings_were_answered) {
  const Outcome outcome = run_fairness(naive(2, 10'000));

  const std::vector<std::string_view> expected{"p50", "p99", "max", "answered"};
  EXPECT_EQ(figures_of(outcome), expected);
  EXPECT_LE(outcome.samples[3].value, 1);
}

TEST(BenchMailboxes, wake_has_two_percentiles) {
  const Outcome outcome = run_wake(naive(1, 100));

  const std::vector<std::string_view> expected{"p50", "p99"};
  EXPECT_EQ(figures_of(outcome), expected);
  EXPECT_EQ(outcome.verified, 2u);
}

TEST(BenchMailboxes, idle_cpu_has_time_and_switches) {
  const Outcome outcome = run_idle_cpu(naive(1, 10'000));

  const std::vector<std::string_view> expected{"cpu", "switches"};
  EXPECT_EQ(figures_of(outcome), expected);
  EXPECT_EQ(outcome.verified, 1'000u);
}

}  // namespace
}  // namespace sluice::bench
