// SPDX-License-Identifier: BSL-1.0
#include <sluice/profiling/bench/options.hpp>

#include <vector>

#include <gtest/gtest.h>

namespace sluice::bench {
namespace {

std::expected<Options, std::string> parse(std::vector<std::string_view> arguments) { return parse_options(arguments); }

std::string error_of(std::vector<std::string_view> arguments) {
  const auto options = parse(std::move(arguments));
  return options ? "no error" : options.error();
}

TEST(BenchOptions, a_workload_alone_leaves_everything_else_open) {
  const auto options = parse({"floor_ring"});

  ASSERT_TRUE(options.has_value()) << options.error();
  EXPECT_EQ(options->command, Command::run);
  EXPECT_EQ(options->workload, "floor_ring");
  EXPECT_EQ(options->workers, std::nullopt);
  EXPECT_EQ(options->executor, std::nullopt);
  EXPECT_EQ(options->runs, std::nullopt);
  EXPECT_FALSE(options->quick);
  EXPECT_FALSE(options->json);
}

TEST(BenchOptions, options_stand_before_and_after_the_workload) {
  const auto options = parse({"--json", "--workers", "2", "ring", "--executor", "tbb", "--runs", "7", "--quick"});

  ASSERT_TRUE(options.has_value()) << options.error();
  EXPECT_EQ(options->workload, "ring");
  EXPECT_EQ(options->workers, 2u);
  EXPECT_EQ(options->executor, Executor::tbb);
  EXPECT_EQ(options->runs, 7u);
  EXPECT_TRUE(options->quick);
  EXPECT_TRUE(options->json);
}

TEST(BenchOptions, every_executor_is_known_by_its_name) {
  for (const Executor executor : all_executors) {
    const auto options = parse({"ring", "--executor", name_of(executor)});

    ASSERT_TRUE(options.has_value()) << options.error();
    EXPECT_EQ(options->executor, executor);
  }
}

TEST(BenchOptions, list_and_help_are_commands) {
  EXPECT_EQ(parse({"list"})->command, Command::list);
  EXPECT_EQ(parse({"--help"})->command, Command::help);
  EXPECT_EQ(parse({"-h"})->command, Command::help);
  EXPECT_EQ(parse({"ring", "--help"})->command, Command::help);
  EXPECT_EQ(parse({"--help", "list"})->command, Command::help);
}

TEST(BenchOptions, no_workload_is_an_error) {
  EXPECT_EQ(error_of({}), "no workload given");
  EXPECT_EQ(error_of({"--json"}), "no workload given");
}

TEST(BenchOptions, an_unknown_option_is_an_error_that_names_it) {
  EXPECT_EQ(error_of({"ring", "--fast"}), "unknown option '--fast'");
  EXPECT_EQ(error_of({"ring", "--workers=2"}), "unknown option '--workers=2'");
}

TEST(BenchOptions, a_second_workload_is_an_error_that_names_it) {
  EXPECT_EQ(error_of({"ring", "fanin"}), "unexpected argument 'fanin'");
  EXPECT_EQ(error_of({"list", "fanin"}), "unexpected argument 'fanin'");
}

TEST(BenchOptions, a_number_is_whole_positive_and_not_absurd) {
  for (const std::string_view bad : {"0", "-1", "+2", "1.5", "two", "2x", "", "1025", "99999999999999999999"}) {
    const std::string expected = "--workers needs a whole number from 1 to 1024, not '" + std::string(bad) + "'";
    EXPECT_EQ(error_of({"ring", "--workers", bad}), expected);
  }
  EXPECT_EQ(error_of({"ring", "--runs", "0"}), "--runs needs a whole number from 1 to 1024, not '0'");
  EXPECT_EQ(parse({"ring", "--runs", "1024"})->runs, 1024u);
}

TEST(BenchOptions, a_missing_value_is_an_error) {
  EXPECT_EQ(error_of({"ring", "--workers"}), "'--workers' needs a number");
  EXPECT_EQ(error_of({"ring", "--runs"}), "'--runs' needs a number");
  EXPECT_EQ(error_of({"ring", "--executor"}), "'--executor' needs a name");
}

TEST(BenchOptions, an_unknown_executor_is_an_error_with_those_there_are) {
  EXPECT_EQ(error_of({"ring", "--executor", "openmp"}),
            "unknown executor 'openmp'; there are taskflow, tbb, threads, taskflow-shared, tbb-shared, naive, manual");
}

}  // namespace
}  // namespace sluice::bench
