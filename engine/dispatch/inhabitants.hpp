// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/atomic.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// Counts who lives in a dispatcher, and decides when its executor may go.
///
///     bits 0-1   shutdown     unscheduled, scheduled, or rescheduled: it became empty again meanwhile
///     bits 2-31  inhabitants
///
///     unscheduled  leave, the last one                   scheduled: look again after a while
///     scheduled    leave, the last one                   rescheduled
///     rescheduled  look again                            scheduled, and once more after a while
///     scheduled    look again, nobody there              unscheduled: shut down
///     scheduled    look again, somebody there            unscheduled
///
/// Invariant: at most one look is under way; who is told to `wait` makes it.
///
/// Thread safety: everything from any thread.
class Inhabitants {
public:
  /// What the caller must do now.
  enum class Duty : std::uint8_t {
    nothing,
    wait,       ///< `look` after the shutdown timeout
    shut_down,  ///< let the executor go
  };

  void enter() noexcept {
    const Word before = word_.fetch_add(one, std::memory_order_relaxed);  // a count that carries nothing else
    check(before < ~Word{0} - one, "fewer than 2^30 live in one dispatcher");
  }

  [[nodiscard]] Duty leave() noexcept;
  [[nodiscard]] Duty look() noexcept;

  [[nodiscard]] std::uint32_t count() const noexcept {
    return word_.load(std::memory_order_relaxed) / one;  // a hint
  }

private:
  using Word = std::uint32_t;
  static constexpr Word unscheduled = 0;
  static constexpr Word scheduled = 1;
  static constexpr Word rescheduled = 2;
  static constexpr Word shutdown_mask = 3;
  static constexpr Word one = 4;

  template <class Next>
  Word change(Next next) noexcept {
    Word word = word_.load(std::memory_order_relaxed);  // a guess
    // acq_rel | release: what the one who leaves did with the executor, to the acquire of the look that ends it.
    //         | acquire: the same, before the executor goes.
    while (!word_.compare_exchange_weak(word, next(word), std::memory_order_acq_rel, std::memory_order_relaxed)) {
    }
    return word;
  }

  Atomic<Word> word_{0};
};

inline Inhabitants::Duty Inhabitants::leave() noexcept {
  const Word before = change([](Word word) {
    check(word >= one, "who leaves a dispatcher had entered it");
    const Word left = word - one;
    if (left >= one) {
      return left;
    }
    return (left & shutdown_mask) == unscheduled ? scheduled : rescheduled;
  });
  return before == (one | unscheduled) ? Duty::wait : Duty::nothing;
}

inline Inhabitants::Duty Inhabitants::look() noexcept {
  const Word before = change([](Word word) {
    return (word & shutdown_mask) == rescheduled ? (word & ~shutdown_mask) | scheduled : word & ~shutdown_mask;
  });
  if ((before & shutdown_mask) == rescheduled) {
    return Duty::wait;
  }
  return before == scheduled ? Duty::shut_down : Duty::nothing;
}

}  // namespace sluice::inline SLUICE_ABI::engine
