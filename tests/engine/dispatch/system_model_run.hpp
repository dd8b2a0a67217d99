// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include "system_model_parts.hpp"

namespace sluice::engine::system_model {

/// What came of a seed.
struct Verdict {
  std::uint32_t step = 0;         ///< the first that failed; behind the last one is the draining
  const char* failure = nullptr;  ///< null if all was as it should be
  Counts counts;
};

/// Runs the system of `seed`. A broken promise of the engine's own, which ends the program, is told with seed and step.
[[nodiscard]] Verdict run_seed(std::uint32_t seed, std::uint32_t steps) noexcept;

}  // namespace sluice::engine::system_model
