// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/profiling/bench/workload.hpp>

namespace sluice::bench {

/// The work of WORKLOADS.md with actors, through the API that users have. Each checks what its actors have handled.

[[nodiscard]] Outcome run_actor_pingpong(const RunOptions& options);
[[nodiscard]] Outcome run_actor_fanin(const RunOptions& options);
[[nodiscard]] Outcome run_actor_ring(const RunOptions& options);
[[nodiscard]] Outcome run_actor_forkjoin(const RunOptions& options);
[[nodiscard]] Outcome run_spawn(const RunOptions& options);
[[nodiscard]] Outcome run_idle(const RunOptions& options);
[[nodiscard]] Outcome run_telemetry(const RunOptions& options);
[[nodiscard]] Outcome run_ask(const RunOptions& options);
[[nodiscard]] Outcome run_events(const RunOptions& options);
[[nodiscard]] Outcome run_timers(const RunOptions& options);
/// The floor of the timers: the engine's wheel alone.
[[nodiscard]] Outcome run_wheel(const RunOptions& options);

}  // namespace sluice::bench
