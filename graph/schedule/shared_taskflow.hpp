// SPDX-License-Identifier: BSL-1.0
#pragma once

// The only public headers that include Taskflow and TBB are the adapters for a user's own executor: this and
// shared_tbb.hpp. They are compiled with the user's settings of those libraries, ours are not concerned.
#include <sluice/config.hpp>
#include <sluice/graph/schedule/host.hpp>
#include <sluice/graph/schedule/hosted_executor.hpp>
#include <taskflow/taskflow.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI::schedule {

/// Threads of a user's `tf::Executor`. A task of its carries one worker from idle to idle; if the user has tasks too, for
/// 200 us, and then queues up again.
class SharedTaskflowHost final : public Host {
public:
  explicit SharedTaskflowHost(tf::Executor& executor) noexcept : executor_{executor} {}

  /// By the queue of those who come from outside, which is first in, first out. What a thread of Taskflow's submits goes
  /// on top of its own stack otherwise, and a worker that queued up there would always be next. So this thread says for
  /// a moment that it is none of Taskflow's; of Taskflow 3.9, that is the only way.
  void start(Worker& worker) noexcept override {
    tf::Worker* const thread = std::exchange(tf::pt::this_worker, nullptr);
    executor_.silent_async([&worker]() noexcept { run_worker(worker); });
    tf::pt::this_worker = thread;
  }

  /// Taskflow counts what it has been given and has not ended; whatever is not ours is the user's.
  [[nodiscard]] bool wants_thread(std::uint32_t ours) noexcept override { return executor_.num_topologies() > ours; }

  [[nodiscard]] bool owns_threads() const noexcept override { return false; }

private:
  tf::Executor& executor_;
};

/// Runs mailboxes on the workers of `users`, next to the user's own tasks.
///
/// Neither starves the other: mailboxes give way every 200 us; a task that never returns costs its own worker only.
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
