// SPDX-License-Identifier: BSL-1.0
#include <sluice/integrations/coroutine/scheduled_root.hpp>

namespace sluice::inline SLUICE_ABI::coroutine {

void ScheduledRoot::run_on(engine::Executor& executor, std::coroutine_handle<> frame) noexcept {
  frame_ = frame;
  begin(frame);
  owners_.add();
  start(executor);
}

bool ScheduledRoot::poll(const engine::Waker& waker) noexcept {
  const bool is_over = go_on(waker);
  if (is_over) {
    on_returned();
  }
  return is_over;
}

void ScheduledRoot::drop() noexcept {
  if (owners_.drop_last()) {
    frame_.destroy();
  }
}

}  // namespace sluice::inline SLUICE_ABI::coroutine
