// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <chrono>
#include <sluice/engine/mutex.hpp>
#include <sluice/graph/schedule/workers/workforce.hpp>
#include <thread>
#include <utility>

namespace sluice::inline SLUICE_ABI::schedule {
namespace {

// A worker that is told to stop needs no longer than this to end a slice, or it counts as one that does not come back.
constexpr Duration last_slice = std::chrono::milliseconds{20};

// As long at most the destructor waits for a worker that waits for a thread of the host's, to find that all is over.
constexpr Duration last_departure = std::chrono::seconds{1};

// As long a thread that waits until all is done leaves workers alone that its host has perhaps left alone, too.
constexpr Duration between_recalls = std::chrono::milliseconds{5};

std::chrono::steady_clock::time_point on_steady_clock(Instant instant) {
  return std::chrono::steady_clock::time_point{
      std::chrono::duration_cast<std::chrono::steady_clock::duration>(instant.time_since_epoch())};
}

/// Those whose threads did not come back. Reachable for ever, so that no tool takes them for forgotten.
SyncMutex<std::vector<Workforce*>>& kept_for_ever() {
  static auto* const kept = new SyncMutex<std::vector<Workforce*>>;
  return *kept;
}

/// How many spare workers there may be.
std::uint32_t spares_for(std::uint32_t workers, const MonitorSettings& monitor) noexcept {
  if (!monitor.is_on || workers > Roster::most_workers) {
    return 0;
  }
  const std::uint32_t wanted = monitor.most_spares == MonitorSettings::by_workers ? 2 * workers : monitor.most_spares;
  return std::min(wanted, Roster::most_workers - workers);
}

}  // namespace

Workforce::Workforce(std::unique_ptr<Host> host, std::uint32_t workers, const MonitorSettings& monitor)
    : host_{std::move(host)},
      links_(workers + spares_for(workers, monitor)),
      scheduler_{*host_, *this, clock_, links_, {}, workers},
      spare_threads_{workers, spares_for(workers, monitor)} {
  const auto everybody = static_cast<Roster::Index>(links_.size());
  for (Roster::Index i = 0; i < everybody; ++i) {
    staff_.push_back(&workers_.emplace_back(scheduler_, i, everybody == 1, clock_.now()));
  }
  scheduler_.staff(staff_, workers, spare_threads_);
  if (monitor.is_on) {
    monitor_.emplace(scheduler_, spare_threads_, outlet_, clock_, monitor, host_->is_shared());
  }
}

void Workforce::on_stir() noexcept {
  if (monitor_.has_value()) {
    monitor_->wake();
  }
}

void Workforce::on_idle() noexcept {
  // seq_cst | behind the worker's `fall_asleep`; partner: the read-modify-write in `wait`, which is before its look.
  if (waiting_.load(std::memory_order_seq_cst) != 0) {
    const std::lock_guard lock{mutex_};  // who waits is between two looks, or asleep
    idle_.notify_all();
  }
}

template <class Condition>
bool Workforce::wait(const std::optional<Instant>& deadline, Condition condition) noexcept {
  if (condition()) {
    return true;
  }
  waiting_.fetch_add(1, std::memory_order_seq_cst);  // seq_cst | before the looks; partner: `on_idle`
  bool is_met = true;
  {
    std::unique_lock lock{mutex_};
    if (deadline.has_value()) {
      is_met = idle_.wait_until(lock, on_steady_clock(*deadline), condition);
    } else {
      idle_.wait(lock, condition);
    }
  }
  waiting_.fetch_sub(1, std::memory_order_relaxed);  // one notification too many does no harm
  return is_met;
}

bool Workforce::wait_idle(const std::optional<Instant>& deadline) noexcept {
  const auto is_idle = [this] { return scheduler_.is_idle(); };
  if (!host_->may_strand()) {
    return wait(deadline, is_idle);
  }
  for (;;) {
    while (!(deadline.has_value() && *deadline <= clock_.now()) && run_stranded(false)) {
    }
    const Instant next = later(clock_.now(), between_recalls);
    const bool is_last = deadline.has_value() && *deadline <= next;
    if (wait(is_last ? *deadline : next, is_idle) || is_last) {
      return is_idle();
    }
  }
}

/// Runs one worker on this thread that nobody else runs; false if there is none.
bool Workforce::run_stranded(bool at_the_end) noexcept {
  Worker* const stranded = host_->recall(at_the_end);
  if (stranded != nullptr) {
    run_worker(*stranded);
  }
  return stranded != nullptr;
}

const ShutdownReport& Workforce::shutdown(Duration timeout) noexcept {
  const std::lock_guard one_at_a_time{ending_};
  if (!report_.has_value()) {
    scheduler_.close();
    if (wait_idle(later(clock_.now(), timeout))) {
      report_.emplace();
    } else {
      scheduler_.stop();
      while (run_stranded(true)) {  // it falls asleep
      }
      const auto all_asleep = [this] { return scheduler_.roster().look().awake() == 0; };
      (void)wait(later(clock_.now(), last_slice), all_asleep);
      scheduler_.hand_back_all();
      report_ = make_report();
      on_idle();  // for a drain that waits for what was handed back
    }
    if (monitor_.has_value()) {
      monitor_->stop();
    }
  }
  return *report_;
}

ShutdownReport Workforce::make_report() const {
  ShutdownReport report;
  for (const Worker& worker : workers_) {
    if (const engine::trace::Label* const label = worker.running()) {
      report.stragglers.push_back({.worker = worker.index(), .name = label->name});
    }
  }
  report.handed_back = scheduler_.handed_back();  // last: who is asleep has counted
  return report;
}

void Workforce::dismiss(std::unique_ptr<Workforce> workforce) noexcept {
  const std::optional<ShutdownReport>& report = workforce->report_;
  const bool came_back = report.has_value() && report->stragglers.empty();
  if (!came_back || !workforce->is_deserted_soon()) {
    kept_for_ever().lock()->push_back(workforce.release());
  }
}

/// Nobody runs anything, and usually everybody is a few instructions from leaving. But one may wait for a thread, and the
/// host may have none.
bool Workforce::is_deserted_soon() noexcept {
  const Instant deadline = later(clock_.now(), last_departure);
  while (scheduler_.present() != 0) {
    (void)run_stranded(true);
    if (clock_.now() > deadline) {
      return false;
    }
    std::this_thread::yield();
  }
  return true;
}

}  // namespace sluice::inline SLUICE_ABI::schedule
