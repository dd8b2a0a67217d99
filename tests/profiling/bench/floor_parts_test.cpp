// SPDX-License-Identifier: BSL-1.0
#include <sluice/profiling/bench/floor/block_pool.hpp>
#include <sluice/profiling/bench/floor/doorbell.hpp>
#include <sluice/profiling/bench/floor/messaging.hpp>
#include <sluice/profiling/bench/floor/team.hpp>

#include <array>
#include <atomic>
#include <set>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace sluice::bench::floor {
namespace {

std::vector<std::uint64_t> drain(MpscQueue& queue, BlockPool& pool) {
  std::vector<std::uint64_t> values;
  while (Block* const block = try_receive(queue)) {
    values.push_back(block->value);
    pool.put(*block);
  }
  return values;
}

TEST(FloorQueue, a_new_queue_is_empty) {
  MpscQueue queue;

  EXPECT_TRUE(queue.is_empty());
  EXPECT_EQ(queue.pop(), nullptr);
}

TEST(FloorQueue, nodes_leave_in_the_order_of_their_pushes) {
  MpscQueue queue;
  BlockPool pool(0);

  for (const std::uint64_t value : {1u, 2u, 3u}) {
    send(queue, pool, value);
  }

  EXPECT_FALSE(queue.is_empty());
  EXPECT_EQ(drain(queue, pool), (std::vector<std::uint64_t>{1, 2, 3}));
  EXPECT_TRUE(queue.is_empty());
}

TEST(FloorQueue, a_queue_that_runs_empty_again_and_again_stays_in_order) {
  MpscQueue queue;
  BlockPool pool(0);

  for (std::uint64_t value = 1; value <= 5; ++value) {
    send(queue, pool, value);
    send(queue, pool, value + 100);
    EXPECT_EQ(drain(queue, pool), (std::vector<std::uint64_t>{value, value + 100}));
  }
  EXPECT_TRUE(queue.is_empty());
  EXPECT_EQ(pool.allocated(), 1024u);
}

TEST(FloorPool, the_block_put_last_is_taken_first) {
  BlockPool pool(0);
  Block& first = pool.take();
  Block& second = pool.take();

  pool.put(first);
  pool.put(second);

  EXPECT_EQ(&pool.take(), &second);
  EXPECT_EQ(&pool.take(), &first);
}

TEST(FloorPool, blocks_in_use_are_different_ones_and_know_their_home) {
  BlockPool pool(0);
  std::set<Block*> blocks;

  for (int i = 0; i < 3000; ++i) {
    Block& block = pool.take();
    EXPECT_EQ(block.home, &pool);
    blocks.insert(&block);
  }

  EXPECT_EQ(blocks.size(), 3000u);
  EXPECT_EQ(pool.allocated(), 3u * 1024);
}

/// Takes all that `pool` has without allocating more.
std::vector<Block*> take_all(BlockPool& pool) {
  std::vector<Block*> blocks;
  do {
    blocks.push_back(&pool.take());
  } while (blocks.size() < 1024);
  return blocks;
}

TEST(FloorPool, foreign_blocks_go_home_in_batches_of_64) {
  BlockPool home(0);
  BlockPool abroad(1);
  const std::vector<Block*> blocks = take_all(home);

  for (std::uint32_t i = 0; i < BlockPool::batch; ++i) {
    abroad.put(*blocks[i]);
  }
  for (std::uint32_t i = 0; i < BlockPool::batch; ++i) {
    (void)home.take();
  }
  EXPECT_EQ(home.allocated(), 1024u);

  for (std::uint32_t i = 0; i < BlockPool::batch - 1; ++i) {
    abroad.put(*blocks[i]);
  }
  (void)home.take();
  EXPECT_EQ(home.allocated(), 2048u);
}

TEST(FloorPool, flush_sends_an_incomplete_batch_home) {
  BlockPool home(0);
  BlockPool abroad(1);
  const std::vector<Block*> blocks = take_all(home);

  abroad.put(*blocks[7]);
  abroad.flush();

  EXPECT_EQ(&home.take(), blocks[7]);
  EXPECT_EQ(home.allocated(), 1024u);
}

TEST(FloorPool, blocks_of_several_homes_find_the_right_one) {
  BlockPool left(0);
  BlockPool right(1);
  BlockPool abroad(2);
  const std::vector<Block*> of_left = take_all(left);
  const std::vector<Block*> of_right = take_all(right);

  for (std::uint32_t i = 0; i < BlockPool::batch; ++i) {
    abroad.put(*of_left[i]);
    abroad.put(*of_right[i]);
  }

  for (std::uint32_t i = 0; i < BlockPool::batch; ++i) {
    EXPECT_EQ(left.take().home, &left);
    EXPECT_EQ(right.take().home, &right);
  }
  EXPECT_EQ(left.allocated(), 1024u);
  EXPECT_EQ(right.allocated(), 1024u);
}

TEST(FloorDoorbell, it_does_not_sleep_while_there_is_something) {
  Doorbell bell;

  bell.sleep_while([] { return false; });
  bell.ring();
}

TEST(FloorDoorbell, a_ring_between_the_look_and_the_sleep_is_not_lost) {
  Doorbell bell;
  int looks = 0;

  bell.sleep_while([&] {
    ++looks;
    bell.ring();
    return true;
  });

  EXPECT_EQ(looks, 1);
}

TEST(FloorTeam, every_member_works_once_and_all_are_there_at_the_same_time) {
  std::array<int, 4> calls{};
  std::atomic<std::int32_t> present{0};

  const auto elapsed = time_team(4, [&](std::uint32_t member) {
    ++calls[member];
    present.fetch_add(1);
    while (present.load() < 4) {
      std::this_thread::yield();
    }
  });

  EXPECT_EQ(calls, (std::array<int, 4>{1, 1, 1, 1}));
  EXPECT_GT(elapsed.count(), 0);
}

}  // namespace
}  // namespace sluice::bench::floor
