// SPDX-License-Identifier: BSL-1.0
#include <sluice/profiling/bench/report.hpp>

#include <limits>

#include <gtest/gtest.h>

namespace sluice::bench {
namespace {

Report pingpong() {
  return {.workload = "pingpong",
          .figure = "",
          .workers = 2,
          .executor = Executor::taskflow,
          .summary = {.median = 23.1, .min = 21.0, .max = 30.2, .runs = 5},
          .unit = "ns/message",
          .floor = 11.2};
}

TEST(BenchReport, the_human_line_is_that_of_the_workloads_document) {
  EXPECT_EQ(human_line(pingpong()), "pingpong 2 taskflow 23.1 ns/message (21.0..30.2, 11.2)");
}

TEST(BenchReport, the_json_line_is_that_of_the_workloads_document) {
  EXPECT_EQ(json_line(pingpong()),
            R"({"workload":"pingpong","workers":2,"executor":"taskflow","median":23.1,"min":21.0,"max":30.2,)"
            R"("unit":"ns/message","floor":11.2,"runs":5})");
}

TEST(BenchReport, a_named_figure_follows_its_workload) {
  Report report = pingpong();
  report.workload = "fairness";
  report.figure = "p99";

  EXPECT_EQ(human_line(report), "fairness/p99 2 taskflow 23.1 ns/message (21.0..30.2, 11.2)");
  EXPECT_EQ(json_line(report),
            R"({"workload":"fairness","figure":"p99","workers":2,"executor":"taskflow","median":23.1,"min":21.0,)"
            R"("max":30.2,"unit":"ns/message","floor":11.2,"runs":5})");
}

TEST(BenchReport, a_missing_floor_is_a_dash_or_null) {
  Report report = pingpong();
  report.floor = std::nullopt;

  EXPECT_EQ(human_line(report), "pingpong 2 taskflow 23.1 ns/message (21.0..30.2, -)");
  EXPECT_EQ(json_line(report),
            R"({"workload":"pingpong","workers":2,"executor":"taskflow","median":23.1,"min":21.0,"max":30.2,)"
            R"("unit":"ns/message","floor":null,"runs":5})");
}

TEST(BenchReport, what_is_no_number_is_null_in_json) {
  Report report = pingpong();
  report.summary.max = std::numeric_limits<double>::infinity();
  report.floor = std::numeric_limits<double>::quiet_NaN();

  EXPECT_EQ(json_line(report),
            R"({"workload":"pingpong","workers":2,"executor":"taskflow","median":23.1,"min":21.0,"max":null,)"
            R"("unit":"ns/message","floor":null,"runs":5})");
}

TEST(BenchReport, strings_are_escaped_for_json) {
  EXPECT_EQ(json_string("plain"), R"("plain")");
  EXPECT_EQ(json_string(R"(a "b" \c)"), R"("a \"b\" \\c")");
  EXPECT_EQ(json_string("tab\tend\n\x01\x1f"), R"("tab\u0009end\u000a\u0001\u001f")");
  EXPECT_EQ(json_string("\xc2\xb5s"), "\"\xc2\xb5s\"");
  EXPECT_EQ(json_string(""), R"("")");
}

TEST(BenchReport, a_number_keeps_three_digits_that_count_and_one_after_the_point) {
  EXPECT_EQ(number_text(1234.56), "1234.6");
  EXPECT_EQ(number_text(21), "21.0");
  EXPECT_EQ(number_text(1.056), "1.06");
  EXPECT_EQ(number_text(0.0456), "0.0456");
  EXPECT_EQ(number_text(0.00123), "0.00123");
  EXPECT_EQ(number_text(0.000000123), "0.000000");
  EXPECT_EQ(number_text(0), "0.000");
  EXPECT_EQ(number_text(-12.34), "-12.3");
  EXPECT_EQ(number_text(std::numeric_limits<double>::max()).size(), 311u);
}

}  // namespace
}  // namespace sluice::bench
