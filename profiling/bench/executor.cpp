// SPDX-License-Identifier: BSL-1.0
#include <sluice/profiling/bench/executor.hpp>

namespace sluice::bench {

std::string_view name_of(Executor executor) noexcept {
  switch (executor) {
    case Executor::taskflow: return "taskflow";
    case Executor::tbb: return "tbb";
    case Executor::threads: return "threads";
    case Executor::taskflow_shared: return "taskflow-shared";
    case Executor::tbb_shared: return "tbb-shared";
    case Executor::naive: return "naive";
    case Executor::manual: return "manual";
  }
  return "unknown";
}

std::optional<Executor> executor_named(std::string_view name) noexcept {
  for (const Executor executor : all_executors) {
    if (name_of(executor) == name) {
      return executor;
    }
  }
  return std::nullopt;
}

std::string executor_names(std::string_view separator) {
  std::string names;
  for (const Executor executor : all_executors) {
    names.append(names.empty() ? "" : separator).append(name_of(executor));
  }
  return names;
}

}  // namespace sluice::bench
