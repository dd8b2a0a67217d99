// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace sluice::model {

/// Threads of one execution: the scenario's, and thread 0, which builds and inspects.
inline constexpr std::uint32_t max_threads = 8;

/// How many steps a thread had taken. Small, so that a clock is one register of every x86-64.
using Stamp = std::int16_t;
inline constexpr std::uint32_t max_stamp = INT16_MAX;

/// For every thread, how much of its past is known here.
class VectorClock {
public:
  [[nodiscard]] Stamp operator[](std::uint32_t thread) const noexcept { return stamps_[thread]; }

  void set(std::uint32_t thread, Stamp stamp) noexcept { stamps_[thread] = stamp; }
  void tick(std::uint32_t thread) noexcept { ++stamps_[thread]; }
  void join(const VectorClock& other) noexcept { stamps_ = stamps_ > other.stamps_ ? stamps_ : other.stamps_; }

private:
  using Stamps [[gnu::vector_size(max_threads * sizeof(Stamp))]] = Stamp;
  Stamps stamps_{};
};

/// A moment in one thread's life.
struct Moment {
  std::uint16_t thread = 0;
  Stamp stamp = 0;

  /// Whether the moment happened before everything that `clock`'s owner does from now on.
  [[nodiscard]] bool known_to(const VectorClock& clock) const noexcept { return stamp <= clock[thread]; }
};

}  // namespace sluice::model
