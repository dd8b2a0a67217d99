// SPDX-License-Identifier: BSL-1.0
#include <sluice/engine/assert.hpp>
#include <sluice/engine/async_lock.hpp>

namespace sluice::inline SLUICE_ABI::engine {

bool AsyncLock::acquire(Waiter& waiter, const Waker& waker) noexcept {
  using Stage = Waiter::Stage;
  const auto state = state_.lock();
  check(waiter.stage_ != Stage::done, "a finished future is not polled");
  if (waiter.stage_ == Stage::granted || (waiter.stage_ == Stage::fresh && !state->held)) {
    state->held = true;
    waiter.stage_ = Stage::done;
    return true;
  }
  if (waiter.stage_ == Stage::fresh) {
    state->waiting.push_back(waiter);
    waiter.stage_ = Stage::queued;
  }
  waiter.waker_ = waker;  // the poller may have moved since the last time
  return false;
}

void AsyncLock::release() noexcept {
  Waker next;
  {
    const auto state = state_.lock();
    check(state->held, "only an owner releases");
    next = pass_on(*state);
  }
  next.wake();  // outside the lock: a waker may poll at once
}

void AsyncLock::forget(Waiter& waiter) noexcept {
  Waker next;
  {
    const auto state = state_.lock();
    if (waiter.stage_ == Waiter::Stage::queued) {
      state->waiting.remove(waiter);
    } else if (waiter.stage_ == Waiter::Stage::granted) {
      next = pass_on(*state);  // the right must not die with the one who never took it
    }
  }
  next.wake();
}

Waker AsyncLock::pass_on(State& state) noexcept {
  Waiter* const first = state.waiting.pop_front();
  if (first == nullptr) {
    state.held = false;
    return {};
  }
  first->stage_ = Waiter::Stage::granted;
  return first->waker_;
}

}  // namespace sluice::inline SLUICE_ABI::engine
