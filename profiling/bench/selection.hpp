// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/profiling/bench/options.hpp>
#include <sluice/profiling/bench/workload.hpp>

#include <expected>
#include <span>
#include <string>

namespace sluice::bench {

/// The workload that `options` names, or a sentence that says there is none.
[[nodiscard]] std::expected<const Workload*, std::string> choose_workload(std::span<const Workload* const> table,
                                                                          const Options& options);

/// Executor, workers and size of a run of `workload`: what `options` asks for, and for what it leaves open the first
/// executor of the workload that fits and its fewest workers. Otherwise a sentence that names what is supported.
/// An executor counts as compiled in if any workload of `table` supports it.
[[nodiscard]] std::expected<RunOptions, std::string> choose_run(std::span<const Workload* const> table,
                                                                const Workload& workload, const Options& options);

/// How to run the floor of `workload`, which has one, beside a run with `options`: with as many workers as the
/// floor admits, on whatever it supports them.
[[nodiscard]] RunOptions choose_floor_run(const Workload& workload, const RunOptions& options);

/// What `workload` runs on, for people: `taskflow/threads with 1 to 2 workers, manual with 1 worker`.
[[nodiscard]] std::string supports_text(const Workload& workload);

}  // namespace sluice::bench
