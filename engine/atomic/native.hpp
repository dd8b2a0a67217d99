// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <sluice/config.hpp>
#include <sluice/engine/atomic/plain.hpp>
#include <sluice/engine/atomic/spin_hint.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// A variable that any thread or interrupt may touch at any time.
template <class T>
class Atomic {
  static_assert(std::atomic<T>::is_always_lock_free, "this target cannot change a T in one step");

public:
  using Order = std::memory_order;

  constexpr Atomic() noexcept = default;
  constexpr explicit Atomic(T value) noexcept : value_{value} {}

  [[nodiscard]] T load(Order order) const noexcept { return value_.load(order); }
  void store(T value, Order order) noexcept { value_.store(value, order); }
  T exchange(T value, Order order) noexcept { return value_.exchange(value, order); }

  /// Writes `desired` if the value is `expected`; otherwise puts the value into `expected`. May fail for no reason.
  [[nodiscard]] bool compare_exchange_weak(T& expected, T desired, Order success, Order failure) noexcept {
    return value_.compare_exchange_weak(expected, desired, success, failure);
  }
  /// As the weak form, but fails only if the value differs.
  [[nodiscard]] bool compare_exchange_strong(T& expected, T desired, Order success, Order failure) noexcept {
    return value_.compare_exchange_strong(expected, desired, success, failure);
  }

  // These return the value from before.
  T fetch_add(T amount, Order order) noexcept { return value_.fetch_add(amount, order); }
  T fetch_sub(T amount, Order order) noexcept { return value_.fetch_sub(amount, order); }
  T fetch_or(T bits, Order order) noexcept { return value_.fetch_or(bits, order); }
  T fetch_and(T bits, Order order) noexcept { return value_.fetch_and(bits, order); }

private:
  std::atomic<T> value_{};
};

}  // namespace sluice::inline SLUICE_ABI::engine
