// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <sluice/config.hpp>
#include <sluice/engine/clock.hpp>
#include <sluice/graph/schedule/monitor/event_outlet.hpp>
#include <sluice/graph/schedule/monitor/monitor_core.hpp>
#include <sluice/graph/schedule/monitor/settings.hpp>
#include <sluice/graph/schedule/monitor/spare_threads.hpp>
#include <thread>

namespace sluice::inline SLUICE_ABI::schedule {

/// The thread that looks after the workers: at every tick while somebody works, and asleep without a timer while nobody
/// does. It goes on to tick for a moment when all is done, so that a trickle of messages does not wake it each time.
///
/// Thread safety: `wake` from any thread; the rest by the owner.
class Monitor final : private MonitorPort {
public:
  /// Throws what `std::thread` throws. All that is given lives longer.
  Monitor(Scheduler& scheduler, SpareThreads& threads, EventOutlet& outlet, const Clock& clock,
          const MonitorSettings& settings, bool watches_host);
  Monitor(const Monitor&) = delete;
  Monitor& operator=(const Monitor&) = delete;
  ~Monitor() { stop(); }

  /// It looks now, whether it sleeps or waits for its next tick.
  void wake() noexcept;
  /// It looks no more; spare workers stay as they are. Waits for the look that it is at.
  void stop() noexcept;

private:
  [[nodiscard]] bool hire(Worker& spare) noexcept override { return threads_.open(spare); }
  void let_go(Worker& spare) noexcept override { threads_.close(spare); }
  [[nodiscard]] bool is_computing(const Worker& worker) noexcept override;
  void publish(const engine::ExecutorEvent& event) noexcept override { outlet_.publish(event, clock_.now()); }

  void watch() noexcept;
  void rest() noexcept;
  /// Until it is woken; not for longer than `limit`, if there is one.
  void sleep(std::optional<Duration> limit) noexcept;
  [[nodiscard]] bool is_stopping() noexcept;

  Scheduler& scheduler_;
  SpareThreads& threads_;
  EventOutlet& outlet_;
  const Clock& clock_;
  const Duration tick_;
  MonitorCore core_;
  std::mutex mutex_;
  std::condition_variable condition_;
  bool is_woken_ = false;
  bool is_stopping_ = false;
  std::thread thread_;
};

}  // namespace sluice::inline SLUICE_ABI::schedule
