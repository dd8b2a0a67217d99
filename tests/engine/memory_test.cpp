// SPDX-License-Identifier: BSL-1.0
#include <cstdint>
#include <sluice/engine/memory.hpp>
#include <sluice_test/test.hpp>

namespace sluice::engine::memory {
namespace {

TEST(Memory, blocks_are_aligned_and_distinct) {
  void* const first = allocate(24);
  void* const second = allocate(24);

  EXPECT_TRUE(first != nullptr);
  EXPECT_TRUE(second != nullptr);
  EXPECT_TRUE(first != second);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(first) % alignment, 0u);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(second) % alignment, 0u);

  release(first, 24);
  release(second, 24);
}

TEST(Memory, what_cannot_be_had_is_null_and_not_a_crash) {
  const std::size_t absurd = SIZE_MAX / 4;

  void* const block = allocate(absurd);

  EXPECT_TRUE(block == nullptr);
}

TEST(Memory, a_released_block_can_be_had_again_for_ever) {
  for (int i = 0; i < 10'000; ++i) {  // more than any static pool holds
    void* const block = allocate(16);
    EXPECT_TRUE(block != nullptr);
    release(block, 16);
  }
}

TEST(Memory, releasing_nothing_is_allowed) {
  release(nullptr, 8);

  EXPECT_TRUE(true);
}

}  // namespace
}  // namespace sluice::engine::memory
