// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <sluice/graph/schedule/hosted_executor.hpp>
#include <sluice/graph/schedule/tbb_host.hpp>
#include <tbb/task_arena.h>

namespace sluice::inline SLUICE_ABI::schedule {

/// Runs mailboxes on the threads of the arena `users`, next to the user's own tasks.
///
/// Neither starves the other: a worker gives its thread back every 200 us and queues up again; a task that never returns
/// costs its own thread only.
/// Lifetime: ends before `users`, and not on one of its threads.
class SharedTbbExecutor final : public HostedExecutor {
public:
  explicit SharedTbbExecutor(tbb::task_arena& users, const ExecutorSettings& settings = {});
  ~SharedTbbExecutor() = default;
};

}  // namespace sluice::inline SLUICE_ABI::schedule
