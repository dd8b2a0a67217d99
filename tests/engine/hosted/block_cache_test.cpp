// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <sluice/engine/block_cache.hpp>
#include <sluice/engine/block_registry.hpp>
#include <sluice/engine/memory.hpp>
#include <sluice/engine/slab_source.hpp>
#include <sluice_test/test.hpp>
#include <thread>
#include <vector>

#include <sluice_test/heap_calls.hpp>

namespace sluice::engine {
namespace {

// Slabs are never given back: caches that live as long as the process keep them reachable. Each case has its own.
template <int number>
BlockCache& cache() {
  static BlockCache instance;
  return instance;
}

std::uintptr_t slab_of(void* block) {
  return reinterpret_cast<std::uintptr_t>(block) & ~(std::uintptr_t{BlockCache::slab_size} - 1);
}

std::vector<void*> allocate(BlockCache& from, std::size_t count, std::size_t size) {
  std::vector<void*> blocks(count);
  std::ranges::generate(blocks, [&] { return from.allocate(size); });
  return blocks;
}

TEST(BlockCache, blocks_of_a_class_are_as_far_apart_as_their_size) {
  std::size_t smaller = 0;
  for (std::uint32_t i = 0; i < BlockCache::size_classes; ++i) {
    const std::size_t expected = BlockCache::block_size(i);
    auto* const first = static_cast<std::byte*>(cache<0>().allocate(expected));
    auto* const second = static_cast<std::byte*>(cache<0>().allocate(smaller + 1));

    EXPECT_EQ(std::abs(second - first) % static_cast<std::ptrdiff_t>(expected), 0);
    EXPECT_NE(second, first);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(first) % memory::alignment, 0u);
    smaller = expected;
  }
}

TEST(BlockCache, an_actor_with_two_words_wastes_nothing_and_moves_no_other_block_off_its_line) {
  constexpr std::size_t in_whole_lines = 4;  // the least that are: 448 bytes
  BlockCache& own = cache<30>();
  auto* const before = static_cast<std::byte*>(own.allocate(64));

  auto blocks = allocate(own, in_whole_lines, BlockCache::actor_block);
  auto* const behind = static_cast<std::byte*>(own.allocate(64));

  std::ranges::sort(blocks);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    EXPECT_EQ(static_cast<std::byte*>(blocks[i]) - before,
              static_cast<std::ptrdiff_t>(64 + i * BlockCache::actor_block));
  }
  EXPECT_EQ(behind - before, static_cast<std::ptrdiff_t>(64 + in_whole_lines * BlockCache::actor_block));
}

TEST(BlockCache, a_block_is_used_again_by_its_class_and_no_other) {
  void* const block = cache<1>().allocate(120);
  cache<1>().release(block, 120);

  void* const smaller = cache<1>().allocate(112);
  void* const larger = cache<1>().allocate(129);
  void* const same = cache<1>().allocate(128);

  EXPECT_NE(smaller, block);
  EXPECT_NE(larger, block);
  EXPECT_EQ(same, block);
}

TEST(BlockCache, the_block_released_last_is_used_first) {
  void* const first = cache<2>().allocate(64);
  void* const second = cache<2>().allocate(64);
  cache<2>().release(first, 64);
  cache<2>().release(second, 64);

  EXPECT_EQ(cache<2>().allocate(64), second);
  EXPECT_EQ(cache<2>().allocate(64), first);
}

// A foreign block that is still in a batch cannot be had by its owner: which blocks come back shows what was sent.
TEST(BlockCache, foreign_blocks_go_home_in_batches_of_64) {
  BlockCache& owner = cache<3>();
  BlockCache& other = cache<4>();
  const std::vector<void*> blocks = allocate(owner, BlockCache::batch_size + 1, 64);
  const auto is_one_of_ours = [&](void* block) { return std::ranges::find(blocks, block) != blocks.end(); };

  for (std::uint32_t i = 0; i < BlockCache::batch_size; ++i) {
    other.release(blocks[i], 64);
  }
  EXPECT_FALSE(is_one_of_ours(owner.allocate(64))) << "the batch is full, but only the next one sends it";
  other.release(blocks.back(), 64);

  for (std::uint32_t i = 0; i < BlockCache::batch_size; ++i) {
    EXPECT_TRUE(is_one_of_ours(owner.allocate(64)));
  }
  EXPECT_FALSE(is_one_of_ours(owner.allocate(64))) << "the last one waits in the next batch";
}

TEST(BlockCache, a_flush_sends_what_is_waiting) {
  BlockCache& owner = cache<5>();
  BlockCache& other = cache<6>();
  void* const block = owner.allocate(256);
  other.release(block, 256);
  EXPECT_NE(owner.allocate(256), block);

  other.flush();
  other.flush();

  EXPECT_EQ(owner.allocate(256), block);
}

TEST(BlockCache, blocks_of_many_owners_all_go_home) {
  static BlockCache owners[40];  // more than a cache has outgoing batches
  BlockCache& other = cache<7>();
  std::vector<void*> blocks;
  for (BlockCache& owner : owners) {
    blocks.push_back(owner.allocate(64));
  }

  for (void* const block : blocks) {
    other.release(block, 64);
  }
  other.flush();

  for (std::size_t i = 0; i < blocks.size(); ++i) {
    EXPECT_EQ(owners[i].allocate(64), blocks[i]);
  }
}

