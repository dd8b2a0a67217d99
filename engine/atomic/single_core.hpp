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
///
/// In place even where code is to be small, but for the two that loop: as functions they would decide about the order
/// when they run.
template <class T>
class Atomic {
  static_assert(std::atomic<T>::is_always_lock_free, "this target cannot change a T in one step");

public:
  using Order = std::memory_order;

  constexpr Atomic() noexcept = default;
  constexpr explicit Atomic(T value) noexcept : value_{value} {}

  // relaxed: in all of these the two limits around the operation are the order.
  [[nodiscard, gnu::always_inline]] T load(Order order) const noexcept {
    const T value = value_.load(std::memory_order_relaxed);
    limit_if(order != Order::relaxed);
    return value;
  }
  [[gnu::always_inline]] void store(T value, Order order) noexcept {
    limit_if(order != Order::relaxed);
    value_.store(value, std::memory_order_relaxed);
    limit_if(order == Order::seq_cst);
  }
  [[gnu::always_inline]] T exchange(T value, Order order) noexcept {
    return between(order, [&] { return value_.exchange(value, std::memory_order_relaxed); });
  }
  /// Writes `desired` if the value is `expected`; otherwise puts the value into `expected`. May fail for no reason.
  [[nodiscard]] bool compare_exchange_weak(T& expected, T desired, Order success, Order) noexcept {
    limit_if(releases(success));
    if (!value_.compare_exchange_weak(expected, desired, std::memory_order_relaxed, std::memory_order_relaxed)) {
      limit_if(acquires(success));
      return false;
    }
    limit_if(acquires(success));
    return true;
  }
  /// As the weak form, but fails only if the value differs.
  [[nodiscard]] bool compare_exchange_strong(T& expected, T desired, Order success, Order failure) noexcept {
    // A loop of its own: the compiler's would put the outcome into a register first.
    for (;;) {
      T found = expected;
      if (compare_exchange_weak(found, desired, success, failure)) {
        return true;
      }
      if (found != expected) {
        expected = found;
        return false;
      }
    }
  }
  [[gnu::always_inline]] T fetch_add(T amount, Order order) noexcept {
    return between(order, [&] { return value_.fetch_add(amount, std::memory_order_relaxed); });
  }
  [[gnu::always_inline]] T fetch_sub(T amount, Order order) noexcept {
    return between(order, [&] { return value_.fetch_sub(amount, std::memory_order_relaxed); });
  }
  [[gnu::always_inline]] T fetch_or(T bits, Order order) noexcept {
    return between(order, [&] { return value_.fetch_or(bits, std::memory_order_relaxed); });
  }
  [[gnu::always_inline]] T fetch_and(T bits, Order order) noexcept {
    return between(order, [&] { return value_.fetch_and(bits, std::memory_order_relaxed); });
  }

private:
  static constexpr bool releases(Order order) noexcept {
    return order == Order::release || order == Order::acq_rel || order == Order::seq_cst;
  }
  static constexpr bool acquires(Order order) noexcept { return order != Order::relaxed && order != Order::release; }

  /// The compiler moves no access to memory across it; the core executes nothing.
  [[gnu::always_inline]] static void limit_if(bool ordered) noexcept {
    if (ordered) {
      asm volatile("" ::: "memory");
    }
  }

  template <class Operation>
  [[gnu::always_inline]] static auto between(Order order, Operation operation) noexcept {
    limit_if(releases(order));
    const auto result = operation();
    limit_if(acquires(order));
    return result;
  }

  std::atomic<T> value_{};
};

}  // namespace sluice::inline SLUICE_ABI::engine
