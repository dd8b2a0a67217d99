// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <sluice/config.hpp>

namespace sluice::inline SLUICE_ABI::asio_bridge {

/// Where a handler lives while it is in a loop's queue: one at a time, so a post takes no memory and cannot fail.
class HandlerMemory {
public:
  HandlerMemory() noexcept = default;
  HandlerMemory(const HandlerMemory&) = delete;
  HandlerMemory& operator=(const HandlerMemory&) = delete;

  /// What Asio asks for the memory. It gives the memory back before it calls the handler, and before it ends it.
  template <class T>
  class Allocator {
  public:
    using value_type = T;  // NOLINT(readability-identifier-naming): the library's name

    explicit Allocator(HandlerMemory& memory) noexcept : memory_{&memory} {}
    template <class U>
    explicit(false) Allocator(const Allocator<U>& other) noexcept : memory_{other.memory_} {}

    [[nodiscard]] T* allocate(std::size_t) noexcept {
      static_assert(sizeof(T) <= size && alignof(T) <= alignof(std::max_align_t), "Asio's operation is larger here");
      return static_cast<T*>(static_cast<void*>(memory_->bytes_));
    }
    void deallocate(T*, std::size_t) noexcept {}

    friend bool operator==(const Allocator&, const Allocator&) noexcept = default;

  private:
    template <class U>
    friend class Allocator;
    HandlerMemory* memory_;
  };

  [[nodiscard]] Allocator<void> allocator() noexcept { return Allocator<void>{*this}; }

private:
  // Asio's operation, our handler (three pointers) and the allocator; nine pointers in Asio 1.22.
  static constexpr std::size_t size = 16 * sizeof(void*);

  alignas(std::max_align_t) std::byte bytes_[size];
};

}  // namespace sluice::inline SLUICE_ABI::asio_bridge