TEST(BlockCache, blocks_of_all_classes_go_home) {
  BlockCache& owner = cache<10>();
  BlockCache& other = cache<11>();
  std::array<void*, BlockCache::size_classes> blocks{};
  for (std::uint32_t i = 0; i < BlockCache::size_classes; ++i) {
    blocks[i] = owner.allocate(BlockCache::block_size(i));
    other.release(blocks[i], BlockCache::block_size(i));
  }

  other.flush();

  (void)allocate(owner, 3, BlockCache::actor_block);  // those that were carved with the first
  for (std::uint32_t i = 0; i < BlockCache::size_classes; ++i) {
    EXPECT_EQ(owner.allocate(BlockCache::block_size(i)), blocks[i]);
  }
}

TEST(BlockCache, takes_a_slab_only_when_no_block_is_left) {
  BlockCache& own = cache<12>();
  constexpr std::size_t per_slab = BlockCache::slab_size / BlockCache::largest_block - 1;  // the head takes one's place

  const auto blocks = allocate(own, per_slab, BlockCache::largest_block);
  void* const beyond = own.allocate(BlockCache::largest_block);

  for (void* const block : blocks) {
    EXPECT_EQ(slab_of(block), slab_of(blocks.front()));
  }
  EXPECT_NE(slab_of(beyond), slab_of(blocks.front()));
}

TEST(Slabs, come_from_the_heap_in_large_pieces) {
  constexpr std::uint32_t slabs = 64;
  const std::uint64_t before = sluice_test::heap_calls();

  static std::array<void*, slabs> taken{};  // nobody frees them, but they can be found
  for (void*& slab : taken) {
    slab = allocate_slab();
    ASSERT_NE(slab, nullptr);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(slab) % BlockCache::slab_size, 0u);
  }

  EXPECT_LE(sluice_test::heap_calls() - before, slabs / 8);
  std::ranges::sort(taken);
  EXPECT_EQ(std::ranges::adjacent_find(taken), taken.end());
}

TEST(ThreadCaches, what_is_kept_for_ever_has_lines_of_its_own) {
  constexpr std::size_t large = std::size_t{1024} * 1024;
  void* const first = memory::allocate_forever(cache_line + 1);
  void* const second = memory::allocate_forever(1);
  static void* const largest = memory::allocate_forever(large);  // nobody frees it, but it can be found

  for (void* const memory : {first, second, largest}) {
    ASSERT_NE(memory, nullptr);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % cache_line, 0u);
  }
  EXPECT_GE(static_cast<std::byte*>(second) - static_cast<std::byte*>(first), std::ptrdiff_t{2 * cache_line});
}

TEST(BlockRegistry, a_cache_has_one_owner_until_it_is_abandoned) {
  static BlockRegistry registry;
  EXPECT_EQ(registry.adopt(), nullptr);
  registry.add(cache<13>());
  registry.add(cache<14>());
  EXPECT_EQ(registry.adopt(), nullptr) << "who adds a cache owns it";

  BlockRegistry::abandon(cache<13>());

  EXPECT_EQ(registry.adopt(), &cache<13>());
  EXPECT_EQ(registry.adopt(), nullptr);
}

TEST(BlockRegistry, an_abandoned_cache_has_sent_its_batch_and_keeps_its_blocks) {
  static BlockRegistry registry;
  BlockCache& left = cache<15>();
  BlockCache& other = cache<16>();
  registry.add(left);
  void* const own = left.allocate(64);
  void* const foreign = other.allocate(64);
  left.release(own, 64);
  left.release(foreign, 64);

  BlockRegistry::abandon(left);

  EXPECT_EQ(other.allocate(64), foreign);
  ASSERT_EQ(registry.adopt(), &left);
  EXPECT_EQ(left.allocate(64), own);
}

TEST(BlockRegistry, blocks_come_home_to_a_cache_that_nobody_owns) {
  static BlockRegistry registry;
  BlockCache& left = cache<17>();
  registry.add(left);
  void* const block = left.allocate(64);
  BlockRegistry::abandon(left);

  cache<18>().release(block, 64);
  cache<18>().flush();

  ASSERT_EQ(registry.adopt(), &left);
  EXPECT_EQ(left.allocate(64), block);
}

TEST(ThreadCaches, a_thread_that_comes_takes_over_the_blocks_of_one_that_went) {
  void* block = nullptr;
  std::thread{[&] {
    block = memory::allocate(1000);
    memory::release(block, 1000);
  }}.join();

  void* again = nullptr;
  std::thread{[&] {
    again = memory::allocate(1000);
    memory::release(again, 1000);
  }}.join();

  EXPECT_EQ(again, block);
}

TEST(ThreadCaches, a_block_that_dies_on_another_thread_comes_back_after_its_flush) {
  void* const block = memory::allocate(512);

  std::thread{[block] {
    memory::release(block, 512);
    memory::flush();
  }}.join();

  void* const again = memory::allocate(512);
  EXPECT_EQ(again, block);
  memory::release(again, 512);
}

TEST(ThreadCaches, only_what_is_larger_than_the_largest_block_comes_from_the_heap) {
  memory::release(memory::allocate(BlockCache::largest_block), BlockCache::largest_block);
  const std::uint64_t before = sluice_test::heap_calls();

  void* const largest = memory::allocate(BlockCache::largest_block);
  EXPECT_EQ(sluice_test::heap_calls() - before, 0u);
  void* const larger = memory::allocate(BlockCache::largest_block + 1);
  EXPECT_EQ(sluice_test::heap_calls() - before, 1u);

  memory::release(largest, BlockCache::largest_block);
  memory::release(larger, BlockCache::largest_block + 1);
}

}  // namespace
}  // namespace sluice::engine
