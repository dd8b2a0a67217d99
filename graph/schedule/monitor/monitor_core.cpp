// SPDX-License-Identifier: BSL-1.0
#include <sluice/graph/schedule/monitor/monitor_core.hpp>

namespace sluice::inline SLUICE_ABI::schedule {

using Kind = engine::ExecutorEvent::Kind;

MonitorCore::MonitorCore(Scheduler& scheduler, MonitorPort& port, const MonitorSettings& settings, bool watches_host)
    : scheduler_{scheduler},
      port_{port},
      settings_{settings},
      watches_host_{watches_host},
      seen_(scheduler.everybody().size()),
      spares_{scheduler, port, settings} {}

void MonitorCore::look(Instant now) noexcept {
  const Roster::Moment moment = scheduler_.roster().look();
  const bool nobody_comes = scheduler_.has_work() && !moment.has_sleeper() && moment.searching() == 0;
  std::uint32_t stuck = 0;
  bool is_slot_waiting = false;
  questions_ = 0;
  for (Worker* const worker : scheduler_.workers()) {
    Seen& seen = seen_[worker->index()];
    observe(*worker, seen, now);
    if (is_long(*worker, seen, now)) {
      is_slot_waiting = is_slot_waiting || worker->has_slot();
      const bool is_stall = nobody_comes || worker->has_slot();
      if (is_stall || spares_.count() != 0) {
        judge(*worker, seen, is_stall, now);
      }
    }
    stuck += seen.is_stuck ? 1 : 0;
  }
  const std::uint32_t overdue = watches_host_ ? watch_host(now) : 0;
  const std::uint32_t blocked = scheduler_.blocked();
  const bool somebody_works = moment.awake() > overdue + stuck + blocked;
  spares_.adjust({.to_keep = blocked + stuck + overdue,
                  .to_have = blocked + (nobody_comes ? stuck : 0) + (somebody_works ? 0 : overdue)},
                 now);
  if (is_slot_waiting) {
    scheduler_.notify();  // nobody is woken for a slot but now
  }
  if (overdue != 0) {
    relieve_overdue();
  }
}

void MonitorCore::observe(Worker& worker, Seen& seen, Instant now) const noexcept {
  const bool is_inside = worker.running() != nullptr;
  const std::uint64_t slices = worker.counts().slices.load(std::memory_order_relaxed);  // a figure
  if (!is_inside || !seen.is_inside || slices != seen.slices) {
    seen.slices = slices;
    seen.since = now;
    seen.is_inside = is_inside;
    seen.is_told = false;
    seen.is_stuck = false;
    worker.note_slice(slices, now);
  }
  if (seen.awaited != worker.awaited()) {
    seen.awaited = worker.awaited();
    seen.awaited_since = now;
  }
}

bool MonitorCore::is_long(const Worker& worker, const Seen& seen, Instant now) const noexcept {
  return seen.is_inside && !worker.is_blocking() && now - seen.since >= settings_.stall;
}

/// This slice lasts; `is_stall`: and others wait. Otherwise a spare worker may serve them, which is needed as long as it
/// does. What waits once is taken to wait until the slice is over; what computes is asked about again.
void MonitorCore::judge(Worker& worker, Seen& seen, bool is_stall, Instant now) noexcept {
  if ((seen.is_stuck && (seen.is_told || !is_stall)) || questions_ == most_questions) {
    return;
  }
  ++questions_;
  const engine::trace::Label* const label = worker.running();
  const bool is_computing = port_.is_computing(worker);
  if (label == nullptr || worker.counts().slices.load(std::memory_order_relaxed) != seen.slices) {  // a figure
    return;  // it was over while we asked
  }
  seen.is_stuck = seen.is_stuck || !is_computing;
  if (is_stall && !seen.is_told) {
    seen.is_told = true;
    port_.publish({.kind = Kind::starvation,
                   .worker = worker.index(),
                   .name = label->name,
                   .is_computing = is_computing,
                   .lasted = now - seen.since,
                   .regulars = scheduler_.regular(),
                   .spares = spares_.count()});
  }
}

/// How many workers wait too long for a thread while there is work.
std::uint32_t MonitorCore::watch_host(Instant now) noexcept {
  std::uint32_t overdue = 0;
  for (Worker* const worker : scheduler_.workers().first(scheduler_.regular())) {
    Seen& seen = seen_[worker->index()];
    const Duration waited = now - seen.awaited_since;
    seen.is_overdue =
        seen.awaited % 2 != 0 && waited >= settings_.host_patience && (is_overloaded_ || scheduler_.has_work());
    if (!seen.is_overdue) {
      continue;
    }
    ++overdue;
    if (!is_overloaded_) {
      is_overloaded_ = true;
      overloaded_since_ = seen.awaited_since;
      port_.publish({.kind = Kind::host_overloaded,
                     .worker = worker->index(),
                     .lasted = waited,
                     .regulars = scheduler_.regular(),
                     .spares = spares_.count()});
    }
  }
  if (is_overloaded_ && overdue == 0) {
    is_overloaded_ = false;
    port_.publish({.kind = Kind::host_recovered,
                   .lasted = now - overloaded_since_,
                   .regulars = scheduler_.regular(),
                   .spares = spares_.count()});
  }
  return overdue;
}

/// While they wait they count as searchers, and nobody else is woken. Spare ones have joined before: they are woken first.
void MonitorCore::relieve_overdue() noexcept {
  for (Worker* const worker : scheduler_.workers().first(scheduler_.regular())) {
    if (seen_[worker->index()].is_overdue) {
      scheduler_.relieve(*worker);
    }
  }
}

}  // namespace sluice::inline SLUICE_ABI::schedule
