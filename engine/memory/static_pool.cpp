// SPDX-License-Identifier: BSL-1.0
// A free list of equal blocks in static memory: constant time, cannot fragment, sized by the linker map.
// What needs more than a block gets neighbours that nobody had before, and gives them back as single blocks.
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

[[nodiscard]] constexpr std::size_t blocks_of(std::size_t size) noexcept {
  return size / sizeof(Block) + (size % sizeof(Block) == 0 ? 0 : 1);  // rounding up first could overflow
}

/// Blocks in a row. Never freed ones: to find neighbours among those takes a search, and leaves gaps.
[[gnu::noinline]] void* allocate_run(std::size_t blocks) noexcept {
  CriticalSection section;
  if (blocks > SLUICE_STATIC_BLOCKS - untouched) {
    return nullptr;
  }
  Block* const first = &pool[untouched];
  untouched += static_cast<std::uint32_t>(blocks);
  return first;
}

[[nodiscard]] bool is_run(const void* first, std::size_t blocks) noexcept {
  const std::uintptr_t offset = reinterpret_cast<std::uintptr_t>(first) - reinterpret_cast<std::uintptr_t>(pool);
  return offset < sizeof(pool) && offset % sizeof(Block) == 0 && blocks <= (sizeof(pool) - offset) / sizeof(Block);
}

void release_one(void* block) noexcept {
  auto* const free = ::new (block) Block;  // not initialised: `Block{.next = ...}` would clear the whole of it
  CriticalSection section;
  free->next = freed;
  freed = free;
}

/// Each block in a section of its own, so that an interrupt waits no longer than for one. The first comes last and is
/// the next to be handed out.
[[gnu::noinline]] void release_run(void* first, std::size_t blocks) noexcept {
  check(is_run(first, blocks), "a block goes back to the pool it came from");
  for (std::size_t i = blocks; i > 0; --i) {
    release_one(static_cast<Block*>(first) + (i - 1));
  }
}

}  // namespace

void* allocate(std::size_t size) noexcept {
  if (size > sizeof(Block)) {
    return allocate_run(blocks_of(size));
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
  if (block == nullptr) {
    return;
  }
  if (size > sizeof(Block)) {
    release_run(block, blocks_of(size));
  } else {
    release_one(block);
  }
}

void flush() noexcept {}  // there are no caches

}  // namespace sluice::inline SLUICE_ABI::engine::memory
