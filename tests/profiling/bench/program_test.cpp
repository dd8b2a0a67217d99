// SPDX-License-Identifier: BSL-1.0
#include <sluice/profiling/bench/program.hpp>
#include <sluice/profiling/bench/workloads.hpp>

#include <array>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace sluice::bench {
namespace {

Outcome run_steady(const RunOptions& options) {
  return {.verified = 1, .samples = {{.value = 100.0 / static_cast<double>(options.shrink_by), .unit = "ns/message"}}};
}

constexpr std::array supports{Support{Executor::manual, 1, 1}, Support{Executor::threads, 2, 8}};
constexpr Workload steady{
    .name = "steady", .sentence = "does the same each time", .supports = supports, .run = run_steady};
constexpr Workload other{.name = "other_one", .sentence = "is there too", .supports = supports, .run = run_steady};
constexpr std::array<const Workload*, 2> table{&steady, &other};

constexpr std::string_view list =
    "steady     does the same each time [manual with 1 worker, threads with 2 to 8 workers]\n"
    "other_one  is there too [manual with 1 worker, threads with 2 to 8 workers]\n";

struct Ending {
  int code;
  std::string out;
  std::string err;
  std::string progress;
};

Ending run(std::vector<std::string_view> arguments) {
  std::ostringstream out;
  std::ostringstream err;
  std::string steps;
  const Console console{out, err, [&](std::string_view step) { steps.append(step).append("|"); }};
  const int code = run_program(table, arguments, console);
  return {code, out.str(), err.str(), steps};
}

TEST(BenchProgram, a_run_prints_one_line_and_shows_progress_elsewhere) {
  const Ending ending = run({"steady", "--workers", "2", "--runs", "3"});

  EXPECT_EQ(ending.code, 0);
  EXPECT_EQ(ending.out, "steady 2 threads 100.0 ns/message (100.0..100.0, -)\n");
  EXPECT_EQ(ending.err, "");
  EXPECT_EQ(ending.progress, "warm-up|run 1/3|run 2/3|run 3/3||");
}

TEST(BenchProgram, json_prints_one_object_per_line_and_five_runs_are_the_default) {
  const Ending ending = run({"steady", "--json"});

  EXPECT_EQ(ending.code, 0);
  EXPECT_EQ(ending.out,
            R"({"workload":"steady","workers":1,"executor":"manual","median":100.0,"min":100.0,"max":100.0,)"
            R"("unit":"ns/message","floor":null,"runs":5})"
            "\n");
}

TEST(BenchProgram, quick_is_a_fiftieth_of_the_work_and_two_runs_unless_told_otherwise) {
  EXPECT_EQ(run({"steady", "--quick"}).out, "steady 1 manual 2.00 ns/message (2.00..2.00, -)\n");
  EXPECT_EQ(run({"steady", "--quick"}).progress, "warm-up|run 1/2|run 2/2||");
  EXPECT_EQ(run({"steady", "--quick", "--runs", "1"}).progress, "warm-up|run 1/1||");
}

TEST(BenchProgram, list_names_every_workload_with_its_sentence_and_what_it_runs_on) {
  const Ending ending = run({"list"});

  EXPECT_EQ(ending.code, 0);
  EXPECT_EQ(ending.out, list);
  EXPECT_EQ(ending.err, "");
}

TEST(BenchProgram, help_goes_to_the_output) {
  const Ending ending = run({"--help"});

  EXPECT_EQ(ending.code, 0);
  EXPECT_EQ(ending.out, help_text());
  EXPECT_TRUE(ending.out.starts_with("usage: sluice-bench <workload> [--workers N] [--executor NAME]"));
  for (const Executor executor : all_executors) {
    EXPECT_NE(ending.out.find(name_of(executor)), std::string::npos) << name_of(executor);
  }
  EXPECT_EQ(ending.err, "");
}

TEST(BenchProgram, an_error_goes_to_stderr_with_the_list_and_exit_code_2) {
  const std::vector<std::vector<std::string_view>> mistakes{
      {},
      {"stead"},
      {"steady", "--fast"},
      {"steady", "--workers", "9"},
      {"steady", "--executor", "tbb"},
      {"steady", "--runs", "many"},
      {"steady", "other_one"},
  };
  for (const auto& arguments : mistakes) {
    const Ending ending = run(arguments);

    EXPECT_EQ(ending.code, 2);
    EXPECT_EQ(ending.out, "");
    EXPECT_EQ(ending.progress, "");
    EXPECT_TRUE(ending.err.starts_with("sluice-bench: ")) << ending.err;
    EXPECT_TRUE(ending.err.ends_with("\nworkloads:\n" + std::string(list))) << ending.err;
  }
}

TEST(BenchOptions, an_unknown_workload_is_an_error_with_the_list) {
  EXPECT_TRUE(run({"stead"}).err.starts_with("sluice-bench: unknown workload 'stead'\n\nusage: "));
}

}  // namespace
}  // namespace sluice::bench
