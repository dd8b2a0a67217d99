// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>

namespace sluice::bench::floor {

/// What a queue links.
struct MpscNode {
  std::atomic<MpscNode*> next{nullptr};
};

/// Unbounded intrusive queue after Dmitry Vyukov: any thread pushes with one exchange, one owner pops.
/// The yardstick for the engine's own queue, hence a copy of the idea and not of the code.
///
/// Thread safety: `push` from any thread; `pop` and `is_empty` only by the owner.
/// Allocates: never.
/// Order: of one producer's nodes, the order of its pushes.
/// Invariants
///  1. `newest_` is never null; at first it is `stub_`.
///  2. Following `next` from `oldest_` reaches `newest_` unless a push is between its two steps.
class MpscQueue {
public:
  MpscQueue() = default;
  MpscQueue(const MpscQueue&) = delete;
  MpscQueue& operator=(const MpscQueue&) = delete;

  void push(MpscNode& node) noexcept {
    node.next.store(nullptr, std::memory_order_relaxed);  // not shared yet

    // seq_cst | release: the null above, to the producer that links behind this node.
    //         | acquire: the previous node's null, which the next store overwrites.
    //         | total order: before the producer's load in `Doorbell::ring`; with the owner's store in
    //           `Doorbell::sleep_while` and load in `is_empty`, one of the two sees the other. Free on x86.
    MpscNode* const previous = newest_.exchange(&node, std::memory_order_seq_cst);

    // release | the node's payload, to the acquire loads in `pop`; from here on it can be popped.
    previous->next.store(&node, std::memory_order_release);
  }

  /// The oldest node, or null if there is none or the next one is still being linked.
  [[nodiscard]] MpscNode* pop() noexcept {
    // acquire | the payload of `next`, from the release in `push`.
    MpscNode* next = oldest_->next.load(std::memory_order_acquire);
    if (oldest_ == &stub_) {
      if (next == nullptr) {
        return nullptr;
      }
      oldest_ = next;
      next = next->next.load(std::memory_order_acquire);  // acquire | as above
    }
    return next != nullptr ? advance_to(next) : pop_last();
  }

  /// False as soon as a push has begun, even if `pop` cannot have its node yet.
  [[nodiscard]] bool is_empty() const noexcept {
    // seq_cst | after the store in `Doorbell::sleep_while`; partner: the exchange in `push`.
    return oldest_ == &stub_ && newest_.load(std::memory_order_seq_cst) == &stub_;
  }

private:
  [[nodiscard]] MpscNode* advance_to(MpscNode* next) noexcept {
    MpscNode* const popped = oldest_;
    oldest_ = next;
    return popped;
  }

  // The last node can only leave when another is behind it, so the stub goes there.
  [[nodiscard]] MpscNode* pop_last() noexcept {
    // relaxed | only compared. Another node means that a push is under way. The same node may be out of date; then the
    //           stub goes behind the newer one, and `next` below is what that push has linked.
    if (oldest_ != newest_.load(std::memory_order_relaxed)) {
      return nullptr;
    }
    push(stub_);
    // acquire | as in `pop`: a producer may have come between the load and the stub.
    MpscNode* const next = oldest_->next.load(std::memory_order_acquire);
    return next != nullptr ? advance_to(next) : nullptr;
  }

  // Two cache lines: producers fight for the first and must not disturb the owner's.
  alignas(64) std::atomic<MpscNode*> newest_{&stub_};  ///< written by every producer
  alignas(64) MpscNode* oldest_{&stub_};               ///< touched by the owner only
  MpscNode stub_;                                      ///< keeps the queue linked while it is empty
};

}  // namespace sluice::bench::floor
