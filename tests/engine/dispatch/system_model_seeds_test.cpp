// SPDX-License-Identifier: BSL-1.0
// To replay one seed: SLUICE_SEED=<seed> system_model_seeds_tests
#include <cstdlib>
#include <iterator>
#include <sluice_test/test.hpp>
#include <string>

#include "system_model_run.hpp"

namespace sluice::engine {
namespace {

constexpr std::uint32_t seeds = 1'000;
constexpr std::uint32_t steps = 1'000;

using system_model::Counts;
using system_model::Verdict;

void add(Counts& sum, const Counts& counts) {
  sum.handled += counts.handled;
  sum.rejected += counts.rejected;
  sum.hints += counts.hints;
  sum.timeouts += counts.timeouts;
  sum.waits += counts.waits;
  sum.renewed += counts.renewed;
  for (std::size_t reason = 0; reason < std::size(sum.dead); ++reason) {
    sum.dead[reason] += counts.dead[reason];
  }
}

/// Everything the model is there for has happened often.
void expect_rich(const Counts& sum) {
  EXPECT_GT(sum.handled, 100'000u);
  EXPECT_GT(sum.rejected, 10'000u);
  EXPECT_GT(sum.hints, 1'000u);
  EXPECT_GT(sum.timeouts, 1'000u);
  EXPECT_GT(sum.waits, 5'000u);
  EXPECT_GT(sum.renewed, 1'000u);
  for (std::size_t reason = 0; reason < std::size(sum.dead); ++reason) {
    if (static_cast<DeadLetterReason>(reason) != DeadLetterReason::replaced) {  // no mailbox here has two lives
      EXPECT_GT(sum.dead[reason], 1'000u) << describe(static_cast<DeadLetterReason>(reason));
    }
  }
}

// R5.4, R5.6
TEST(SystemModel, agrees_with_an_oracle_over_a_thousand_seeds) {
  const char* const only = std::getenv("SLUICE_SEED");
  const std::uint32_t first = only == nullptr ? 0 : static_cast<std::uint32_t>(std::stoul(only));
  const std::uint32_t end = only == nullptr ? seeds : first + 1;
  Counts sum;

  for (std::uint32_t seed = first; seed < end; ++seed) {
    const Verdict verdict = system_model::run_seed(seed, steps);
    ASSERT_EQ(verdict.failure, nullptr) << verdict.failure << "\nin step " << verdict.step
                                        << "\nreplay: SLUICE_SEED=" << seed << " system_model_seeds_tests";
    add(sum, verdict.counts);
  }

  if (only == nullptr) {
    expect_rich(sum);
  }
}

}  // namespace
}  // namespace sluice::engine
