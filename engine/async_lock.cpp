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
  const auto state = state_.lock();
  check(state->held, "only an owner releases");
  pass_on(*state);
}

void AsyncLock::forget(Waiter& waiter) noexcept {
  const auto state = state_.lock();  // whatever the stage: who woke the waiter may be at it still
  if (waiter.stage_ == Waiter::Stage::queued) {
    state->waiting.remove(waiter);
  } else if (waiter.stage_ == Waiter::Stage::granted) {
    pass_on(*state);  // the right must not die with the one who never took it
  }
}

void AsyncLock::pass_on(State& state) noexcept {
  Waiter* const first = state.waiting.pop_front();
  state.held = first != nullptr;
  if (first != nullptr) {
    first->stage_ = Waiter::Stage::granted;
    first->waker_.wake();  // under the lock, see `Waker`: outside, the waiter might be gone
  }
}

}  // namespace sluice::inline SLUICE_ABI::engine
