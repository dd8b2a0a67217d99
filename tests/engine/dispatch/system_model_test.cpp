// SPDX-License-Identifier: BSL-1.0
#include <sluice_test/test.hpp>

#include "system_model_run.hpp"

namespace sluice::engine {
namespace {

TEST(SystemModel, agrees_with_an_oracle_over_some_seeds) {
  constexpr std::uint32_t seeds = 40;
  constexpr std::uint32_t steps = 250;

  for (std::uint32_t seed = 0; seed < seeds; ++seed) {
    const system_model::Verdict verdict = system_model::run_seed(seed, steps);

    ASSERT_EQ(verdict.failure, nullptr) << "seed " << seed << ", step " << verdict.step << ": " << verdict.failure;
  }
}

}  // namespace
}  // namespace sluice::engine
