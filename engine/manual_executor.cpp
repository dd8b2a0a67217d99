// SPDX-License-Identifier: BSL-1.0
#include <sluice/engine/manual_executor.hpp>

namespace sluice::inline SLUICE_ABI::engine {

std::uint32_t ManualExecutor::tick(std::uint32_t budget) noexcept {
  std::uint32_t ran = 0;
  while (ran < budget) {
    MpscNode* const node = runnables_.pop();
    if (node == nullptr) {
      break;
    }
    static_cast<Runnable*>(node)->run();
    ++ran;
  }
  return ran;
}

void ManualExecutor::run_until_idle() noexcept {
  while (tick(UINT32_MAX) != 0 || !runnables_.is_empty()) {  // not empty: an interrupt is between two steps
  }
}

}  // namespace sluice::inline SLUICE_ABI::engine
