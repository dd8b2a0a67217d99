// SPDX-License-Identifier: BSL-1.0
#include <sluice/engine/mpsc_queue.hpp>

namespace sluice::inline SLUICE_ABI::engine {

MpscNode* MpscQueue::pop() noexcept {
  MpscNode* oldest = oldest_.get();

  // acquire | the payload of the node behind, from the release in `push`; the same for the two loads below.
  MpscNode* next = oldest->next.load(std::memory_order_acquire);
  if (oldest == &stub_) {
    if (next == nullptr) {
      return nullptr;
    }
    oldest_.set(next);
    oldest = next;
    next = oldest->next.load(std::memory_order_acquire);
  }
  if (next != nullptr) {
    oldest_.set(next);
    return oldest;
  }

  // acquire | only compared, but keeps the look at `next` below from moving up.
  if (oldest != newest_.load(std::memory_order_acquire)) {
    return nullptr;  // a push is between its two steps
  }

  // `oldest` is the last node and cannot leave without a successor: the stub becomes one.
  push(stub_);
  next = oldest->next.load(std::memory_order_acquire);
  if (next == nullptr) {
    return nullptr;  // a push came in before the stub's, and is between its two steps
  }
  oldest_.set(next);
  return oldest;
}

}  // namespace sluice::inline SLUICE_ABI::engine
