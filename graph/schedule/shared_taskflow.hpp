// SPDX-License-Identifier: BSL-1.0
#pragma once

// The only public headers that include Taskflow and TBB are the adapters for a user's own executor: this and
// shared_tbb.hpp. They are compiled with the user's settings of those libraries, ours are not concerned.
#include <sluice/config.hpp>
#include <sluice/engine/assert.hpp>
#include <sluice/graph/schedule/host.hpp>
#include <sluice/graph/schedule/hosted_executor.hpp>
#include <taskflow/taskflow.hpp>

namespace sluice::inline SLUICE_ABI::schedule {

/// Threads of a user's `tf::Executor`. A task of its carries one worker from idle to idle, and lets the user's tasks run
/// in between every 200 us.
class SharedTaskflowHost final : public Host {
public:
  explicit SharedTaskflowHost(tf::Executor& executor) noexcept : executor_{executor} {}

  void start(Worker& worker) noexcept override {
    executor_.silent_async([&worker]() noexcept { run_worker(worker); });
  }

  /// Taskflow counts what it has been given and has not ended; whatever is not ours is the user's.
  [[nodiscard]] Turn next_turn(std::uint32_t ours) noexcept override {
    return executor_.num_topologies() > ours ? Turn::here : Turn::none;
  }

  /// Each look at the predicate is one attempt to find a task; a task that was found runs here, nested.
  void run_others() noexcept override {
    std::size_t probes = probes_per_worker * executor_.num_workers();
    executor_.corun_until([&probes]() noexcept { return probes-- == 0; });
  }

private:
  static constexpr std::size_t probes_per_worker = 4;

  tf::Executor& executor_;
};

/// Runs mailboxes on the workers of `users`, next to the user's own tasks.
///
/// Neither starves the other: mailboxes let tasks run every 200 us; a task that never returns costs its own worker only.
/// Lifetime: ends before `users`, and not on one of its threads. `users.wait_for_all()` waits for busy mailboxes too.
class SharedTaskflowExecutor final : public HostedExecutor {
public:
  explicit SharedTaskflowExecutor(tf::Executor& users, const ExecutorSettings& settings = {})
      : HostedExecutor{new SharedTaskflowHost{users},
                       settings.workers == 0 ? static_cast<std::uint32_t>(users.num_workers()) : settings.workers,
                       settings} {}
  ~SharedTaskflowExecutor() = default;
};

}  // namespace sluice::inline SLUICE_ABI::schedule
