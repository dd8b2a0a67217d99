// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/clock.hpp>
#include <sluice/graph/schedule/host.hpp>
#include <sluice/graph/schedule/monitor/event_outlet.hpp>
#include <sluice/graph/schedule/monitor/monitor.hpp>
#include <sluice/graph/schedule/monitor/settings.hpp>
#include <sluice/graph/schedule/monitor/spare_threads.hpp>
#include <sluice/graph/schedule/shutdown_report.hpp>
#include <sluice/graph/schedule/workers/scheduler.hpp>
#include <vector>

namespace sluice::inline SLUICE_ABI::schedule {

/// All that an executor's threads may touch: the host, the workers and what they share. It is one object of its own,
/// because it outlives its executor if a thread does not come back.
///
/// Thread safety: as said in `HostedExecutor`.
class Workforce final : private IdleListener {
public:
  Workforce(std::unique_ptr<Host> host, std::uint32_t workers, const MonitorSettings& monitor);

  [[nodiscard]] Scheduler& scheduler() noexcept { return scheduler_; }
  [[nodiscard]] EventOutlet& outlet() noexcept { return outlet_; }
  [[nodiscard]] std::uint32_t size() const noexcept { return scheduler_.regular(); }

  /// Waits until nothing is queued and nothing runs, or until `deadline`; true if so.
  [[nodiscard]] bool wait_idle(const std::optional<Instant>& deadline) noexcept;

  const ShutdownReport& shutdown(Duration timeout) noexcept;
  [[nodiscard]] bool is_shut_down() const noexcept { return report_.has_value(); }

  /// Ends `workforce`, if all its threads came back; otherwise it is kept for ever.
  static void dismiss(std::unique_ptr<Workforce> workforce) noexcept;

private:
  void on_idle() noexcept override;
  void on_stir() noexcept override;
  template <class Condition>
  [[nodiscard]] bool wait(const std::optional<Instant>& deadline, Condition condition) noexcept;
  [[nodiscard]] bool run_stranded(bool at_the_end) noexcept;
  [[nodiscard]] ShutdownReport make_report() const;
  [[nodiscard]] bool is_deserted_soon() noexcept;

  engine::PlatformClock clock_;
  std::unique_ptr<Host> host_;
  EventOutlet outlet_;
  std::vector<Roster::Link> links_;
  Scheduler scheduler_;
  std::deque<Worker> workers_;  // neither moved nor copied
  std::vector<Worker*> staff_;
  SpareThreads spare_threads_;
  engine::Atomic<std::uint32_t> waiting_{0};  ///< threads in `wait`
  std::mutex mutex_;
  std::condition_variable idle_;
  std::mutex ending_;
  std::optional<ShutdownReport> report_;  ///< written once, under `ending_`
  std::optional<Monitor> monitor_;        ///< ends first
};

}  // namespace sluice::inline SLUICE_ABI::schedule
