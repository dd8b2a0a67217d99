// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <sluice/config.hpp>
#include <sluice/engine/atomic/plain.hpp>
#include <sluice/engine/atomic/spin_hint.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// A variable that any code of the one core may touch at any time, its interrupts included.
///
/// A core sees its own accesses in program order, and an interrupt is a jump of the same core: so the order that is asked
/// for binds the compiler only, and no barrier instruction is needed. What it asks of the target:
///  - one core, and nothing else (another core, DMA) looks at these variables;
///  - an interrupt between the load and the store of a read-modify-write makes the store fail: Cortex-M clears the
///    exclusive monitor on every entry and return.
template <class T>
class Atomic {
  static_assert(std::atomic<T>::is_always_lock_free, "this target cannot change a T in one step");

public:
  using Order = std::memory_order;

  constexpr Atomic() noexcept = default;
  constexpr explicit Atomic(T value) noexcept : value_{value} {}

  // relaxed: in all of these the two limits around the operation are the order.
  [[nodiscard]] T load(Order order) const noexcept {
    const T value = value_.load(std::memory_order_relaxed);
    limit_if(order != Order::relaxed);
    return value;
  }
  void store(T value, Order order) noexcept {
    limit_if(order != Order::relaxed);
    value_.store(value, std::memory_order_relaxed);
    limit_if(order == Order::seq_cst);
  }
  T exchange(T value, Order order) noexcept {
    return between(order, [&] { return value_.exchange(value, std::memory_order_relaxed); });
  }
  /// Writes `desired` if the value is `expected`; otherwise puts the value into `expected`. May fail for no reason.
  [[nodiscard]] bool compare_exchange_weak(T& expected, T desired, Order success, Order) noexcept {
    return between(success, [&] {
      return value_.compare_exchange_weak(expected, desired, std::memory_order_relaxed, std::memory_order_relaxed);
    });
  }
  /// As the weak form, but fails only if the value differs.
  [[nodiscard]] bool compare_exchange_strong(T& expected, T desired, Order success, Order) noexcept {
    return between(success, [&] {
      return value_.compare_exchange_strong(expected, desired, std::memory_order_relaxed, std::memory_order_relaxed);
    });
  }
  T fetch_add(T amount, Order order) noexcept {
    return between(order, [&] { return value_.fetch_add(amount, std::memory_order_relaxed); });
  }
  T fetch_sub(T amount, Order order) noexcept {
    return between(order, [&] { return value_.fetch_sub(amount, std::memory_order_relaxed); });
  }
  T fetch_or(T bits, Order order) noexcept {
    return between(order, [&] { return value_.fetch_or(bits, std::memory_order_relaxed); });
  }
  T fetch_and(T bits, Order order) noexcept {
    return between(order, [&] { return value_.fetch_and(bits, std::memory_order_relaxed); });
  }

private:
  /// The compiler moves no access to memory across it; the core executes nothing.
  static void limit_if(bool ordered) noexcept {
    if (ordered) {
      asm volatile("" ::: "memory");
    }
  }

  template <class Operation>
  static auto between(Order order, Operation operation) noexcept {
    limit_if(order != Order::relaxed);
    const auto result = operation();
    limit_if(order != Order::relaxed);
    return result;
  }

  std::atomic<T> value_{};
};

}  // namespace sluice::inline SLUICE_ABI::engine
