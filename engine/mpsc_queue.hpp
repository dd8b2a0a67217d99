// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <utility>

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
///  3. The stub is in the queue alone or as the oldest: it is the newest only if there is nothing else.
///  4. The stub's link is null while the stub is not in the queue.
///
/// `Neighbours` is what else only the owner touches: it lies on the owner's line. What comes behind the queue, as a member
/// that may use its padding, lies on the producers' line.
template <class Neighbours>
class BasicMpscQueue {
public:
  constexpr BasicMpscQueue() noexcept = default;
  BasicMpscQueue(const BasicMpscQueue&) = delete;
  BasicMpscQueue& operator=(const BasicMpscQueue&) = delete;

  [[nodiscard]] Neighbours& neighbours() noexcept { return neighbours_; }
  [[nodiscard]] const Neighbours& neighbours() const noexcept { return neighbours_; }

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
  [[nodiscard]] bool is_empty() const noexcept {
    // The second look would do. The first one spares the producers' line, where there are several cores.
    return (!hosted || oldest_.get() == &stub_) && !has_arrivals();
  }

  /// Whether there is something, half-linked or not; who asks need not be the owner.
  [[nodiscard]] bool has_arrivals() const noexcept {
    // relaxed: what must be seen was ordered by a read-modify-write on the mailbox's word, or by the link that led the
    // owner to it; `pop` acquires the rest.
    return newest_.load(std::memory_order_relaxed) != &stub_;
  }

private:
  [[nodiscard]] MpscNode* replace_last(MpscNode& only) noexcept;

  // On lines of their own: otherwise every push takes the owner's line away, at twice the cost (sluice-bench queue).
  alignas(cache_line) Plain<MpscNode*> oldest_{&stub_};  ///< touched by the owner only
  MpscNode stub_;
  [[no_unique_address]] Neighbours neighbours_;
  alignas(cache_line) Atomic<MpscNode*> newest_{&stub_};  ///< written by every producer
};

/// The neighbours of a queue that has none.
struct NoNeighbours {};
using MpscQueue = BasicMpscQueue<NoNeighbours>;

// These two say `inline`, which a template need not: the compiler then puts them in place more readily.
template <class Neighbours>
inline MpscNode* BasicMpscQueue<Neighbours>::pop() noexcept {
  MpscNode* first = oldest_.get();
  if (first == &stub_) {
    // acquire | the payload of the node behind, from the release in `push`.
    first = stub_.next.load(std::memory_order_acquire);
    if (first == nullptr) {
      return nullptr;
    }
    stub_.next.store(nullptr, std::memory_order_relaxed);  // it leaves: the producer that linked behind it has done so
  }
  MpscNode* next = first->next.load(std::memory_order_acquire);  // acquire | as above
  if (next == nullptr) [[likely]] {
    next = replace_last(*first);
    if (next == nullptr) [[unlikely]] {
      return nullptr;
    }
  }
  oldest_.set(next);
  if (first == nullptr) {
    std::unreachable();  // spares the caller's second look
  }
  return first;
}

/// Puts the stub in the place of what may be the only node. What comes behind the node then, or null if the push of
/// that is between its two steps.
template <class Neighbours>
inline MpscNode* BasicMpscQueue<Neighbours>::replace_last(MpscNode& only) noexcept {
  MpscNode* newest = &only;
  // release | the stub's null, to the producer that links behind it.
  if (newest_.compare_exchange_strong(newest, &stub_, std::memory_order_release, std::memory_order_relaxed))
      [[likely]] {
    return &stub_;
  }
  oldest_.set(&only);                                // the stub does not lead to it any more
  return only.next.load(std::memory_order_acquire);  // acquire | as in `pop`
}

}  // namespace sluice::inline SLUICE_ABI::engine
