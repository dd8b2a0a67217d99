// SPDX-License-Identifier: BSL-1.0
#include <sluice/engine/wait/schedule_waker.hpp>

namespace sluice::inline SLUICE_ABI::engine {

using Duty = WakeState::Duty;

void ScheduleWaker::start(Executor& executor) noexcept {
  check(executor_ == nullptr, "what is polled is started once");
  executor_ = &executor;
  attend(state_.wake());
}

void ScheduleWaker::wake(void* self) noexcept {
  auto& waiter = *static_cast<ScheduleWaker*>(self);
  waiter.attend(waiter.state_.wake());
}

// Whatever is accepted may have run and ended before `submit` returns: nothing of the object is touched behind that.
void ScheduleWaker::attend(Duty duty) noexcept {
  while (duty == Duty::submit && !try_submit()) {
    duty = refuse();
  }
  if (duty == Duty::end) {
    on_done();
  }
}

Duty ScheduleWaker::refuse() noexcept {
  state_.begin_reject();
  on_rejected();  // while it is ours: afterwards a wake may have it run, and end
  return state_.release();
}

void ScheduleWaker::run_once() noexcept {
  Duty duty = state_.begin_poll();
  if (duty == Duty::poll) {
    duty = poll(waker()) ? state_.finish() : state_.release();
  }
  attend(duty);
}

bool ScheduleWaker::try_submit() noexcept {
  check(executor_ != nullptr, "nothing is woken before it is started");
  for (std::uint32_t retries = 0; executor_->submit(*this) == Submission::rejected; ++retries) {
    if (retries == submit_retries) {
      return false;
    }
  }
  return true;
}

}  // namespace sluice::inline SLUICE_ABI::engine
