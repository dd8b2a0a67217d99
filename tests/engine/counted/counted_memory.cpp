// SPDX-License-Identifier: BSL-1.0
#include "counted_memory.hpp"

#include <cstdlib>
#include <sluice/engine/block_cache.hpp>
#include <sluice/engine/memory.hpp>
#include <sluice/engine/slab_source.hpp>

using sluice_test::CountedMemory;

namespace sluice::inline SLUICE_ABI::engine::memory {

void* allocate(std::size_t size) noexcept {
  if (CountedMemory::grants == 0) {
    return nullptr;
  }
  if (CountedMemory::grants > 0) {
    --CountedMemory::grants;
  }
  ++CountedMemory::blocks;
  return std::malloc(size);
}

void* allocate_forever(std::size_t size) noexcept {
  return std::aligned_alloc(cache_line, (size + cache_line - 1) / cache_line * cache_line);
}

void release(void* block, std::size_t) noexcept {
  CountedMemory::blocks -= block == nullptr ? 0 : 1;
  std::free(block);
}

void flush() noexcept {}

}  // namespace sluice::inline SLUICE_ABI::engine::memory

namespace sluice::inline SLUICE_ABI::engine {

void* allocate_slab() noexcept { return std::aligned_alloc(BlockCache::slab_size, BlockCache::slab_size); }

}  // namespace sluice::inline SLUICE_ABI::engine
