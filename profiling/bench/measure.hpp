// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/profiling/bench/report.hpp>
#include <sluice/profiling/bench/workload.hpp>

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace sluice::bench {

/// Told what begins now: `warm-up`, then `run 1/5`, `run 2/5` ...
using Progress = std::function<void(std::string_view step)>;

/// Runs `workload` once uncounted, if it is to be warmed up, and then `runs` times, and returns one report per figure.
///
/// Order: each run of the workload follows one of its floor, so that a machine that slows down slows both.
[[nodiscard]] std::vector<Report> measure(const Workload& workload, const RunOptions& options, std::uint32_t runs,
                                          const Progress& progress);

}  // namespace sluice::bench
