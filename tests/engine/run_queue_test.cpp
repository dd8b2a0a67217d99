// SPDX-License-Identifier: BSL-1.0
// R9.1
#include <sluice/engine/queue/run_queue.hpp>
#include <sluice_test/test.hpp>

namespace sluice::engine {
namespace {

struct Item final : Runnable {
  void run() noexcept override {}
};

constexpr std::uint32_t most = sizeof(void*) > 4 ? 256 : 64;  // small targets have no memory for more
Item items[most];  // all tests share them: a queue keeps nothing in what passes through

/// Where in `items` it is, or -1 for null.
int number_of(const Runnable* runnable) {
  return runnable == nullptr ? -1 : static_cast<int>(static_cast<const Item*>(runnable) - items);
}

/// Pushes the items `first` to `last - 1`; false if one of them is refused.
bool push_all(RunQueue& queue, std::uint32_t first, std::uint32_t last) {
  bool all = true;
  for (std::uint32_t i = first; i < last; ++i) {
    all = queue.push(items[i]) && all;
  }
  return all;
}

/// Whether popping gives the items `first` to `last - 1`, and then none.
bool pops_exactly(RunQueue& queue, int first, int last) {
  bool all = true;
  for (int i = first; i < last; ++i) {
    all = number_of(queue.pop()) == i && all;
  }
  return all && queue.pop() == nullptr && queue.is_empty();
}

TEST(RunQueue, is_empty_at_first) {
  RunQueueOf<4> queue;
  RunQueueOf<4> own;
  Runnable* taken[4];

  EXPECT_TRUE(queue.is_empty());
  EXPECT_EQ(queue.size(), 0u);
  EXPECT_EQ(queue.capacity(), 4u);
  EXPECT_TRUE(queue.pop() == nullptr);
  EXPECT_EQ(queue.take_half(taken), 0u);
  EXPECT_TRUE(queue.steal_into(own) == nullptr);
}

TEST(RunQueue, pops_in_the_order_of_the_pushes) {
  RunQueueOf<4> queue;

  EXPECT_TRUE(push_all(queue, 0, 3));
  EXPECT_EQ(queue.size(), 3u);

  EXPECT_TRUE(pops_exactly(queue, 0, 3));
}

TEST(RunQueue, a_full_queue_refuses_until_there_is_room) {
  RunQueueOf<2> queue;
  ASSERT_TRUE(push_all(queue, 0, 2));

  EXPECT_FALSE(queue.push(items[2]));
  EXPECT_EQ(queue.size(), 2u);
  EXPECT_EQ(number_of(queue.pop()), 0);
  EXPECT_TRUE(queue.push(items[2]));

  EXPECT_TRUE(pops_exactly(queue, 1, 3));
}

TEST(RunQueue, positions_may_begin_again_at_zero) {
  constexpr Position last = ~Position{0};
  RunQueueOf<4> victim{last - 2};
  RunQueueOf<4> own{last};
  Runnable* taken[4];

  for (int round = 0; round < 8; ++round) {
    EXPECT_TRUE(push_all(victim, 0, 4));
    EXPECT_FALSE(victim.push(items[4]));
    EXPECT_EQ(victim.size(), 4u);
    EXPECT_EQ(number_of(victim.steal_into(own)), 0);
    EXPECT_EQ(number_of(own.pop()), 1);
    EXPECT_EQ(victim.take_half(taken), 1u);
    EXPECT_EQ(number_of(taken[0]), 2);
    EXPECT_TRUE(pops_exactly(victim, 3, 4));
    EXPECT_TRUE(own.is_empty());
  }
}

TEST(RunQueue, a_thief_takes_the_older_half_rounded_up) {
  struct Case {
    std::uint32_t size;
    std::uint32_t half;
  };
  static RunQueueOf<most> victim;
  static RunQueueOf<most> own;

  for (const auto [size, half] :
       {Case{0, 0}, Case{1, 1}, Case{2, 1}, Case{3, 2}, Case{most - 1, most / 2}, Case{most, most / 2}}) {
    ASSERT_TRUE(push_all(victim, 0, size));

    Runnable* const first = victim.steal_into(own);

    EXPECT_EQ(number_of(first), half == 0 ? -1 : 0);
    EXPECT_EQ(own.size(), half == 0 ? 0 : half - 1);
    EXPECT_TRUE(pops_exactly(own, 1, static_cast<int>(half)));
    EXPECT_TRUE(pops_exactly(victim, static_cast<int>(half), static_cast<int>(size)));
  }
}

TEST(RunQueue, an_overflow_moves_the_older_half_out) {
  static RunQueueOf<most> queue;
  static Runnable* batch[RunQueueOf<most>::largest_half];
  ASSERT_TRUE(push_all(queue, 0, most));

  const std::uint32_t taken = queue.take_half(batch);

  EXPECT_EQ(taken, most / 2);
  for (std::uint32_t i = 0; i < taken; ++i) {
    EXPECT_EQ(number_of(batch[i]), static_cast<int>(i));
  }
  EXPECT_TRUE(pops_exactly(queue, most / 2, most));
}

TEST(RunQueue, not_more_is_taken_than_the_caller_can_hold) {
  RunQueueOf<8> queue;
  Runnable* taken[2];
  ASSERT_TRUE(push_all(queue, 0, 8));

  EXPECT_EQ(queue.take_half(std::span<Runnable*>{}), 0u);
  EXPECT_EQ(queue.take_half(taken), 2u);

  EXPECT_EQ(number_of(taken[0]), 0);
  EXPECT_EQ(number_of(taken[1]), 1);
  EXPECT_TRUE(pops_exactly(queue, 2, 8));
}

TEST(RunQueue, what_is_stolen_goes_behind_what_the_thief_has) {
  RunQueueOf<8> victim;
  RunQueueOf<8> own;
  ASSERT_TRUE(push_all(own, 0, 2));
  ASSERT_TRUE(push_all(victim, 9, 10));
  ASSERT_TRUE(push_all(victim, 2, 5));

  EXPECT_EQ(number_of(victim.steal_into(own)), 9);

  EXPECT_TRUE(pops_exactly(own, 0, 3));
  EXPECT_TRUE(pops_exactly(victim, 3, 5));
}

TEST(RunQueue, a_thief_steals_only_what_it_has_room_for) {
  RunQueueOf<8> victim;
  RunQueueOf<2> own;
  ASSERT_TRUE(push_all(own, 10, 11));
  ASSERT_TRUE(push_all(victim, 0, 8));

  EXPECT_EQ(number_of(victim.steal_into(own)), 0);
  EXPECT_EQ(own.size(), 2u);
  EXPECT_EQ(number_of(victim.steal_into(own)), 2);

  EXPECT_EQ(number_of(own.pop()), 10);
  EXPECT_TRUE(pops_exactly(own, 1, 2));
  EXPECT_TRUE(pops_exactly(victim, 3, 8));
}

TEST(RunQueue, a_worker_that_steals_from_itself_is_broken) {
  RunQueueOf<2> queue;

  sluice_test::expect_broken_promise([&] { (void)queue.steal_into(queue); }, "does not steal from itself");
}

}  // namespace
}  // namespace sluice::engine
