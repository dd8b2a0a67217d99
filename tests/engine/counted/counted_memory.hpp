// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace sluice_test {

/// The engine's memory in this program: it counts, and refuses when it is told to.
struct CountedMemory {
  static inline int blocks = 0;   ///< that are out now
  static inline int grants = -1;  ///< allocations until it refuses; negative: never

  /// Refuses what comes after `grants` allocations, as long as this lives.
  class Shortage {
  public:
    explicit Shortage(int granted) noexcept { grants = granted; }
    ~Shortage() { grants = -1; }
    Shortage(const Shortage&) = delete;
    Shortage& operator=(const Shortage&) = delete;
  };
};

}  // namespace sluice_test
