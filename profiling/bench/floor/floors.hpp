// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/profiling/bench/workload.hpp>

namespace sluice::bench::floor {

/// The work of WORKLOADS.md with nothing but queues, pools and, on threads, a doorbell: what no runtime can beat.
/// Each checks the count and the sum of the messages it handled.

[[nodiscard]] Outcome run_queue(const RunOptions& options);
[[nodiscard]] Outcome run_pingpong(const RunOptions& options);
[[nodiscard]] Outcome run_fanin(const RunOptions& options);
[[nodiscard]] Outcome run_ring(const RunOptions& options);
[[nodiscard]] Outcome run_forkjoin(const RunOptions& options);

}  // namespace sluice::bench::floor
