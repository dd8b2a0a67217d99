// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <sluice/graph/schedule/hosted_executor.hpp>

namespace sluice::inline SLUICE_ABI::schedule {

/// Threads of our own: one for each worker, asleep while there is nothing to do.
class ThreadExecutor final : public HostedExecutor {
public:
  explicit ThreadExecutor(const ExecutorSettings& settings = {});
  ~ThreadExecutor() = default;
};

}  // namespace sluice::inline SLUICE_ABI::schedule
