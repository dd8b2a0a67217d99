// SPDX-License-Identifier: BSL-1.0
// Workers that are not there for what they have: their slices block, or they were spare ones and go.
#include <sluice/graph/schedule/workers/scheduler.hpp>
#include <sluice/graph/schedule/workers/worker.hpp>

namespace sluice::inline SLUICE_ABI::schedule {

using engine::Runnable;

/// What is in the slot goes into the queue, where others find it.
void Worker::empty_slot() noexcept {
  // relaxed: what this thread has put there, or null
  if (Runnable* const next = slot_.exchange(nullptr, std::memory_order_relaxed)) {
    if (!queue_.push(*next)) {
      overflow(*next);
    }
  }
}

bool Worker::begin_block() noexcept {
  if (running_.get() == nullptr) {
    return false;
  }
  empty_slot();
  blocked_.set(running_.get());
  running_.set(nullptr);                          // nobody is woken for the slot, so it is not used now
  blocking_.store(1, std::memory_order_relaxed);  // a hint for the monitor
  scheduler_.begin_block();
  return true;
}

void Worker::end_block() noexcept {
  scheduler_.end_block();
  blocking_.store(0, std::memory_order_relaxed);  // a hint for the monitor
  running_.set(blocked_.get());
}

void Worker::begin_membership() noexcept {
  departed_.store(0, std::memory_order_relaxed);  // it is the caller's, who puts it on the roster next
  leaving_.store(0, std::memory_order_relaxed);   // the same
}

void Worker::end_membership() noexcept {
  leaving_.store(1, std::memory_order_relaxed);  // a wish that carries nothing else
}

void Worker::resume_membership() noexcept {
  leaving_.store(0, std::memory_order_relaxed);  // the same
}

/// It leaves although there is something to do: all that it has goes where everybody finds it.
Worker::End Worker::depart() noexcept {
  Runnable* left[decltype(queue_)::largest_half];
  while (const std::uint32_t count = queue_.take_half(left)) {
    scheduler_.injection().put_back({left, count});
  }
  scheduler_.notify();
  return fall_asleep() ? End::asleep : End::leave;
}

/// From here on nobody starts it but who has it join again.
Roster::Rest Worker::leave_roster(bool was_searching) noexcept {
  const Roster::Rest rest = scheduler_.roster().depart(was_searching);
  // release | that it is off the roster, to the acquire in `has_departed`: who has it join again must not be earlier there.
  //         | The explorer cannot show that: its modification order is the order of execution. Its last touch.
  departed_.store(1, std::memory_order_release);
  return rest;
}

}  // namespace sluice::inline SLUICE_ABI::schedule
