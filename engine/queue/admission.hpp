// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/queue/entry.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// Counts who is in a queue and says who may come in: the door of a queue that has no slots to count by.
///
///     bit 0      closed  nobody enters any more
///     bits 1-31  inside  who entered and has not left
///
/// Invariant: a closed word with nobody inside stays so; that is how a consumer knows that nothing will come.
///
/// Thread safety: everything from any thread or interrupt; `leave` once by whoever took out one that had entered.
class Admission {
public:
  /// Lets one in, if fewer than `limit` are inside. It may then be pushed, and it must be.
  [[nodiscard]] Entry enter(std::uint32_t limit) noexcept {
    Word word = look();
    for (;;) {
      if ((word & closed) != 0) {
        return Entry::closed;
      }
      if (word / one >= limit) {
        return Entry::full;
      }
      // relaxed: a count that carries nothing else; the message is published by the queue behind this door.
      if (word_.compare_exchange_weak(word, word + one, std::memory_order_relaxed, std::memory_order_relaxed)) {
        return Entry::entered;
      }
    }
  }

  /// Lets `many` in again that had left, whatever the limit; false if it is closed.
  [[nodiscard]] bool enter_again(std::uint32_t many) noexcept {
    Word word = look();
    do {
      if ((word & closed) != 0) {
        return false;
      }
      // relaxed: as in `enter`.
    } while (
        !word_.compare_exchange_weak(word, word + many * one, std::memory_order_relaxed, std::memory_order_relaxed));
    return true;
  }

  void leave() noexcept {
    const Word before = word_.fetch_sub(one, std::memory_order_relaxed);  // as in `enter`
    check(before >= one, "who leaves had entered");
  }

  /// True for the first who closes.
  bool close() noexcept {
    // relaxed: it says nothing but itself; who must not miss it is told by the queue around.
    return (word_.fetch_or(closed, std::memory_order_relaxed) & closed) == 0;
  }

  // True of this moment only, and perhaps of an earlier one.
  [[nodiscard]] std::uint32_t inside() const noexcept { return look() / one; }
  [[nodiscard]] bool is_closed() const noexcept { return (look() & closed) != 0; }

private:
  using Word = std::uint32_t;
  static constexpr Word closed = 1;
  static constexpr Word one = 2;

  [[nodiscard]] Word look() const noexcept {
    return word_.load(std::memory_order_relaxed);  // a hint; what must hold is decided by the read-modify-writes
  }

  Atomic<Word> word_{0};
};

}  // namespace sluice::inline SLUICE_ABI::engine
