// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/atomic.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// Counts who is inside something that ends, and decides who ends it: the last one out, or the one who vacates it.
///
///     bit 0      vacated   it ends as soon as nobody is inside
///     bits 1-31  visitors  who entered and has not left
///
///     from                 event             to
///     open                 enter, leave      open
///     open, nobody inside  vacate            vacated, then open again: the caller ends it
///     open                 vacate            vacated
///     vacated              enter             vacated; such a visitor is too late, and leaves
///     vacated              leave, the last   vacated, then open again: the caller ends it
///
/// Why nobody too late stays: who vacates has written before that it is over (a cell: the generation), and who enters
/// looks at that afterwards. Both "thens" are read-modify-writes of this word, so whoever comes second sees the other.
///
/// Invariants
///  1. Of those who find it vacated with nobody inside, one takes the bit away, and that one ends it.
///  2. The word is changed by read-modify-writes only: so who ends it comes after all who ever left.
///
/// Thread safety: `enter` and `leave` from any thread or interrupt; `vacate` once, until it was ended.
class Visits {
public:
  void enter() noexcept {
    // acquire | that it is over, from the release in `vacate`.
    const Word before = word_.fetch_add(one, std::memory_order_acquire);
    check(before < ~Word{0} - one, "fewer than 2^31 are inside at a time");
  }

  /// True if the caller has to end it now.
  [[nodiscard]] bool leave() noexcept {
    // release | what this visitor did inside, to the acquire in `claim`.
    return word_.fetch_sub(one, std::memory_order_release) == (one | vacated) && claim();
  }

  /// It is over, and who enters from now on can see that. True if the caller has to end it now.
  [[nodiscard]] bool vacate() noexcept {
    // release | that it is over, to the acquire in `enter`; and what was done inside, to the acquire in `claim`.
    return word_.fetch_or(vacated, std::memory_order_release) == 0 && claim();
  }

  /// How many are inside. A hint, unless the caller knows who comes and goes.
  [[nodiscard]] std::uint32_t inside() const noexcept {
    // acquire | what those did inside who have left, from the release in `leave`.
    return word_.load(std::memory_order_acquire) / one;
  }

private:
  using Word = std::uint32_t;
  static constexpr Word vacated = 1;
  static constexpr Word one = 2;

  /// False if somebody is inside, who will try this too, or if somebody else was faster.
  [[nodiscard]] bool claim() noexcept {
    Word word = vacated;
    // acquire | what everybody did inside, from the releases in `leave` and `vacate`.
    //         | relaxed on failure: nothing is done then.
    return word_.compare_exchange_strong(word, 0, std::memory_order_acquire, std::memory_order_relaxed);
  }

  Atomic<Word> word_{0};
};

}  // namespace sluice::inline SLUICE_ABI::engine
