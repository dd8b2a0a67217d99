// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/profiling/bench/workload.hpp>

namespace sluice::bench {

/// The engine's parts for themselves, each beside something that does the same work.

[[nodiscard]] Outcome run_engine_queue(const RunOptions& options);
[[nodiscard]] Outcome run_bounded(const RunOptions& options);
[[nodiscard]] Outcome run_kinds(const RunOptions& options);
[[nodiscard]] Outcome run_slice(const RunOptions& options);

}  // namespace sluice::bench
