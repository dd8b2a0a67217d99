// SPDX-License-Identifier: BSL-1.0
#pragma once

// See shared_taskflow.hpp: the user's TBB, with the user's settings.
#include <sluice/config.hpp>
#include <sluice/graph/schedule/hosted_executor.hpp>
#include <sluice/graph/schedule/tbb_host.hpp>
#include <sluice/graph/schedule/workers/worker.hpp>

namespace sluice::inline SLUICE_ABI::schedule {

/// Threads of a user's arena; each worker gives its thread back every 200 us and queues up again.
class SharedTbbHost final : public Host {
public:
  SharedTbbHost(tbb::task_arena& arena, std::uint32_t workers) : tokens_{arena, workers} {}

  void start(Worker& worker) noexcept override { tokens_.enqueue(worker.index(), worker); }
  [[nodiscard]] bool wants_thread(std::uint32_t) noexcept override { return true; }  // TBB does not tell who waits

  [[nodiscard]] bool owns_threads() const noexcept override { return false; }

private:
  TbbTokens tokens_;
};

/// Runs mailboxes on the threads of the arena `users`, next to the user's own tasks.
///
/// Neither starves the other: mailboxes give way every 200 us; a task that never returns costs its own thread only.
/// Lifetime: ends before `users`, and not on one of its threads.
class SharedTbbExecutor final : public HostedExecutor {
public:
  explicit SharedTbbExecutor(tbb::task_arena& users, const ExecutorSettings& settings = {})
      : SharedTbbExecutor{users, settings, count(users, settings)} {}
  ~SharedTbbExecutor() = default;

private:
  SharedTbbExecutor(tbb::task_arena& users, const ExecutorSettings& settings, std::uint32_t workers)
      : HostedExecutor{new SharedTbbHost{users, workers}, workers, settings} {}

  static std::uint32_t count(tbb::task_arena& users, const ExecutorSettings& settings) {
    users.initialize();
    return settings.workers == 0 ? static_cast<std::uint32_t>(users.max_concurrency()) : settings.workers;
  }
};

}  // namespace sluice::inline SLUICE_ABI::schedule
