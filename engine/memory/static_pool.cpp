// SPDX-License-Identifier: BSL-1.0
// A free list of equal blocks in static memory: constant time, cannot fragment, sized by the linker map.
#include <cstdint>
#include <new>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/critical_section.hpp>
#include <sluice/engine/memory.hpp>

namespace sluice::inline SLUICE_ABI::engine::memory {
namespace {

union Block {
  Block* next;
  alignas(alignment) std::byte bytes[SLUICE_STATIC_BLOCK_SIZE];
};

// Blocks are handed out from the untouched end of the pool first: so start-up has no list to build.
Block pool[SLUICE_STATIC_BLOCKS];
std::uint32_t untouched = 0;
Block* freed = nullptr;

}  // namespace

void* allocate(std::size_t size) noexcept {
  if (size > sizeof(Block)) {
    return nullptr;
  }
  CriticalSection section;
  if (freed != nullptr) {
    Block* const block = freed;
    freed = block->next;
    return block;
  }
  return untouched < SLUICE_STATIC_BLOCKS ? &pool[untouched++] : nullptr;
}

void* allocate_forever(std::size_t size) noexcept { return allocate(size); }

void release(void* block, std::size_t size) noexcept {
  check(size <= sizeof(Block), "a block goes back to the pool it came from");
  if (block == nullptr) {
    return;
  }
  CriticalSection section;
  freed = ::new (block) Block{.next = freed};
}

void flush() noexcept {}  // there are no caches

}  // namespace sluice::inline SLUICE_ABI::engine::memory
