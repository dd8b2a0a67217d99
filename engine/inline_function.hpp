// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <new>
#include <sluice/config.hpp>
#include <sluice/engine/assert.hpp>
#include <type_traits>
#include <utility>

namespace sluice::inline SLUICE_ABI {

template <class Signature, std::size_t Capacity = 4 * sizeof(void*)>
class InlineFunction;

/// A closure that lives inside this object. One that does not fit is a compile error, never an allocation.
///
/// Thread safety: that of the closure.
/// Allocates: never.
template <class Return, class... Arguments, std::size_t Capacity>
class InlineFunction<Return(Arguments...), Capacity> {
public:
  constexpr InlineFunction() noexcept = default;

  template <class Closure, class Stored = std::decay_t<Closure>>
    requires(!std::is_same_v<Stored, InlineFunction> && std::is_invocable_r_v<Return, Stored&, Arguments...>)
  explicit(false) InlineFunction(Closure&& closure) noexcept(std::is_nothrow_constructible_v<Stored, Closure>)
      : operations_{&operations_of<Stored>} {
    static_assert(sizeof(Stored) <= Capacity, "the closure is larger than this InlineFunction's Capacity");
    static_assert(alignof(Stored) <= alignof(std::max_align_t), "the closure is over-aligned");
    static_assert(std::is_nothrow_move_constructible_v<Stored>, "the closure must move without throwing");
    ::new (static_cast<void*>(storage_)) Stored(std::forward<Closure>(closure));
  }

  InlineFunction(InlineFunction&& other) noexcept { take(other); }
  InlineFunction& operator=(InlineFunction&& other) noexcept {
    if (this != &other) {
      reset();
      take(other);
    }
    return *this;
  }
  ~InlineFunction() { reset(); }

  [[nodiscard]] explicit operator bool() const noexcept { return operations_ != nullptr; }

  Return operator()(Arguments... arguments) {
    engine::check(operations_ != nullptr, "an empty InlineFunction is not called");
    return operations_->call(storage_, std::forward<Arguments>(arguments)...);
  }

  /// Destroys the closure.
  void reset() noexcept {
    if (operations_ != nullptr) {
      std::exchange(operations_, nullptr)->destroy(storage_);
    }
  }

private:
  struct Operations {
    Return (*call)(void* closure, Arguments&&... arguments);
    void (*move)(void* from, void* to) noexcept;  // leaves `from` destroyed
    void (*destroy)(void* closure) noexcept;
  };

  template <class Stored>
  static constexpr Operations operations_of{
      [](void* closure, Arguments&&... arguments) -> Return {
        return (*static_cast<Stored*>(closure))(std::forward<Arguments>(arguments)...);
      },
      [](void* from, void* to) noexcept {
        Stored& source = *static_cast<Stored*>(from);
        ::new (to) Stored(std::move(source));
        source.~Stored();
      },
      [](void* closure) noexcept { static_cast<Stored*>(closure)->~Stored(); },
  };

  void take(InlineFunction& other) noexcept {
    if (other.operations_ != nullptr) {
      other.operations_->move(other.storage_, storage_);
      operations_ = std::exchange(other.operations_, nullptr);
    }
  }

  alignas(std::max_align_t) std::byte storage_[Capacity];
  const Operations* operations_ = nullptr;
};

}  // namespace sluice::inline SLUICE_ABI
