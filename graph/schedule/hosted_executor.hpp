// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/executor.hpp>
#include <sluice/graph/schedule/shutdown_report.hpp>

namespace sluice::inline SLUICE_ABI::schedule {

class Host;
class Workforce;

/// How an executor is set up.
struct ExecutorSettings {
  std::uint32_t workers = 0;  ///< 0: as many as the machine has cores, or the host has threads
  Duration shutdown_timeout = std::chrono::seconds{5};  ///< what the destructor gives to what is queued
};

/// What an executor has done so far. Each figure is exact when nothing runs, and a good guess otherwise.
struct ExecutorCounters {
  std::uint64_t slices = 0;      ///< runnables run
  std::uint64_t hand_overs = 0;  ///< of these, by the slot: run next by the worker that submitted them
  std::uint64_t injected = 0;    ///< taken from the list of what other threads submitted
  std::uint64_t steals = 0;      ///< successful ones, each of one or more runnables
  std::uint64_t starts = 0;      ///< workers that were woken: on Taskflow and TBB, tasks that were submitted
  std::uint64_t turns = 0;       ///< busy workers that offered their thread to the host
};

/// Runs runnables on several threads: queues, stealing, fairness and sleeping are ours, the threads are the host's.
///
/// A runnable that is submitted by one that runs here goes next on the same worker, unless three in a row did: then
/// others are first. One that submits itself goes behind all others of its worker. What other threads submit is looked
/// at every 200 us or sooner, however busy the workers are.
///
/// Thread safety: `submit`, `workers` and `counters` from any thread; the rest from any that is not one of its workers.
/// Blocks: `submit` never.
/// Allocates: `submit` never; a host may, when it starts a worker that slept.
/// Lifetime: longer than whoever submits. What was submitted lives until it ran or was handed back.
class HostedExecutor : public engine::TimedExecutor {
public:
  HostedExecutor(const HostedExecutor&) = delete;
  HostedExecutor& operator=(const HostedExecutor&) = delete;

  /// Rejected once `shutdown` has been called, unless a runnable of this executor submits and its deadline is ahead.
  [[nodiscard]] engine::Submission submit(engine::Runnable& runnable) noexcept final;

  void drain() noexcept final;
  /// As `drain`, but not for longer than `timeout`; false if something was still queued or running then.
  [[nodiscard]] bool drain_for(Duration timeout) noexcept final;
  [[nodiscard]] std::uint64_t slices() const noexcept final { return counters().slices; }
  void visit_workers(engine::WorkerVisitor& visitor) noexcept final;

  /// Refuses new work, waits until what is queued has run, and returns at the latest a moment after `timeout`. What is
  /// queued then is handed back (`Runnable::hand_back`, on this thread or a worker's). A worker that does not come back
  /// from what it runs is named in the report; it keeps its thread and all that it may touch: that memory is leaked on
  /// purpose. The only worker of an executor also keeps what it would have run next, until it does come back.
  /// Later calls give the same report.
  const ShutdownReport& shutdown(Duration timeout) noexcept;

  [[nodiscard]] std::uint32_t workers() const noexcept;
  [[nodiscard]] ExecutorCounters counters() const noexcept;

protected:
  /// Takes `host` over, also if it throws; `workers` is at least 1.
  HostedExecutor(Host* host, std::uint32_t workers, const ExecutorSettings& settings);
  /// Shuts down, unless that was done, and says on the platform's console who did not end.
  ~HostedExecutor();

private:
  Workforce* workforce_ = nullptr;
  Duration shutdown_timeout_;
};

}  // namespace sluice::inline SLUICE_ABI::schedule
