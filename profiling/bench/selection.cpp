// SPDX-License-Identifier: BSL-1.0
#include <sluice/profiling/bench/selection.hpp>

#include <sluice/profiling/bench/verify.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace sluice::bench {

namespace {

constexpr std::uint64_t quick_shrinks_by = 50;

bool supports(const Workload& workload, Executor executor) {
  return std::ranges::any_of(workload.supports, [=](const Support& support) { return support.executor == executor; });
}

bool is_compiled_in(std::span<const Workload* const> table, Executor executor) {
  return std::ranges::any_of(table, [=](const Workload* workload) { return supports(*workload, executor); });
}

std::string workers_text(std::uint32_t fewest, std::uint32_t most) {
  std::string text = std::to_string(fewest);
  if (most > fewest) {
    text += " to " + std::to_string(most);
  }
  return text + (most == 1 ? " worker" : " workers");
}

bool has_same_workers(const Support& one, const Support& other) {
  return one.fewest_workers == other.fewest_workers && one.most_workers == other.most_workers;
}

std::string refusal(std::span<const Workload* const> table, const Workload& workload, const Options& options) {
  std::string text(workload.name);
  if (options.executor && !is_compiled_in(table, *options.executor)) {
    text.append(" cannot run on ").append(name_of(*options.executor)).append(", which is not compiled in");
  } else {
    text.append(" does not run");
    if (options.executor) {
      text.append(" on ").append(name_of(*options.executor));
    }
    if (options.workers) {
      text.append(" with ").append(workers_text(*options.workers, *options.workers));
    }
  }
  return text.append("; it supports ").append(supports_text(workload));
}

}  // namespace

std::expected<const Workload*, std::string> choose_workload(std::span<const Workload* const> table,
                                                            const Options& options) {
  for (const Workload* const workload : table) {
    if (workload->name == options.workload) {
      return workload;
    }
  }
  return std::unexpected(std::string("unknown workload '").append(options.workload).append("'"));
}

std::expected<RunOptions, std::string> choose_run(std::span<const Workload* const> table, const Workload& workload,
                                                  const Options& options) {
  for (const Support& support : workload.supports) {
    if (options.executor && *options.executor != support.executor) {
      continue;
    }
    if (options.workers && !support.accepts(*options.workers)) {
      continue;
    }
    return RunOptions{.executor = support.executor,
                      .workers = options.workers.value_or(support.fewest_workers),
                      .shrink_by = options.quick ? quick_shrinks_by : 1};
  }
  return std::unexpected(refusal(table, workload, options));
}

RunOptions choose_floor_run(const Workload& workload, const RunOptions& options) {
  const std::uint32_t workers = std::min(options.workers, workload.floor.most_workers);
  for (const Support& support : workload.floor.workload->supports) {
    if (!support.accepts(workers)) {
      continue;
    }
    return {.executor = support.executor, .workers = workers, .shrink_by = options.shrink_by};
  }
  fail(std::string(workload.name) + ": its floor does not run with " + workers_text(workers, workers));
}

std::string supports_text(const Workload& workload) {
  std::string text;
  for (std::size_t i = 0; i < workload.supports.size(); ++i) {
    const Support& support = workload.supports[i];
    text.append(name_of(support.executor));
    const bool is_last = i + 1 == workload.supports.size();
    if (!is_last && has_same_workers(support, workload.supports[i + 1])) {
      text += '/';
      continue;
    }
    text.append(" with ").append(workers_text(support.fewest_workers, support.most_workers));
    text.append(is_last ? "" : ", ");
  }
  return text;
}

}  // namespace sluice::bench
