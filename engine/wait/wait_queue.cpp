// SPDX-License-Identifier: BSL-1.0
#include <sluice/engine/wait/wait_queue.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// In the list from here on; true if the waiter may try now.
bool WaitQueue::enlist(State& state, Waiter& waiter) noexcept {
  const bool has_turn = waiter.stage_ == Stage::notified || (state.waiting.is_empty() && state.notified == 0);
  if (waiter.stage_ == Stage::queued) {
    return state.waiting.front() == &waiter && state.notified == 0;
  }
  if (waiter.stage_ == Stage::notified) {
    --state.notified;
    state.waiting.push_front(waiter);  // if somebody was faster, it keeps its place
  } else {
    state.waiting.push_back(waiter);
  }
  waiter.stage_ = Stage::queued;
  // acquire | every change that was announced before, from the release in `anybody_waits`. Who announces later sees that
  //           somebody waits, and the rest under the lock.
  waiting_.fetch_add(1, std::memory_order_acquire);
  return has_turn;
}

void WaitQueue::remove(State& state, Waiter& waiter) noexcept {
  state.waiting.remove(waiter);
  waiting_.fetch_sub(1, std::memory_order_relaxed);  // who reads too much takes the lock in vain
}

void WaitQueue::serve_front(State& state) noexcept {
  Waiter& first = *state.waiting.front();
  remove(state, first);
  first.stage_ = Stage::done;
}

void WaitQueue::notify_front(State& state) noexcept {
  if (Waiter* const first = state.waiting.front()) {
    remove(state, *first);
    first->stage_ = Stage::notified;
    ++state.notified;
    first->waker_.wake();
  }
}

void WaitQueue::notify_first() noexcept { notify_front(*state_.lock()); }

void WaitQueue::notify_all() noexcept {
  if (anybody_waits()) {
    const auto state = state_.lock();
    while (!state->waiting.is_empty()) {
      notify_front(*state);
    }
  }
}

bool WaitQueue::forget(Waiter& waiter) noexcept {
  const auto state = state_.lock();
  switch (waiter.stage_) {
    case Stage::queued: remove(*state, waiter); break;
    case Stage::notified:
      --state->notified;
      notify_front(*state);  // nothing is spent on one who never looked
      break;
    case Stage::fresh:
    case Stage::done: break;
  }
  const bool was_served = waiter.stage_ == Stage::done;
  waiter.stage_ = Stage::fresh;
  return !was_served;
}

}  // namespace sluice::inline SLUICE_ABI::engine
