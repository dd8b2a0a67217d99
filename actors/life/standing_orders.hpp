// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>

namespace sluice::inline SLUICE_ABI {

/// What others have told an actor and what is not over yet.
///
///     bits 0-30  suspensions  how many of those that others asked for have not been taken back
///     bit 31     look         a note that its telemetry may have changed is on its way
///
/// However often listeners come and go, an actor has one note of it at most: who finds the bit set leaves it at that,
/// and what it wanted to be seen is seen by the one that is on its way.
///
/// Thread safety: `begin_look` by who knows the actor to live; the rest by its runner.
class StandingOrders {
public:
  /// True if the caller has to tell it; otherwise somebody has.
  [[nodiscard]] bool begin_look() noexcept {
    // release | what has changed, to the acquire in `end_look`.
    return (word_.fetch_or(look, std::memory_order_release) & look) == 0;
  }
  /// The note has come, and the caller looks now; or it could not be sent.
  void end_look() noexcept {
    // acquire | what has changed, from all releases in `begin_look` until now.
    (void)word_.fetch_and(~look, std::memory_order_acquire);
  }

  void suspend() noexcept { (void)word_.fetch_add(1, std::memory_order_relaxed); }  // its runner's own, as what follows
  /// False if there is nothing to take back.
  [[nodiscard]] bool resume() noexcept { return is_suspended() && word_.fetch_sub(1, std::memory_order_relaxed) != 0; }
  [[nodiscard]] bool is_suspended() const noexcept { return (word_.load(std::memory_order_relaxed) & ~look) != 0; }

private:
  static constexpr std::uint32_t look = 1U << 31;

  engine::Atomic<std::uint32_t> word_{0};
};

}  // namespace sluice::inline SLUICE_ABI
