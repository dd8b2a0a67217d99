// SPDX-License-Identifier: BSL-1.0
#include <cstdlib>
#include <new>
#include <sluice_model/arena.hpp>

namespace sluice::model {

constexpr std::size_t arena_alignment = 64 * 1024;  // that of the engine's slabs

Arena::Arena() : memory_{static_cast<std::byte*>(std::aligned_alloc(arena_alignment, capacity))} {
  if (memory_ == nullptr) {
    throw std::bad_alloc{};
  }
}

Arena::~Arena() { std::free(memory_); }

void Arena::clear() noexcept {
  used_ = 0;
  outstanding_ = 0;
  blocks_.clear();
}

void* Arena::allocate(std::size_t size, std::size_t alignment, bool forever) {
  const std::size_t start = (used_ + alignment - 1) & ~(alignment - 1);
  if (start + size > capacity) {
    return nullptr;
  }
  used_ = start + size;
  outstanding_ += forever ? 0 : 1;
  blocks_.push_back({memory_ + start, forever});
  return blocks_.back().address;
}

Arena::Released Arena::release(const void* address) noexcept {
  for (Block& block : blocks_) {
    if (block.address == address) {
      if (block.released) {
        return Released::before;
      }
      block.released = true;
      --outstanding_;
      return Released::now;
    }
  }
  return Released::never_taken;
}

std::ptrdiff_t Arena::offset(std::uint64_t address) const noexcept {
  const std::uint64_t distance = address - reinterpret_cast<std::uintptr_t>(memory_);
  return distance < capacity ? static_cast<std::ptrdiff_t>(distance) : -1;
}

}  // namespace sluice::model
