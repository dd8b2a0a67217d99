// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// What an object derives from to travel through an `MpscQueue`.
struct MpscNode {
  Atomic<MpscNode*> next{nullptr};
};

/// Unbounded intrusive queue: any thread or interrupt pushes, one owner pops.
///
/// Thread safety: `push` and `has_arrivals` from any thread or interrupt; `pop` and `is_empty` only by the owner.
/// Allocates: never.
/// Order: first in, first out; that of the exchanges in `push`.
/// Invariants
///  1. `newest_` is never null; at first it is `stub_`.
///  2. Following `next` from `oldest_` reaches `newest_`, unless a push is between its two steps.
class MpscQueue {
public:
  constexpr MpscQueue() noexcept = default;
  MpscQueue(const MpscQueue&) = delete;
  MpscQueue& operator=(const MpscQueue&) = delete;

  void push(MpscNode& node) noexcept {
    node.next.store(nullptr, std::memory_order_relaxed);  // not shared yet

    // acq_rel | release: the null above, to the producer that links behind this node.
    //         | acquire: the previous node's null, which the next line overwrites.
    MpscNode* const previous = newest_.exchange(&node, std::memory_order_acq_rel);

    // release | the node's payload, to the acquire in `pop`; from here on it is visible.
    previous->next.store(&node, std::memory_order_release);
  }

  /// The oldest node, or null if there is none, or if the push of the next one is between its two steps.
  [[nodiscard]] MpscNode* pop() noexcept;

  /// False also while a push is between its two steps: there is something, though `pop` cannot give it yet.
  [[nodiscard]] bool is_empty() const noexcept { return oldest_.get() == &stub_ && !has_arrivals(); }

  /// Whether something came since the owner last saw `is_empty`; afterwards, who asks need not be the owner.
  [[nodiscard]] bool has_arrivals() const noexcept {
    // relaxed: what must be seen was ordered by a read-modify-write on the mailbox's word; `pop` acquires the rest.
    return newest_.load(std::memory_order_relaxed) != &stub_;
  }

private:
  // On lines of their own: otherwise every push takes the owner's line away, at twice the cost (sluice-bench queue).
  alignas(cache_line) Atomic<MpscNode*> newest_{&stub_};  ///< written by every producer
  alignas(cache_line) Plain<MpscNode*> oldest_{&stub_};   ///< touched by the owner only
  MpscNode stub_;
};

inline MpscNode* MpscQueue::pop() noexcept {
  MpscNode* oldest = oldest_.get();

  // acquire | the payload of the node behind, from the release in `push`.
  MpscNode* next = oldest->next.load(std::memory_order_acquire);
  if (oldest == &stub_) {
    if (next == nullptr) {
      return nullptr;
    }
    oldest_.set(next);
    oldest = next;
    next = oldest->next.load(std::memory_order_acquire);  // acquire | as above
  }
  if (next != nullptr) {
    oldest_.set(next);
    return oldest;
  }

  // relaxed: only compared. If it is out of date, the stub goes behind a newer node, and `next` below is that one.
  if (oldest != newest_.load(std::memory_order_relaxed)) {
    return nullptr;  // a push is between its two steps
  }

  // `oldest` is the last node and cannot leave without a successor: the stub becomes one.
  push(stub_);
  next = oldest->next.load(std::memory_order_acquire);  // acquire | as above
  if (next == nullptr) {
    return nullptr;  // a push came in before the stub's, and is between its two steps
  }
  oldest_.set(next);
  return oldest;
}

}  // namespace sluice::inline SLUICE_ABI::engine
