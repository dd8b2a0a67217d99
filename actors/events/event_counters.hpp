// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/queue/overflow.hpp>

namespace sluice::inline SLUICE_ABI {

/// How many overflow policies there are.
inline constexpr std::size_t overflow_policies = 6;

/// Not part of the API: what is counted under the stream's lock.
struct DeliveryCounters {
  std::uint64_t published = 0;     ///< events that had a subscriber
  std::uint64_t delivered = 0;     ///< deliveries that began
  std::uint64_t subscribed = 0;    ///< subscriptions that began
  std::uint64_t unsubscribed = 0;  ///< subscriptions that ended
};

/// What a stream has done so far.
struct EventCounters : DeliveryCounters {
  std::array<std::uint64_t, overflow_policies> lost{};  ///< by full buffers, by their policy; `fail` gives back
  std::uint64_t abandoned = 0;                          ///< events that were in a buffer when its subscription ended
  std::uint64_t failures = 0;                           ///< of callbacks

  [[nodiscard]] std::uint64_t lost_by(Overflow policy) const noexcept { return lost[static_cast<std::size_t>(policy)]; }
  /// What is gone: without what was given back.
  [[nodiscard]] std::uint64_t dropped() const noexcept {
    std::uint64_t sum = 0;
    for (const std::uint64_t each : lost) {
      sum += each;
    }
    return sum - lost_by(Overflow::fail);
  }
};

/// Not part of the API: what is counted without the stream's lock.
///
/// Thread safety: any thread.
class LossCounters {
public:
  using Figure = engine::Atomic<std::uintptr_t>;

  constexpr LossCounters() noexcept = default;

  Figure& lost_by(Overflow policy) noexcept { return lost_[static_cast<std::size_t>(policy)]; }

  /// All figures in `counters` but those that the roll counts.
  void read_into(EventCounters& counters) const noexcept {
    for (std::size_t i = 0; i < overflow_policies; ++i) {
      counters.lost[i] = lost_[i].load(std::memory_order_relaxed);  // a figure, as the others
    }
    counters.abandoned = abandoned.load(std::memory_order_relaxed);
    counters.failures = failures.load(std::memory_order_relaxed);
  }

  void reset() noexcept {
    for (Figure& each : lost_) {
      each.store(0, std::memory_order_relaxed);  // nobody else uses it
    }
    abandoned.store(0, std::memory_order_relaxed);  // as above, and below
    failures.store(0, std::memory_order_relaxed);
  }

  Figure abandoned{0};
  Figure failures{0};

private:
  std::array<Figure, overflow_policies> lost_{};
};

}  // namespace sluice::inline SLUICE_ABI
