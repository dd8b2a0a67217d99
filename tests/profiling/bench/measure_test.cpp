// SPDX-License-Identifier: BSL-1.0
#include <sluice/profiling/bench/measure.hpp>
#include <sluice/profiling/bench/verify.hpp>

#include <array>
#include <string>

#include <gtest/gtest.h>

namespace sluice::bench {
namespace {

// What the workloads below did, in order; a workload is a plain function, so it cannot carry this itself.
std::string trace;
double next_value = 0;

constexpr std::array one_worker{Support{Executor::manual, 1, 1}};

Outcome run_floor(const RunOptions&) {
  trace += "floor ";
  return {.verified = 1, .samples = {{.value = 2, .unit = "ns/message"}}};
}
constexpr Workload floor_x{.name = "floor_x", .sentence = "", .supports = one_worker, .run = run_floor};

Outcome run_counting(const RunOptions&) {
  trace += "x ";
  next_value += 10;
  return {.verified = 1, .samples = {{.value = next_value, .unit = "ns/message"}}};
}
constexpr Workload counting{
    .name = "x", .sentence = "", .supports = one_worker, .run = run_counting, .floor = {.workload = &floor_x}};

Outcome run_two_figures(const RunOptions&) { return {.verified = 1, .samples = {{1, "ms", "p50"}, {9, "ms", "p99"}}}; }
constexpr Workload two_figures{.name = "two", .sentence = "", .supports = one_worker, .run = run_two_figures};

Outcome run_mixed_figures(const RunOptions&) {
  return {.verified = 1, .samples = {{5, "ms", "p99"}, {6, "us", "p50"}, {7, "ms", "max"}}};
}
constexpr Workload mixed_figures{.name = "mixed",
                                 .sentence = "",
                                 .supports = one_worker,
                                 .run = run_mixed_figures,
                                 .floor = {.workload = &two_figures}};

Outcome run_unverified(const RunOptions&) { return {.verified = 0, .samples = {{1, "ms"}}}; }
constexpr Workload unverified{.name = "lazy", .sentence = "", .supports = one_worker, .run = run_unverified};

void show_nothing(std::string_view) {}

TEST(BenchMeasure, a_warm_up_comes_first_and_does_not_count) {
  next_value = 0;

  const std::vector<Report> reports = measure(counting, {}, 3, show_nothing);

  ASSERT_EQ(reports.size(), 1u);
  EXPECT_EQ(reports[0].summary.runs, 3u);
  EXPECT_EQ(reports[0].summary.min, 20);
  EXPECT_EQ(reports[0].summary.median, 30);
  EXPECT_EQ(reports[0].summary.max, 40);
  EXPECT_EQ(reports[0].floor, 2);
}

TEST(BenchMeasure, a_workload_that_needs_no_warm_up_begins_at_once) {
  trace.clear();
  Workload cold = counting;
  cold.warms_up = false;

  (void)measure(cold, {}, 2, [](std::string_view step) { trace.append("[").append(step).append("] "); });

  EXPECT_EQ(trace, "[run 1/2] floor x [run 2/2] floor x ");
}

TEST(BenchMeasure, the_floor_is_run_before_each_run_and_progress_told_before_both) {
  trace.clear();

  (void)measure(counting, {}, 2, [](std::string_view step) { trace.append("[").append(step).append("] "); });

  EXPECT_EQ(trace, "[warm-up] floor x [run 1/2] floor x [run 2/2] floor x ");
}

TEST(BenchMeasure, each_figure_has_a_report_of_its_own) {
  const std::vector<Report> reports = measure(two_figures, {}, 2, show_nothing);

  ASSERT_EQ(reports.size(), 2u);
  EXPECT_EQ(human_line(reports[0]), "two/p50 1 manual 1.00 ms (1.00..1.00, -)");
  EXPECT_EQ(human_line(reports[1]), "two/p99 1 manual 9.00 ms (9.00..9.00, -)");
}

TEST(BenchMeasure, a_figure_has_the_floor_of_the_same_name_and_unit) {
  const std::vector<Report> reports = measure(mixed_figures, {}, 1, show_nothing);

  ASSERT_EQ(reports.size(), 3u);
  EXPECT_EQ(reports[0].floor, 9);
  EXPECT_EQ(reports[1].floor, std::nullopt);
  EXPECT_EQ(reports[2].floor, std::nullopt);
}

TEST(BenchMeasureDeathTest, a_workload_that_verifies_nothing_ends_the_program) {
  EXPECT_DEATH((void)measure(unverified, {}, 1, show_nothing), "lazy has not verified its work");
}

TEST(BenchVerifyDeathTest, a_wrong_count_or_sum_ends_the_program_with_a_sentence) {
  EXPECT_DEATH((void)verify_tally("x", {.count = 2, .sum = 3}, {.count = 1, .sum = 3}),
               "sluice-bench: x: count of messages is 1 instead of 2");
  EXPECT_DEATH((void)verify_tally("x", {.count = 2, .sum = 3}, {.count = 2, .sum = 4}),
               "sluice-bench: x: sum of messages is 4 instead of 3");
  EXPECT_EQ(verify_tally("x", {.count = 2, .sum = 3}, {.count = 2, .sum = 3}), 2u);
}

}  // namespace
}  // namespace sluice::bench
