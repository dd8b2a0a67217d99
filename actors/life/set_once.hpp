// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>

namespace sluice::inline SLUICE_ABI {

/// A pointer that its owner sets when what it points to is first needed, and that others may follow meanwhile.
///
/// Thread safety: `get_by_others` from any thread that knows the owner to live; the rest by the owner.
template <class T>
class SetOnce {
public:
  constexpr SetOnce() noexcept = default;

  explicit(false) operator T*() const noexcept {
    return pointer_.load(std::memory_order_relaxed);  // relaxed: the owner's own, or set before the caller was made
  }
  T* operator->() const noexcept { return *this; }
  SetOnce& operator=(T* pointer) noexcept {
    pointer_.store(pointer, std::memory_order_release);  // release | the object, to the acquire in `get_by_others`
    return *this;
  }

  [[nodiscard]] T* get_by_others() const noexcept {
    return pointer_.load(std::memory_order_acquire);  // acquire | the object, from the release of its setting
  }

private:
  engine::Atomic<T*> pointer_{nullptr};
};

}  // namespace sluice::inline SLUICE_ABI
