// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <sluice/graph/schedule/workers/scheduler.hpp>

namespace sluice::inline SLUICE_ABI::schedule {

Scheduler::Scheduler(Host& host, IdleListener& listener, const Clock& clock, std::span<Roster::Link> links,
                     const SearchBudget& budget, Roster::Index regular) noexcept
    : host_{host},
      listener_{listener},
      clock_{clock},
      budget_{budget},
      roster_{links.data(), regular == all ? static_cast<Roster::Index>(links.size()) : regular} {}

void Scheduler::staff(std::span<Worker* const> workers, std::size_t regular, Host& spare_host) noexcept {
  workers_ = workers;
  regular_ = static_cast<std::uint32_t>(regular);
  spare_host_ = &spare_host;
  engage(regular);
}

void Scheduler::start(Roster::Index index) noexcept {
  starts_.fetch_add(1, std::memory_order_relaxed);  // a figure that nobody decides by
  Worker& worker = *workers_[index];
  worker.begin_as_searcher();
  restart(worker);
  stir();
}

void Scheduler::restart(Worker& worker) noexcept {
  present_.fetch_add(1, std::memory_order_relaxed);  // relaxed: the caller is present, or submits, which must end first
  worker.await_thread();
  host_of(worker.index()).start(worker);
}

void Scheduler::join(Worker& worker) noexcept {
  worker.begin_membership();
  roster_.admit(worker.index());
  if (has_work()) {
    notify();  // who submitted it may have found nobody
  }
}

bool Scheduler::dismiss(Worker& worker) noexcept {
  worker.end_membership();
  if (worker.running() != nullptr) {
    return false;  // it does not sleep, and looks up soon
  }
  const bool slept = roster_.discharge(worker.index());
  if (has_work()) {
    notify();  // for a moment nobody could be recruited
  }
  return slept || worker.has_departed();
}

void Scheduler::begin_block() noexcept {
  const std::uint32_t blocked = blocked_.fetch_add(1, std::memory_order_relaxed) + 1;  // a figure for the monitor
  if (has_work()) {
    notify();
  }
  if (blocked > covered_.load(std::memory_order_relaxed)) {  // a hint: the monitor looks again anyway
    listener_.on_stir();
  }
}

void Scheduler::stop() noexcept {
  for (Worker* const worker : everybody()) {
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
  return !injection_.is_empty() || std::ranges::any_of(workers(), &Worker::has_queue);
}

// Between the two looks at the roster nobody woke up, for every wake-up changes it for ever; and who is asleep runs
// nothing. So what is not queued either, is done. The queues of sleepers count: one that declined a thread may have left
// something there, and be started again in the next moment.
bool Scheduler::is_idle() const noexcept {
  const Roster::Moment before = roster_.look();
  return before.awake() == 0 && !has_work() && roster_.look() == before;
}

}  // namespace sluice::inline SLUICE_ABI::schedule
