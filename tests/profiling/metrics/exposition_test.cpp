// SPDX-License-Identifier: BSL-1.0
// The text format, version 0.0.4, and that its reader in this suite takes nothing else.
#include <sluice/profiling/metrics/exposition.hpp>
#include <sluice_test/test.hpp>

#include "text_format.hpp"

namespace sluice {
namespace {

using prometheus::Exposition;
using prometheus::in_seconds;
using prometheus_test::TextFormat;

TEST(Exposition, writes_seconds_exactly_and_shortly) {
  EXPECT_EQ(in_seconds(Duration{0}), "0");
  EXPECT_EQ(in_seconds(Duration{1024}), "0.000001024");
  EXPECT_EQ(in_seconds(Duration{1'500'000'000}), "1.5");
  EXPECT_EQ(in_seconds(Duration{60'000'000'001}), "60.000000001");
}

TEST(Exposition, escapes_what_a_label_may_not_have) {
  const std::string odd = "a \"quoted\\name\"\nof two lines";
  std::string text;
  Exposition to{text};
  to.family("sluice_things_total", "counter", "Things.");

  to.value({{"kind", odd}}, std::uint64_t{3});

  EXPECT_EQ(text,
            "# HELP sluice_things_total Things.\n# TYPE sluice_things_total counter\n"
            "sluice_things_total{kind=\"a \\\"quoted\\\\name\\\"\\nof two lines\"} 3\n");
  const TextFormat read{text};
  EXPECT_EQ(read.error, "");
  EXPECT_EQ(read.value("sluice_things_total", "kind", odd), 3.0);
}

TEST(Exposition, adds_the_buckets_of_a_histogram_up) {
  HistogramSnapshot histogram;
  histogram.in[0] = 2;
  histogram.in[3] = 5;
  histogram.in.back() = 1;
  histogram.sum = std::chrono::seconds{90};
  std::string text;
  Exposition to{text};
  to.family("sluice_wait_seconds", "histogram", "Waits.");

  to.histogram({{"kind", "A"}}, histogram);
  to.histogram({{"kind", "B"}}, {});

  const TextFormat read{text};
  EXPECT_EQ(read.error, "");
  EXPECT_EQ(read.value("sluice_wait_seconds_bucket", "le", "0.000001024"), 2.0);
  EXPECT_EQ(read.value("sluice_wait_seconds_bucket", "le", "0.000008192"), 7.0);
  EXPECT_EQ(read.value("sluice_wait_seconds_bucket", "le", "+Inf"), 8.0);
  EXPECT_EQ(read.value("sluice_wait_seconds_count", "kind", "A"), 8.0);
  EXPECT_EQ(read.value("sluice_wait_seconds_sum", "kind", "A"), 90.0);
  EXPECT_EQ(read.value("sluice_wait_seconds_count", "kind", "B"), 0.0);
}

TEST(TextFormatOfThisSuite, takes_nothing_that_is_wrong) {
  const std::string help = "# HELP a_total A.\n# TYPE a_total counter\n";

  EXPECT_EQ(TextFormat{help + "a_total 1\n"}.error, "");
  EXPECT_NE(TextFormat{help + "a_total 1"}.error, "");
  EXPECT_NE(TextFormat{help + "a_total 1\na_total 2\n"}.error, "");
  EXPECT_NE(TextFormat{help + "b_total 1\n"}.error, "");
  EXPECT_NE(TextFormat{help + "a_total{x=\"\\y\"} 1\n"}.error, "");
  EXPECT_NE(TextFormat{help + "a_total{x=\"y\" 1\n"}.error, "");
  EXPECT_NE(TextFormat{help + "a_total one\n"}.error, "");
  EXPECT_NE(TextFormat{help + help}.error, "");
  EXPECT_NE(TextFormat{"# TYPE a_total counter\na_total 1\n"}.error, "");
  EXPECT_NE(TextFormat{"# HELP a A.\n# TYPE a counter\na 1\n"}.error, "");
}

}  // namespace
}  // namespace sluice
