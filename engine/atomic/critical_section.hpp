// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <sluice/config.hpp>
#include <sluice/engine/atomic/plain.hpp>
#include <sluice/engine/atomic/spin_hint.hpp>
#include <sluice/engine/critical_section.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// A variable that any code of this one core may touch at any time, its interrupts included.
///
/// Every access is a critical section. That is stronger than any order asked for: the one core sees its own
/// accesses in program order, and the section's calls keep the compiler from moving memory accesses across.
template <class T>
class Atomic {
public:
  using Order = std::memory_order;

  constexpr Atomic() noexcept = default;
  constexpr explicit Atomic(T value) noexcept : value_{value} {}

  [[nodiscard]] T load(Order) const noexcept {
    CriticalSection section;
    return value_;
  }
  void store(T value, Order) noexcept {
    CriticalSection section;
    value_ = value;
  }
  T exchange(T value, Order) noexcept {
    return change([value](T) { return value; });
  }
  [[nodiscard]] bool compare_exchange_weak(T& expected, T desired, Order success, Order failure) noexcept {
    return compare_exchange_strong(expected, desired, success, failure);
  }
  [[nodiscard]] bool compare_exchange_strong(T& expected, T desired, Order, Order) noexcept {
    CriticalSection section;
    if (value_ != expected) {
      expected = value_;
      return false;
    }
    value_ = desired;
    return true;
  }
  T fetch_add(T amount, Order) noexcept {
    return change([amount](T value) { return static_cast<T>(value + amount); });
  }
  T fetch_sub(T amount, Order) noexcept {
    return change([amount](T value) { return static_cast<T>(value - amount); });
  }
  T fetch_or(T bits, Order) noexcept {
    return change([bits](T value) { return static_cast<T>(value | bits); });
  }
  T fetch_and(T bits, Order) noexcept {
    return change([bits](T value) { return static_cast<T>(value & bits); });
  }

private:
  template <class Function>
  T change(Function function) noexcept {
    CriticalSection section;
    const T before = value_;
    value_ = function(before);
    return before;
  }

  T value_{};
};

}  // namespace sluice::inline SLUICE_ABI::engine
