// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <sluice/config.hpp>
#include <sluice_model/execution.hpp>
#include <type_traits>
#include <utility>

/// The explorer's backend of `engine/atomic.hpp`: inside an execution every access goes through the memory model,
/// outside of one they are ordinary variables. The shape is that of the native backend, with the call's place in the
/// source as a silent last argument.
namespace sluice::inline SLUICE_ABI::engine {

template <class T>
class Atomic {
  static_assert(sizeof(T) <= sizeof(std::uint64_t) && std::is_trivially_copyable_v<T>);
  using Site = model::Site;

public:
  using Order = std::memory_order;

  constexpr Atomic() noexcept : Atomic{T{}} {}
  constexpr explicit Atomic(T value) noexcept : value_{value} {
    if (!std::is_constant_evaluated()) {
      if (model::Execution* const execution = model::Execution::current()) {
        location_ = execution->is_alone() ? not_yet : execution->create(bits(value));
        execution_ = execution->number();
      }
    }
  }
  constexpr ~Atomic() {
    if (!std::is_constant_evaluated()) {
      model::Execution* const execution = model::Execution::current();
      if (execution != nullptr && execution_ == execution->number() &&
          !(location_ == not_yet && execution->is_alone())) {
        enter()->destroy(location_, {"a destructor", 0});
      }
    }
  }
  Atomic(const Atomic&) = delete;
  Atomic& operator=(const Atomic&) = delete;

  [[nodiscard]] T load(Order order, const char* file = __builtin_FILE(), std::uint32_t line = __builtin_LINE()) const {
    model::Execution* const execution = enter();
    return execution == nullptr ? value_ : value_of(execution->load(location_, order, Site{file, line}));
  }
  void store(T value, Order order, const char* file = __builtin_FILE(), std::uint32_t line = __builtin_LINE()) {
    if (model::Execution* const execution = enter()) {
      execution->store(location_, bits(value), order, Site{file, line});
    } else {
      value_ = value;
    }
  }
  T exchange(T value, Order order, const char* file = __builtin_FILE(), std::uint32_t line = __builtin_LINE()) {
    return modify("exchange", order, {file, line}, [value](T) { return value; });
  }
  [[nodiscard]] bool compare_exchange_weak(T& expected, T desired, Order success, Order failure,
                                           const char* file = __builtin_FILE(), std::uint32_t line = __builtin_LINE()) {
    return compare_exchange_strong(expected, desired, success, failure, file, line);
  }
  [[nodiscard]] bool compare_exchange_strong(T& expected, T desired, Order success, Order failure,
                                             const char* file = __builtin_FILE(),
                                             std::uint32_t line = __builtin_LINE()) {
    model::Execution* const execution = enter();
    if (execution == nullptr) {
      if (value_ == expected) {
        value_ = desired;
        return true;
      }
      expected = value_;
      return false;
    }
    std::uint64_t found = bits(expected);
    if (execution->compare_exchange(location_, found, bits(desired), success, failure, Site{file, line})) {
      return true;
    }
    expected = value_of(found);
    return false;
  }
  T fetch_add(T amount, Order order, const char* file = __builtin_FILE(), std::uint32_t line = __builtin_LINE()) {
    return modify("add", order, {file, line}, [amount](T value) { return static_cast<T>(value + amount); });
  }
  T fetch_sub(T amount, Order order, const char* file = __builtin_FILE(), std::uint32_t line = __builtin_LINE()) {
    return modify("sub", order, {file, line}, [amount](T value) { return static_cast<T>(value - amount); });
  }
  T fetch_or(T mask, Order order, const char* file = __builtin_FILE(), std::uint32_t line = __builtin_LINE()) {
    return modify("or", order, {file, line}, [mask](T value) { return static_cast<T>(value | mask); });
  }
  T fetch_and(T mask, Order order, const char* file = __builtin_FILE(), std::uint32_t line = __builtin_LINE()) {
    return modify("and", order, {file, line}, [mask](T value) { return static_cast<T>(value & mask); });
  }

private:
  static std::uint64_t bits(T value) noexcept {
    if constexpr (std::is_pointer_v<T>) {
      return reinterpret_cast<std::uintptr_t>(value);
    } else {
      return static_cast<std::uint64_t>(value);
    }
  }
  static T value_of(std::uint64_t bits) noexcept {
    if constexpr (std::is_pointer_v<T>) {
      return reinterpret_cast<T>(static_cast<std::uintptr_t>(bits));
    } else {
      return static_cast<T>(bits);
    }
  }

  // Built with the scenario: everybody knows of it, and most slots of large arrays are never touched.
  static constexpr std::uint32_t not_yet = UINT32_MAX;

  // A variable from before the threads joins them with the value that it had.
  model::Execution* enter() const {
    model::Execution* const execution = model::Execution::current();
    if (execution != nullptr && (execution_ != execution->number() || location_ == not_yet)) {
      location_ = execution->create(bits(value_), true);
      execution_ = execution->number();
    }
    return execution;
  }

  template <class Change>
  T modify(const char* what, Order order, Site site, Change change) {
    model::Execution* const execution = enter();
    if (execution == nullptr) {
      return std::exchange(value_, change(value_));
    }
    return value_of(execution->modify(location_, order, site, what,
                                      [&](std::uint64_t before) { return bits(change(value_of(before))); }));
  }

  T value_;
  mutable std::uint32_t location_ = 0;
  mutable std::uint32_t execution_ = 0;
};

template <class T>
class Plain {
public:
  constexpr Plain() noexcept : Plain{T{}} {}
  constexpr explicit Plain(T value) noexcept : value_{std::move(value)} {
    if (!std::is_constant_evaluated()) {
      touch(true, {"a constructor", 0});
    }
  }
  constexpr ~Plain() {
    if (!std::is_constant_evaluated()) {
      touch(true, {"a destructor", 0});
      if (model::Execution* const execution = model::Execution::current()) {
        execution->end_plain(state_);
      }
    }
  }
  Plain(const Plain&) = delete;
  Plain& operator=(const Plain&) = delete;

  [[nodiscard]] const T& get(const char* file = __builtin_FILE(), std::uint32_t line = __builtin_LINE()) const {
    touch(false, {file, line});
    return value_;
  }
  void set(T value, const char* file = __builtin_FILE(), std::uint32_t line = __builtin_LINE()) {
    touch(true, {file, line});
    value_ = std::move(value);
  }

private:
  void touch(bool writes, model::Site site) const {
    model::Execution* const execution = model::Execution::current();
    if (execution == nullptr) {
      return;
    }
    if (state_.execution != execution->number()) {
      state_ = {};
      state_.execution = execution->number();
    }
    execution->touch_plain(state_, writes, site);
  }

  T value_;
  mutable model::PlainState state_;
};

inline void spin_hint() {
  if (model::Execution* const execution = model::Execution::current()) {
    execution->yield();
  }
}

}  // namespace sluice::inline SLUICE_ABI::engine
