// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>

namespace sluice::inline SLUICE_ABI::schedule {

/// A pointer that its owner writes for itself, as it would a plain one, and that others may look at without following it.
template <class T>
class Shown {
public:
  [[nodiscard]] T* get() const noexcept {
    return pointer_.load(std::memory_order_relaxed);  // relaxed: the owner's own; for others a number
  }
  void set(T* pointer) noexcept { pointer_.store(pointer, std::memory_order_relaxed); }  // the same

private:
  engine::Atomic<T*> pointer_{nullptr};
};

}  // namespace sluice::inline SLUICE_ABI::schedule
