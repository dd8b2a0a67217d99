// SPDX-License-Identifier: BSL-1.0
// The engine's memory port for explorations: nothing is reused within an execution, and everything must come back.
#include <cstdlib>
#include <sluice/engine/block_cache.hpp>
#include <sluice/engine/memory.hpp>
#include <sluice/engine/slab_source.hpp>
#include <sluice_model/execution.hpp>

namespace sluice::inline SLUICE_ABI::engine::memory {

void* allocate(std::size_t size) noexcept { return model::Execution::current()->allocate(size); }

void* allocate_forever(std::size_t size) noexcept {
  return model::Execution::current()->allocate(size, cache_line, true);
}

void release(void* block, std::size_t) noexcept {
  if (block != nullptr) {
    model::Execution::current()->release(block);
  }
}

void flush() noexcept {}  // nothing is kept back

}  // namespace sluice::inline SLUICE_ABI::engine::memory

namespace sluice::inline SLUICE_ABI::engine {

void* allocate_slab() noexcept {
  return model::Execution::current()->allocate(BlockCache::slab_size, BlockCache::slab_size, true);
}

}  // namespace sluice::inline SLUICE_ABI::engine
