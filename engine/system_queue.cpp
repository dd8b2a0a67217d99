// SPDX-License-Identifier: BSL-1.0
#include <sluice/engine/system_queue.hpp>

namespace sluice::inline SLUICE_ABI::engine {

bool SystemQueue::push(SystemNode& node) noexcept {
  SystemNode* newest = newest_.load(std::memory_order_relaxed);  // a guess; the exchange below decides
  do {
    if (newest == &sentinel) {
      return false;
    }
    node.next.set(newest);
    // release | the message and its link, to the acquire in `drain` and `close`; the older messages' releases are
    //         | carried on by this read-modify-write.
  } while (!newest_.compare_exchange_weak(newest, &node, std::memory_order_release, std::memory_order_relaxed));
  return true;
}

SystemNode* SystemQueue::reversed(SystemNode* newest) noexcept {
  SystemNode* oldest = nullptr;
  while (newest != nullptr) {
    SystemNode* const older = newest->next.get();
    newest->next.set(oldest);
    oldest = newest;
    newest = older;
  }
  return oldest;
}

}  // namespace sluice::inline SLUICE_ABI::engine
