// SPDX-License-Identifier: BSL-1.0
// The memory of this program, in place of the engine's: each block is one of the heap's, so that a sanitizer sees who
// touches it behind its end; and it is counted.
#include "counted_memory.hpp"

#include <cstddef>
#include <cstdlib>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/memory.hpp>

namespace sluice::actor_model {
namespace {

std::int64_t blocks = 0;
bool is_short = false;

}  // namespace

std::int64_t living_blocks() noexcept { return blocks; }

Shortage::Shortage() noexcept { is_short = true; }
Shortage::~Shortage() { is_short = false; }

}  // namespace sluice::actor_model

namespace sluice::inline SLUICE_ABI::engine::memory {
namespace {

/// In front of each block.
struct alignas(std::max_align_t) BlockHead {
  std::size_t size;
};

}  // namespace

void* allocate(std::size_t size) noexcept {
  if (actor_model::is_short) {
    return nullptr;
  }
  auto* const head = static_cast<BlockHead*>(std::malloc(sizeof(BlockHead) + size));
  check(head != nullptr, "there is memory for a test");
  head->size = size;
  ++actor_model::blocks;
  return head + 1;
}

void* allocate_forever(std::size_t size) noexcept {
  constexpr std::size_t line = 64;
  return std::aligned_alloc(line, (size + line - 1) / line * line);
}

void release(void* block, std::size_t size) noexcept {
  BlockHead* const head = static_cast<BlockHead*>(block) - 1;
  check(head->size == size, "a block is given back with the size it was taken with");
  --actor_model::blocks;
  std::free(head);
}

void flush() noexcept {}

}  // namespace sluice::inline SLUICE_ABI::engine::memory
