// SPDX-License-Identifier: BSL-1.0
#include "scarce_memory.hpp"

#include <cstdlib>
#include <new>
#include <sluice/engine/memory.hpp>

namespace sluice::inline SLUICE_ABI::engine::memory {

void* allocate(std::size_t size) noexcept {
  if (sluice_fuzz::scarce_memory::is_exhausted) {
    return nullptr;
  }
  ++sluice_fuzz::scarce_memory::blocks;
  return ::operator new(size);
}

void* allocate_forever(std::size_t size) noexcept {
  return std::aligned_alloc(cache_line, (size + cache_line - 1) / cache_line * cache_line);
}

// With the size, so that the address sanitizer compares it.
void release(void* block, std::size_t size) noexcept {
  if (block != nullptr) {
    --sluice_fuzz::scarce_memory::blocks;
    ::operator delete(block, size);
  }
}

void flush() noexcept {}

}  // namespace sluice::inline SLUICE_ABI::engine::memory
