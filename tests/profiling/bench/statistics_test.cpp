// SPDX-License-Identifier: BSL-1.0
#include <sluice/profiling/bench/statistics.hpp>

#include <gtest/gtest.h>

namespace sluice::bench {
namespace {

TEST(BenchStatistics, the_median_of_an_odd_number_is_the_middle_one) {
  EXPECT_EQ(summarize({30, 10, 20}).median, 20);
  EXPECT_EQ(summarize({5, 1, 100, 3, 2}).median, 3);
}

TEST(BenchStatistics, the_median_of_an_even_number_is_the_mean_of_the_middle_two) {
  EXPECT_EQ(summarize({4, 1}).median, 2.5);
  EXPECT_EQ(summarize({100, 1, 3, 2}).median, 2.5);
}

TEST(BenchStatistics, one_run_is_its_own_median_min_and_max) {
  const Summary summary = summarize({7});

  EXPECT_EQ(summary.median, 7);
  EXPECT_EQ(summary.min, 7);
  EXPECT_EQ(summary.max, 7);
  EXPECT_EQ(summary.runs, 1u);
}

TEST(BenchStatistics, min_and_max_are_the_ends_whatever_the_order) {
  const Summary summary = summarize({3, 9, -1, 4});

  EXPECT_EQ(summary.min, -1);
  EXPECT_EQ(summary.max, 9);
  EXPECT_EQ(summary.runs, 4u);
}

TEST(BenchStatistics, a_percentile_is_the_least_value_that_so_many_do_not_exceed) {
  std::vector<double> hundred;
  for (int value = 100; value >= 1; --value) {
    hundred.push_back(value);
  }

  EXPECT_EQ(percentile(hundred, 50), 50);
  EXPECT_EQ(percentile(hundred, 99), 99);
  EXPECT_EQ(percentile(hundred, 100), 100);
  EXPECT_EQ(percentile(hundred, 0), 1);
}

TEST(BenchStatistics, a_percentile_of_few_values_is_one_of_them) {
  EXPECT_EQ(percentile({3, 1, 2}, 50), 2);
  EXPECT_EQ(percentile({3, 1, 2}, 99), 3);
  EXPECT_EQ(percentile({7}, 50), 7);
}

}  // namespace
}  // namespace sluice::bench
