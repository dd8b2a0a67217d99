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

/// Writes all bytes of a block, then reads them once others are written too.
struct Marked {
  std::size_t size;
  unsigned char* bytes = nullptr;

  bool write(unsigned char mark) {
    bytes = static_cast<unsigned char*>(allocate(size));
    for (std::size_t i = 0; bytes != nullptr && i < size; ++i) {
      bytes[i] = mark;
    }
    return bytes != nullptr;
  }
  [[nodiscard]] bool is_intact(unsigned char mark) const {
    for (std::size_t i = 0; i < size; ++i) {
      if (bytes[i] != mark) {
        return false;
      }
    }
    return true;
  }
};

TEST(Memory, blocks_of_any_size_are_the_holders_alone) {
  Marked blocks[] = {{1}, {63}, {2048}, {64}, {127}, {129}, {255}, {1}};  // around the blocks of the static pools

  unsigned char mark = 0;
  for (Marked& block : blocks) {
    ASSERT_TRUE(block.write(++mark));
  }

  mark = 0;
  for (const Marked& block : blocks) {
    EXPECT_TRUE(block.is_intact(++mark));
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block.bytes) % alignment, 0u);
    release(block.bytes, block.size);
  }
}

TEST(Memory, releasing_nothing_is_allowed) {
  release(nullptr, 8);
  release(nullptr, 2048);

  EXPECT_TRUE(true);
}

}  // namespace
}  // namespace sluice::engine::memory
