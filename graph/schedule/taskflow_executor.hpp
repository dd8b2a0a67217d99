// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <sluice/graph/schedule/hosted_executor.hpp>

namespace sluice::inline SLUICE_ABI::schedule {

/// Workers of a `tf::Executor` of our own: a Taskflow task carries a worker from idle to idle.
class TaskflowExecutor final : public HostedExecutor {
public:
  explicit TaskflowExecutor(const ExecutorSettings& settings = {});
  ~TaskflowExecutor() = default;
};

}  // namespace sluice::inline SLUICE_ABI::schedule
