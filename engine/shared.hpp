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
#include <sluice/engine/share_count.hpp>
#include <type_traits>
#include <utility>

namespace sluice::inline SLUICE_ABI {

/// A copyable owner of one object; the last copy destroys it. FR-PLT: code that shares takes a `Shared`, so that
/// one source serves targets with and without threads.
template <class S>
concept Shared = std::copyable<S> && requires(const S& shared) {
  typename S::Object;
  { *shared } -> std::same_as<typename S::Object&>;
  { shared.get() } -> std::same_as<typename S::Object*>;
  { shared.owners() } -> std::same_as<std::uint32_t>;
};

/// The one implementation of both owners; `Count` says who may copy and drop them at the same time.
///
/// Thread safety: of different copies, that of `Count`; one copy belongs to one thread.
/// Allocates: once, in `make`.
template <class T, class Count>
class CountedShared {
public:
  using Object = T;

  /// Makes the object together with its count. Fails only if memory runs out.
  template <class... Arguments>
  [[nodiscard]] static Result<CountedShared> make(Arguments&&... arguments) {
    static_assert(std::is_nothrow_constructible_v<T, Arguments...>, "a shared object is made without throwing");
    void* const memory = engine::memory::allocate(block_size);
    if (memory == nullptr) {
      return std::unexpected{Error::out_of_memory};
    }
    return CountedShared{::new (aligned(memory)) Block{{}, memory, T(std::forward<Arguments>(arguments)...)}};
  }

  CountedShared(const CountedShared& other) noexcept : block_{other.block_} {
    if (block_ != nullptr) {
      block_->count.add();
    }
  }
  CountedShared(CountedShared&& other) noexcept : block_{std::exchange(other.block_, nullptr)} {}
  CountedShared& operator=(CountedShared other) noexcept {
    std::swap(block_, other.block_);
    return *this;
  }
  ~CountedShared() {
    if (block_ != nullptr && block_->count.drop_last()) {
      void* const memory = block_->memory;
      block_->~Block();
      engine::memory::release(memory, block_size);
    }
  }

  /// Null only after this owner was moved from.
  [[nodiscard]] T* get() const noexcept { return block_ == nullptr ? nullptr : &block_->object; }
  [[nodiscard]] T& operator*() const noexcept { return *checked(); }
  [[nodiscard]] T* operator->() const noexcept { return checked(); }

  /// How many owners there are; out of date at once if other threads have some.
  [[nodiscard]] std::uint32_t owners() const noexcept { return block_ == nullptr ? 0 : block_->count.value(); }

private:
  struct Block {
    Count count;
    void* memory;  ///< what was allocated; further back if the object is over-aligned
    T object;
  };

  static constexpr std::size_t excess = alignof(Block) > engine::memory::alignment
                                            ? alignof(Block) - engine::memory::alignment
                                            : 0;
  static constexpr std::size_t block_size = sizeof(Block) + excess;

  [[nodiscard]] static void* aligned(void* memory) noexcept {
    const auto address = reinterpret_cast<std::uintptr_t>(memory);
    return static_cast<std::byte*>(memory) + (-address & (alignof(Block) - 1));
  }

  explicit CountedShared(Block* block) noexcept : block_{block} {}

  [[nodiscard]] T* checked() const noexcept {
    engine::check(block_ != nullptr, "a moved-from owner is not used");
    return &block_->object;
  }

  Block* block_;
};

/// An owner whose copies may live on different threads and in interrupts.
template <class T>
using ArcShared = CountedShared<T, engine::AtomicCount>;

/// An owner whose copies all live on one thread; cheaper by the atomic operations.
template <class T>
using RcShared = CountedShared<T, engine::PlainCount>;

}  // namespace sluice::inline SLUICE_ABI
