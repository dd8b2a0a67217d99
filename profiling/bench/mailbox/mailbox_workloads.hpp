// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/profiling/bench/workload.hpp>

namespace sluice::bench {

/// The work of WORKLOADS.md with cells of the engine in place of actors: what a user's actor pays for messages and for
/// being scheduled, without the actor layer. Each checks count and sum of the messages it handled.

[[nodiscard]] Outcome run_pingpong(const RunOptions& options);
[[nodiscard]] Outcome run_fanin(const RunOptions& options);
[[nodiscard]] Outcome run_fanin_bounded(const RunOptions& options);
[[nodiscard]] Outcome run_ring(const RunOptions& options);
[[nodiscard]] Outcome run_forkjoin(const RunOptions& options);
[[nodiscard]] Outcome run_big(const RunOptions& options);
[[nodiscard]] Outcome run_fairness(const RunOptions& options);
[[nodiscard]] Outcome run_wake(const RunOptions& options);
[[nodiscard]] Outcome run_starvation(const RunOptions& options);
[[nodiscard]] Outcome run_idle_cpu(const RunOptions& options);

}  // namespace sluice::bench
