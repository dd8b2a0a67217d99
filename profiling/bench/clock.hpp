// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/profiling/bench/workload.hpp>

namespace sluice::bench {

/// What one read of `std::chrono::steady_clock` costs. It tells whether a message can afford to know the time.
[[nodiscard]] Outcome run_clock(const RunOptions& options);

}  // namespace sluice::bench
