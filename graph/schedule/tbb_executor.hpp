// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <sluice/graph/schedule/hosted_executor.hpp>

namespace sluice::inline SLUICE_ABI::schedule {

/// Workers of a `tbb::task_arena` of our own: a TBB task carries a worker from idle to idle.
class TbbExecutor final : public HostedExecutor {
public:
  explicit TbbExecutor(const ExecutorSettings& settings = {});
  ~TbbExecutor() = default;
};

}  // namespace sluice::inline SLUICE_ABI::schedule
