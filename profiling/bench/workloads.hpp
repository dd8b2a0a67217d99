// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/profiling/bench/workload.hpp>

#include <span>

namespace sluice::bench {

/// Every workload of this program, in the order of `sluice-bench list`.
[[nodiscard]] std::span<const Workload* const> all_workloads() noexcept;

}  // namespace sluice::bench
