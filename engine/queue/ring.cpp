// SPDX-License-Identifier: BSL-1.0
#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/memory.hpp>
#include <sluice/engine/queue/ring.hpp>

namespace sluice::inline SLUICE_ABI::engine {

Result<> Ring::make(std::uint32_t capacity) noexcept {
  check(slots_ == &none_, "a ring is made once");
  if (capacity == 0 || capacity > largest_capacity) {
    return std::unexpected{Error::invalid_argument};
  }
  static_assert(largest_capacity <= SIZE_MAX / sizeof(Slot));
  const std::size_t slots = std::bit_ceil(capacity);
  void* const storage = memory::allocate(slots * sizeof(Slot));
  if (storage == nullptr) {
    return std::unexpected{Error::out_of_memory};
  }
  slots_ = static_cast<Slot*>(storage);
  for (std::size_t index = 0; index < slots; ++index) {
    ::new (static_cast<void*>(slots_ + index)) Slot;
  }
  mask_ = slots - 1;
  capacity_ = capacity;
  return {};
}

Ring::~Ring() {
  check(size() == 0, "a ring is drained before it dies");
  if (slots_ != &none_) {
    memory::release(slots_, (mask_ + 1) * sizeof(Slot));
  }
}

bool Ring::close() noexcept {
  // relaxed: it says nothing but itself; who must not miss it is told by the queue around this ring.
  return (tail_.fetch_or(closed_bit, std::memory_order_relaxed) & closed_bit) == 0;
}

bool Ring::is_closed() const noexcept {
  return (tail_.load(std::memory_order_relaxed) & closed_bit) != 0;  // a hint, as in `close`
}

std::uint32_t Ring::size() const noexcept {
  // relaxed: a hint. The two loads are not ordered, so either end may be ahead of its time: the answer is put right.
  const Position tail = tail_.load(std::memory_order_relaxed) & ~closed_bit;
  const auto inside = distance(head_.load(std::memory_order_relaxed), tail);
  if (inside < 0) {
    return 0;
  }
  const auto many = static_cast<std::uint32_t>(static_cast<Position>(inside) / one);
  return many < capacity_ ? many : capacity_;
}

}  // namespace sluice::inline SLUICE_ABI::engine
