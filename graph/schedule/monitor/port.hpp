// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <sluice/engine/dispatch/executor_event.hpp>
#include <sluice/graph/schedule/workers/worker.hpp>

namespace sluice::inline SLUICE_ABI::schedule {

/// What a monitor asks of the world: threads for spare workers, what a thread is at, and where to tell.
///
/// Thread safety: called by the monitor only.
class MonitorPort {
public:
  /// Has a thread ready for `spare`, which its host then starts; false if there is none to be had.
  [[nodiscard]] virtual bool hire(Worker& spare) noexcept = 0;
  /// Ends that thread. It runs nothing any more.
  virtual void let_go(Worker& spare) noexcept = 0;
  /// Whether the thread that has `worker` computes, or would if it had a core; it does not if it waits for something.
  [[nodiscard]] virtual bool is_computing(const Worker& worker) noexcept = 0;
  virtual void publish(const engine::ExecutorEvent& event) noexcept = 0;

protected:
  ~MonitorPort() = default;
};

}  // namespace sluice::inline SLUICE_ABI::schedule
