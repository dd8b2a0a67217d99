// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/error.hpp>
#include <sluice/engine/mpsc_queue.hpp>
#include <sluice/engine/queue/entry.hpp>
#include <sluice/engine/queue/position.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// Bounded queue of pointers, lock-free: any thread or interrupt pushes, any pops. A sender that makes room by dropping
/// the oldest is one of those who pop.
///
///     tail_  the position that the next push claims; positions count in twos, bit 0 says: closed
///     head_  the position that the next pop claims
///     slot   of position p is number p / 2 modulo the physical size, a power of two; `turn == p + 2` says: published
///
/// A push claims its position in `tail_`, then publishes the slot. A pop reads the slot first, then claims it in `head_`:
/// if that succeeds, nobody else had it and nobody wrote over it, because a push may use a slot again only after it saw
/// `head_` beyond it. So no one ever waits for a pop; and a pop that meets a claimed slot which is not published yet
/// finds nothing, as with the half-linked moment of `MpscQueue`.
///
/// Thread safety: everything from any thread or interrupt.
/// Allocates: in `make` only.
/// Order: first in, first out; that of the claims.
/// Invariants
///  1. head <= tail <= head + capacity: the capacity is exact, whatever the physical size.
///  2. After `close` the tail stands still.
class Ring {
public:
  /// At most this many: the slots of more have a size that the smallest targets cannot count.
  static constexpr std::uint32_t largest_capacity = 1u << 28;

  Ring() = default;
  Ring(const Ring&) = delete;
  Ring& operator=(const Ring&) = delete;
  ~Ring();

  /// Gets storage for exactly `capacity` messages; once, before anything else.
  [[nodiscard]] Result<> make(std::uint32_t capacity) noexcept;

  [[nodiscard]] Entry push(MpscNode& node) noexcept;

  /// The oldest, or null if there is none, or if the oldest push is between its two steps.
  [[nodiscard]] MpscNode* pop() noexcept;

  /// Nothing enters any more; true for the first who says so. What is in stays until it is popped.
  bool close() noexcept;

  [[nodiscard]] bool is_closed() const noexcept;
  /// Pushes between their two steps count. Out of date at once if others push or pop.
  [[nodiscard]] std::uint32_t size() const noexcept;
  [[nodiscard]] std::uint32_t capacity() const noexcept { return capacity_; }

private:
  struct Slot {
    Atomic<Position> turn{0};
    Atomic<MpscNode*> node{nullptr};
  };
  static constexpr Position closed_bit = 1;
  static constexpr Position one = 2;

  [[nodiscard]] Slot& slot_of(Position position) const noexcept { return slots_[(position / one) & mask_]; }

  Slot none_;  ///< so that a ring that could not be made is empty and full at once
  Slot* slots_ = &none_;
  Position mask_ = 0;  ///< the physical size less one
  std::uint32_t capacity_ = 0;
  alignas(cache_line) Atomic<Position> tail_{0};
  alignas(cache_line) Atomic<Position> head_{0};
};

inline Entry Ring::push(MpscNode& node) noexcept {
  const auto limit = distance(0, capacity_ * one);
  Position tail = tail_.load(std::memory_order_relaxed);  // a guess; the claim below confirms it
  for (;;) {
    if ((tail & closed_bit) != 0) {
      return Entry::closed;
    }
    // acquire | that the slot's last pop has read it, from the release of the claim in `pop`.
    const auto ahead = distance(head_.load(std::memory_order_acquire), tail);  // negative only if `tail` is old
    if (ahead >= limit) {
      return Entry::full;
    }
    // relaxed: it only claims, and fails if `tail` is old or it was closed; the slot is published below.
    if (tail_.compare_exchange_weak(tail, tail + one, std::memory_order_relaxed, std::memory_order_relaxed)) {
      Slot& slot = slot_of(tail);
      slot.node.store(&node, std::memory_order_relaxed);  // published by the next line
      // release | the pointer and the message, to the acquire in `pop`.
      slot.turn.store(tail + one, std::memory_order_release);
      return Entry::entered;
    }
  }
}

inline MpscNode* Ring::pop() noexcept {
  Position head = head_.load(std::memory_order_relaxed);  // a guess; the claim below confirms it
  for (;;) {
    Slot& slot = slot_of(head);
    // acquire | the pointer and the message, from the release in `push`.
    const auto age = distance(head + one, slot.turn.load(std::memory_order_acquire));
    if (age < 0) {
      return nullptr;  // not published yet
    }
    MpscNode* const node = slot.node.load(std::memory_order_relaxed);  // of a later push only if `head` is old
    // release | that the slot was read, to the acquire in `push`.
    // relaxed on failure, so also if `head` is old: again a guess.
    if (head_.compare_exchange_weak(head, head + one, std::memory_order_release, std::memory_order_relaxed)) {
      return node;
    }
  }
}

}  // namespace sluice::inline SLUICE_ABI::engine
