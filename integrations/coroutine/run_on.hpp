// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <sluice/engine/executor.hpp>
#include <sluice/integrations/coroutine/task.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI {

/// A task that runs, as seen by who started it. It need not be kept: without it the task runs all the same.
///
/// Thread safety: one thread at a time.
class RunningTask {
public:
  explicit RunningTask(coroutine::ScheduledRoot& root) noexcept : root_{&root} {}
  RunningTask(RunningTask&& other) noexcept : root_{std::exchange(other.root_, nullptr)} {}
  RunningTask& operator=(RunningTask&& other) noexcept {
    std::swap(root_, other.root_);
    return *this;
  }
  ~RunningTask() {
    if (root_ != nullptr) {
      root_->drop();
    }
  }

  /// Once true, what the task did can be looked at.
  [[nodiscard]] bool is_done() const noexcept { return root_->is_done(); }

  /// Ends the task where it is suspended, and with it what it waits for: at once, or, if it runs now or is about to,
  /// when it has its next turn. Not from within a wake.
  void stop() && noexcept {
    root_->stop();
    std::exchange(root_, nullptr)->drop();
  }

private:
  coroutine::ScheduledRoot* root_;
};

/// Has `executor`, which must outlive the task, run it. An exception that leaves the task ends the program.
///
/// Thread safety: any thread.
/// Allocates: never; what is scheduled is inside the task's frame.
RunningTask run_on(engine::Executor& executor, Task<void> task) noexcept;

}  // namespace sluice::inline SLUICE_ABI
