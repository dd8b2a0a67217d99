// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <bit>
#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/executor.hpp>
#include <sluice/engine/queue/position.hpp>
#include <span>

namespace sluice::inline SLUICE_ABI::engine {

/// Bounded queue of one worker: the owner pushes and pops, others take half of what is there in one step.
///
///     ... | taken | head_: oldest | ... | newest | tail_: free | ...      a position's slot: its low bits
///
/// Who moves what: `tail_` and the slots are written by the owner only; `head_` by everybody, forward, and only by a
/// compare-exchange, which is what makes the positions it passes the caller's. There is no third state "being stolen":
/// nobody ever waits for a thief.
///
/// Why a thief may read slots before they are its own: the owner writes a slot again only after it saw `head_` pass the
/// slot's former position. Then the thief's compare-exchange fails, and what it read is forgotten.
///
/// Why positions do not come back: they count all that was ever pushed. For one to return while a thief is between its
/// read and its claim, 2^64 runnables must pass meanwhile, or 2^32 on a 32-bit target.
///
/// Thread safety: `push`, `pop` by the owner, not by an interrupt of it; `steal_into` by the owner of `own`; the rest by
/// any thread. Another thread may become the owner through an acquire that pairs with a release of the former one.
/// Blocks: never; a claim is tried again only if another one succeeded.
/// Allocates: never.
/// Order: first in, first out; what is taken together keeps its order.
/// Invariants
///  1. `tail_` is never behind `head_`, and at most `capacity` before it.
///  2. Between the two, each slot has the runnable that was pushed there.
class RunQueue {
public:
  RunQueue(const RunQueue&) = delete;
  RunQueue& operator=(const RunQueue&) = delete;

  /// False if the queue is full. A caller that then wants room for long calls `take_half` and puts those elsewhere.
  [[nodiscard]] bool push(Runnable& runnable) noexcept {
    const Position tail = tail_.load(std::memory_order_relaxed);  // relaxed: only the owner, who is here, writes it
    if (room_behind(tail) == 0) {
      return false;
    }
    slot(tail).store(&runnable, std::memory_order_relaxed);  // relaxed: nobody looks behind the tail

    // seq_cst | release: the slot and the runnable's payload, to the acquire in `look`.
    //         | before whatever the owner looks at next; partner: the load in `look`. So a thief that falls asleep
    //         | either sees this, or is seen by an owner who then looks who sleeps.
    tail_.store(tail + 1, std::memory_order_seq_cst);
    return true;
  }

  /// The oldest, or null if there is none.
  [[nodiscard]] Runnable* pop() noexcept {
    const Position tail = tail_.load(std::memory_order_relaxed);  // relaxed: as in `push`
    Position head = head_.load(std::memory_order_relaxed);        // relaxed: a guess, which the claim proves
    while (head != tail) {
      Runnable* const oldest = slot(head).load(std::memory_order_relaxed);  // relaxed: this thread wrote it
      // relaxed: hands nothing over. It only passes thieves' releases on, as every read-modify-write does.
      if (head_.compare_exchange_weak(head, head + 1, std::memory_order_relaxed, std::memory_order_relaxed)) {
        return oldest;
      }
    }
    return nullptr;
  }

  /// Takes the older half, rounded up, but not more than `into` can hold; says how many. The rest of `into` may be
  /// written too. None if all pushes that the caller knows of were taken already.
  [[nodiscard]] std::uint32_t take_half(std::span<Runnable*> into) noexcept;

  /// Takes the older half, rounded up. Gives the first of them to run now; the others are pushed into `own`, as many as
  /// there is room for: usually `own` is empty. Null as none in `take_half`.
  [[nodiscard]] Runnable* steal_into(RunQueue& own) noexcept;

  /// How many there are, or were a moment ago. What the caller knows to have been pushed and not taken, counts.
  [[nodiscard]] std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(look().size); }
  [[nodiscard]] bool is_empty() const noexcept { return size() == 0; }
  [[nodiscard]] std::uint32_t capacity() const noexcept { return mask_ + 1; }

protected:
  using Slot = Atomic<Runnable*>;

  constexpr RunQueue(Slot* slots, std::uint32_t capacity, Position start) noexcept
      : head_{start}, tail_{start}, slots_{slots}, mask_{capacity - 1} {}
  ~RunQueue() = default;

private:
  struct View {
    Position head;
    Position size;
  };

  [[nodiscard]] View look() const noexcept {
    // seq_cst | acquire: the slots before this position and their payloads, from the releases in `push` and `steal_into`.
    //         | after whatever the caller did before; partner: the store in `push`.
    //         | The `head_` that the owner saw then comes along: the one below is at most `capacity` behind.
    const Position tail = tail_.load(std::memory_order_seq_cst);
    const Position head = head_.load(std::memory_order_relaxed);  // relaxed: a guess, which the claim proves
    const Position size = tail - head;
    return {head, size <= capacity() ? size : 0};  // otherwise `head` is newer and has passed all that `tail` told of
  }

  /// How many the owner may still push at `tail`.
  [[nodiscard]] Position room_behind(Position tail) const noexcept {
    // acquire | the thieves' reads, from the release in `take`: they come before this thread writes those slots again.
    return capacity() - (tail - head_.load(std::memory_order_acquire));
  }

  /// Claims the older half, up to `most`, after `put(index, runnable)` for each of them; again if the claim failed.
  template <class Put>
  std::uint32_t take(Position most, Put put) noexcept;

  [[nodiscard]] Slot& slot(Position position) const noexcept { return slots_[position & mask_]; }

  alignas(cache_line) Atomic<Position> head_;  ///< of the oldest; written by everybody who takes
  alignas(cache_line) Atomic<Position> tail_;  ///< where the next one goes; written by the owner
  Slot* const slots_;
  const std::uint32_t mask_;
};

/// A `RunQueue` with its slots.
template <std::uint32_t Capacity = 256>
class RunQueueOf final : public RunQueue {
  static_assert(std::has_single_bit(Capacity), "a position's low bits are its slot");

public:
  /// The most that `take_half` takes.
  static constexpr std::uint32_t largest_half = Capacity - Capacity / 2;

  /// `start` is the first position; only the moment when positions begin again at zero depends on it.
  constexpr explicit RunQueueOf(Position start = 0) noexcept : RunQueue{slots_, Capacity, start} {}

private:
  Slot slots_[Capacity]{};
};

}  // namespace sluice::inline SLUICE_ABI::engine
