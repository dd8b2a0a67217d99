// SPDX-License-Identifier: BSL-1.0
#include <sluice/profiling/bench/actors/actor_workloads.hpp>
#include <sluice/profiling/bench/actors/own_tally.hpp>
#include <sluice/profiling/bench/actors/scene.hpp>

#include <algorithm>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace sluice::bench {
namespace {

constexpr RunOptions by_hand{.executor = Executor::manual, .workers = 1, .shrink_by = 1000};
constexpr RunOptions on_two_threads{.executor = Executor::threads, .workers = 2, .shrink_by = 1000};

std::vector<std::string_view> figures_of(const Outcome& outcome) {
  std::vector<std::string_view> figures;
  std::ranges::transform(outcome.samples, std::back_inserter(figures), &Sample::figure);
  return figures;
}

TEST(BenchScene, an_actor_hears_what_it_is_told_before_the_scene_closes) {
  std::vector<std::int64_t> heard;
  Scene scene{by_hand};
  const auto listener = scene.system().spawn([&heard](std::int64_t value) { heard.push_back(value); });

  listener.tell(1);
  scene.drive();
  listener.tell(2);
  scene.close();

  const std::vector<std::int64_t> expected{1, 2};
  EXPECT_EQ(heard, expected);
}

TEST(BenchSceneDeathTest, a_message_that_nobody_handles_ends_the_program) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto lose_one = [] {
    Scene scene{by_hand};
    const auto listener = scene.system().spawn([](ActorContext<int>& context, int) { context.stop(); });
    listener.tell(1);
    scene.drive();
    listener.tell(2);
    scene.close();
  };

  EXPECT_DEATH(lose_one(), "count of dead letters is 1 instead of 0");
}

TEST(BenchOwnTally, is_written_once_by_the_last_that_had_it) {
  Tally result;
  {
    OwnTally first{result};
    first.add(2);
    OwnTally second{std::move(first)};
    second.add(3);
    EXPECT_EQ(result.count, 0u);
  }

  EXPECT_EQ(result.count, 2u);
  EXPECT_EQ(result.sum, 5u);
}

TEST(BenchActors, each_handles_the_messages_of_its_work) {
  for (const RunOptions& options : {by_hand, on_two_threads}) {
    EXPECT_EQ(run_actor_pingpong(options).verified, 2'000u);
    EXPECT_EQ(run_actor_fanin(options).verified, 4'000u);
    EXPECT_EQ(run_actor_ring(options).verified, 1'000u);
    EXPECT_EQ(run_actor_forkjoin(options).verified, 60u * 50);
    EXPECT_EQ(run_spawn(options).verified, 200u);
  }
}

TEST(BenchActors, idle_has_memory_and_time) {
  const Outcome outcome = run_idle(by_hand);

  const std::vector<std::string_view> expected{"memory", "spawn"};
  EXPECT_EQ(figures_of(outcome), expected);
  EXPECT_EQ(outcome.verified, 1'000u);
}

TEST(BenchActors, ask_waits_for_each_answer_and_for_a_thousand) {
  const Outcome outcome = run_ask({.executor = Executor::manual, .workers = 1, .shrink_by = 10});

  const std::vector<std::string_view> expected{"sequential", "outstanding_1000"};
  EXPECT_EQ(figures_of(outcome), expected);
  EXPECT_EQ(outcome.verified, 2u * 20'000);
}

}  // namespace
}  // namespace sluice::bench
