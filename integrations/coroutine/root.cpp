// SPDX-License-Identifier: BSL-1.0
#include <sluice/integrations/coroutine/root.hpp>

namespace sluice::inline SLUICE_ABI::coroutine {

void Root::run_on(engine::Executor& executor, std::coroutine_handle<> frame) noexcept {
  frame_ = frame;
  innermost_ = frame;
  owners_.add();
  start(executor);
}

bool Root::poll(const engine::Waker& waker) noexcept {
  if (awaited_ != nullptr && !awaited_->poll(waker)) {
    return false;
  }
  awaited_ = nullptr;
  innermost_.resume();
  if (awaited_ != nullptr) {  // only a future suspends: without one, the outermost coroutine has returned
    return false;
  }
  on_returned();
  return true;
}

void Root::drop() noexcept {
  if (owners_.drop_last()) {
    frame_.destroy();
  }
}

}  // namespace sluice::inline SLUICE_ABI::coroutine
