// SPDX-License-Identifier: BSL-1.0
#include <sluice/integrations/coroutine/root.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI::coroutine {

bool Root::go_on(const engine::Waker& waker) noexcept {
  if (awaited_ != nullptr && !awaited_->poll(waker)) {
    return false;
  }
  awaited_ = nullptr;
  waker_ = waker;
  do {
    std::exchange(innermost_, nullptr).resume();
  } while (awaited_ == nullptr && innermost_ != nullptr);
  return awaited_ == nullptr;  // without a future to wait for, the outermost coroutine has returned
}

}  // namespace sluice::inline SLUICE_ABI::coroutine
