// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <new>
#include <sluice/config.hpp>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/error.hpp>
#include <sluice/engine/memory.hpp>
#include <type_traits>
#include <utility>

namespace sluice::inline SLUICE_ABI {

/// The only owner of a `T`, or of something that derives from it. It remembers what it made, so `T` needs no virtual
/// destructor, and a program no operator delete.
///
/// Thread safety: one thread at a time.
/// Allocates: once, in `make`.
template <class T>
class Owned {
public:
  using Object = T;

  /// Makes a `Concrete`. Fails only if memory runs out.
  template <class Concrete = T, class... Arguments>
    requires std::convertible_to<Concrete*, T*>
  [[nodiscard]] static Result<Owned> make(Arguments&&... arguments) {
    static_assert(std::is_nothrow_constructible_v<Concrete, Arguments...>, "an owned object is made without throwing");
    void* const memory = engine::memory::allocate(block_size<Concrete>);
    if (memory == nullptr) {
      return std::unexpected{Error::out_of_memory};
    }
    auto* const object = ::new (aligned<Concrete>(memory)) Concrete(std::forward<Arguments>(arguments)...);
    return Owned{*object, memory, &end<Concrete>};
  }

  /// Takes over what an owner of something more special has.
  template <class Special>
    requires std::convertible_to<Special*, T*>
  explicit(false) Owned(Owned<Special>&& other) noexcept
      : object_{std::exchange(other.object_, nullptr)}, memory_{other.memory_}, end_{other.end_} {}
  Owned(Owned&& other) noexcept
      : object_{std::exchange(other.object_, nullptr)}, memory_{other.memory_}, end_{other.end_} {}
  Owned& operator=(Owned other) noexcept {
    std::swap(object_, other.object_);
    std::swap(memory_, other.memory_);
    std::swap(end_, other.end_);
    return *this;
  }
  ~Owned() {
    if (object_ != nullptr) {
      end_(memory_);
    }
  }

  /// Null only after this owner was moved from.
  [[nodiscard]] T* get() const noexcept { return object_; }
  [[nodiscard]] T& operator*() const noexcept { return *checked(); }
  [[nodiscard]] T* operator->() const noexcept { return checked(); }

private:
  template <class Special>
  friend class Owned;

  // What is over-aligned, as queues with cache lines of their own are, begins somewhat further on.
  template <class Concrete>
  static constexpr std::size_t excess = alignof(Concrete) > engine::memory::alignment
                                            ? alignof(Concrete) - engine::memory::alignment
                                            : 0;
  template <class Concrete>
  static constexpr std::size_t block_size = sizeof(Concrete) + excess<Concrete>;

  template <class Concrete>
  [[nodiscard]] static void* aligned(void* memory) noexcept {
    const auto address = reinterpret_cast<std::uintptr_t>(memory);
    return static_cast<std::byte*>(memory) + (-address & (alignof(Concrete) - 1));
  }

  template <class Concrete>
  static void end(void* memory) noexcept {
    static_cast<Concrete*>(aligned<Concrete>(memory))->~Concrete();
    engine::memory::release(memory, block_size<Concrete>);
  }

  Owned(T& object, void* memory, void (*ending)(void* memory) noexcept) noexcept
      : object_{&object}, memory_{memory}, end_{ending} {}

  [[nodiscard]] T* checked() const noexcept {
    engine::check(object_ != nullptr, "a moved-from owner is not used");
    return object_;
  }

  T* object_;
  void* memory_;  ///< what was allocated
  void (*end_)(void* memory) noexcept;
};

}  // namespace sluice::inline SLUICE_ABI
