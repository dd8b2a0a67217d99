// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/atomic.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// Counts owners that may come and go on any thread. Starts at one.
class AtomicCount {
public:
  void add() noexcept {
    // relaxed: a new owner is made from an existing one, so the object is visible and cannot die meanwhile.
    const std::uint32_t before = count_.fetch_add(1, std::memory_order_relaxed);
    check(before != UINT32_MAX, "there are fewer than 2^32 owners");
  }

  /// True for the last owner, who must destroy the object.
  [[nodiscard]] bool drop_last() noexcept {
    // acq_rel | release: this owner's use of the object, to the acquire of the owner that destroys it.
    //         | acquire: the other owners' uses, before the destruction that follows.
    return count_.fetch_sub(1, std::memory_order_acq_rel) == 1;
  }

  [[nodiscard]] std::uint32_t value() const noexcept {
    return count_.load(std::memory_order_relaxed);  // a hint; nothing is concluded from it
  }

private:
  Atomic<std::uint32_t> count_{1};
};

/// Counts owners that all live on one thread. Starts at one.
class PlainCount {
public:
  void add() noexcept {
    check(count_ != UINT32_MAX, "there are fewer than 2^32 owners");
    ++count_;
  }
  [[nodiscard]] bool drop_last() noexcept { return --count_ == 0; }
  [[nodiscard]] std::uint32_t value() const noexcept { return count_; }

private:
  std::uint32_t count_ = 1;
};

}  // namespace sluice::inline SLUICE_ABI::engine
