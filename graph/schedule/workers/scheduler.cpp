// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <sluice/graph/schedule/workers/scheduler.hpp>

namespace sluice::inline SLUICE_ABI::schedule {

Scheduler::Scheduler(Host& host, IdleListener& listener, const Clock& clock, std::span<Roster::Link> links,
                     const SearchBudget& budget) noexcept
    : host_{host},
      listener_{listener},
      clock_{clock},
      budget_{budget},
      roster_{links.data(), static_cast<Roster::Index>(links.size())} {}

void Scheduler::start(Roster::Index index) noexcept {
  starts_.fetch_add(1, std::memory_order_relaxed);  // a figure that nobody decides by
  Worker& worker = *workers_[index];
  worker.begin_as_searcher();
  restart(worker);
}

void Scheduler::restart(Worker& worker) noexcept {
  present_.fetch_add(1, std::memory_order_relaxed);  // relaxed: the caller is present, or submits, which must end first
  host_.start(worker);
}

void Scheduler::stop() noexcept {
  for (Worker* const worker : workers_) {
    worker->stop();
  }
}

void Scheduler::hand_back_all() noexcept {
  hand_back_injected();
  for (Worker* const worker : workers_) {
    worker->hand_back_left();
  }
}

void Scheduler::hand_back_injected() noexcept {
  engine::NodeList left = injection_.take_all();
  while (engine::MpscNode* const node = left.pop_front()) {
    hand_back(static_cast<engine::Runnable&>(*node));
  }
}

void Scheduler::hand_back(engine::Runnable& runnable) noexcept {
  handed_back_.fetch_add(1, std::memory_order_relaxed);  // a figure
  runnable.hand_back();
}

bool Scheduler::has_work() const noexcept {
  return !injection_.is_empty() || std::ranges::any_of(workers_, &Worker::has_queue);
}

// Between the two looks at the roster nobody woke up, for every wake-up changes it for ever; and who is asleep runs
// nothing. So what is not queued either, is done. The queues of sleepers count: one that declined a thread may have left
// something there, and be started again in the next moment.
bool Scheduler::is_idle() const noexcept {
  const Roster::Moment before = roster_.look();
  return before.awake() == 0 && !has_work() && roster_.look() == before;
}

}  // namespace sluice::inline SLUICE_ABI::schedule
