// SPDX-License-Identifier: BSL-1.0
// What is larger than a block of the static pool is cut from its untouched end. That happens once, so the order of the
// cases matters: the last one uses the end up.
#include <cstddef>
#include <cstdint>
#include <sluice/engine/memory.hpp>
#include <sluice_test/test.hpp>
#include "all_blocks.hpp"

namespace sluice::engine::memory {
namespace {

constexpr std::size_t block_size = SLUICE_STATIC_BLOCK_SIZE;
constexpr int all = SLUICE_STATIC_BLOCKS;

/// Whether `block` is one of the `count` that begin at `run`.
bool is_in(const void* block, const void* run, std::size_t count) {
  const auto offset = reinterpret_cast<std::uintptr_t>(block) - reinterpret_cast<std::uintptr_t>(run);
  return offset < count * block_size && offset % block_size == 0;
}

TEST(LargeBlock, one_byte_more_than_a_block_takes_two) {
  void* const before = allocate(block_size - 1);
  void* const large = allocate(block_size + 1);
  void* const behind = allocate(block_size);

  EXPECT_TRUE(is_in(large, before, 2) && large != before);
  EXPECT_TRUE(is_in(behind, large, 3) && !is_in(behind, large, 2));

  release(before, block_size - 1);
  release(large, block_size + 1);
  release(behind, block_size);
}

TEST(LargeBlock, comes_back_as_single_blocks) {
  void* const large = allocate(3 * block_size);
  release(large, 3 * block_size);

  void* blocks[3] = {};
  for (void*& block : blocks) {
    block = allocate(1);
  }

  for (void* const block : blocks) {
    EXPECT_TRUE(is_in(block, large, 3));
    release(block, 1);
  }
  EXPECT_TRUE(blocks[0] != blocks[1] && blocks[1] != blocks[2] && blocks[2] != blocks[0]);
}

TEST(LargeBlock, never_takes_blocks_that_were_free_again) {
  void* const first = allocate(2 * block_size);
  release(first, 2 * block_size);

  void* const second = allocate(2 * block_size);

  EXPECT_TRUE(second != nullptr);
  EXPECT_FALSE(is_in(second, first, 2));
  release(second, 2 * block_size);
}

TEST(LargeBlock, only_goes_back_to_where_it_came_from) {
  static std::byte elsewhere[2 * block_size];

  sluice_test::expect_broken_promise([] { release(elsewhere, sizeof(elsewhere)); },
                                     "a block goes back to the pool it came from");
}

TEST(LargeBlock, more_than_there_is_takes_nothing) {
  EXPECT_TRUE(allocate(all * block_size) == nullptr);
  EXPECT_TRUE(allocate((all + 1) * block_size) == nullptr);
  EXPECT_TRUE(allocate(SIZE_MAX) == nullptr);
  EXPECT_TRUE(allocate(SIZE_MAX - block_size + 1) == nullptr);

  void* const large = allocate(2048);
  EXPECT_TRUE(large != nullptr);
  release(large, 2048);
}

TEST(LargeBlock, at_the_end_of_the_pool_nothing_is_lost) {
  void* runs[all / 5] = {};
  int taken = 0;
  while (void* const run = allocate(5 * block_size)) {
    runs[taken++] = run;
  }

  EXPECT_GT(taken, 1);
  EXPECT_EQ(AllBlocks{}.count, all - 5 * taken);
  for (int i = 0; i < taken; ++i) {
    release(runs[i], 5 * block_size);
  }

  EXPECT_EQ(AllBlocks{}.count, all);
  EXPECT_TRUE(allocate(2 * block_size) == nullptr);
  EXPECT_EQ(AllBlocks{}.count, all);
}

}  // namespace
}  // namespace sluice::engine::memory
