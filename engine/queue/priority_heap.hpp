// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/mpsc_queue.hpp>
#include <sluice/engine/queue/position.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// What an object derives from to be in a `PriorityHeap`; 32 bytes on 64-bit targets. `next` is the next sibling.
struct PriorityNode : MpscNode {
  PriorityNode* child = nullptr;  ///< the first of those that come later; the heap's
  std::int32_t priority = 0;      ///< a lower number comes first; unchanged while in a heap
  Position arrival = 0;           ///< counts the pushes, and decides among equals; the heap's
};

/// Messages by priority, lower numbers first: an intrusive pairing heap.
///
/// Thread safety: one owner.
/// Allocates: never. Does not recurse either: it needs a few words of stack, whatever its shape.
/// Order: by `priority`, every value of it; first in, first out among equals, whatever comes while they wait; on
///        32-bit targets up to 2^31 messages, because the numbers of arrival wrap.
/// Invariants
///  1. A node comes before all in the list of its children, which is linked through `next`.
///  2. `size_` nodes are reached from the root through `child` and the children's `next`; the root's own `next` means
///     nothing.
class PriorityHeap {
public:
  constexpr PriorityHeap() noexcept = default;
  /// As after `first_arrival` pushes, for tests of what happens when the count wraps.
  constexpr explicit PriorityHeap(Position first_arrival) noexcept : arrivals_{first_arrival} {}
  ~PriorityHeap() { check(is_empty(), "a heap is empty when it dies"); }
  PriorityHeap(const PriorityHeap&) = delete;
  PriorityHeap& operator=(const PriorityHeap&) = delete;

  [[nodiscard]] bool is_empty() const noexcept { return root_.get() == nullptr; }
  [[nodiscard]] std::uint32_t size() const noexcept { return size_; }

  /// Takes `node` in, in constant time.
  void push(PriorityNode& node) noexcept;

  /// The most urgent node, which stays; null if there is none.
  [[nodiscard]] PriorityNode* front() const noexcept { return root_.get(); }

  /// Takes the most urgent node out; null if there is none. In O(log n) time, amortised; O(n) at worst.
  [[nodiscard]] PriorityNode* pop() noexcept;

  /// Takes the oldest of those with the highest priority number out, for an overflow that drops; null if there is none,
  /// or if all are more urgent than `than`.
  ///
  /// In O(n) time: a heap knows only its other end, so each node is looked at and the heap is built anew.
  [[nodiscard]] PriorityNode* pop_least_urgent(std::int32_t than = INT32_MIN) noexcept;

private:
  Plain<PriorityNode*> root_{nullptr};
  std::uint32_t size_ = 0;
  Position arrivals_ = 0;
};

}  // namespace sluice::inline SLUICE_ABI::engine
