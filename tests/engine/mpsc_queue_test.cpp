// SPDX-License-Identifier: BSL-1.0
// R9.1
#include <sluice/engine/mpsc_queue.hpp>
#include <sluice_test/test.hpp>

namespace sluice::engine {
namespace {

struct Item : MpscNode {
  int number = 0;
};

int number_of(MpscNode* node) { return node == nullptr ? -1 : static_cast<Item*>(node)->number; }

TEST(MpscQueue, is_empty_at_first) {
  MpscQueue queue;

  EXPECT_TRUE(queue.is_empty());
  EXPECT_FALSE(queue.has_arrivals());
  EXPECT_TRUE(queue.pop() == nullptr);
}

TEST(MpscQueue, pops_in_the_order_of_the_pushes) {
  MpscQueue queue;
  Item items[3];
  for (int i = 0; i < 3; ++i) {
    items[i].number = i;
    queue.push(items[i]);
  }

  for (int i = 0; i < 3; ++i) {
    EXPECT_FALSE(queue.is_empty());
    EXPECT_EQ(number_of(queue.pop()), i);
  }
  EXPECT_TRUE(queue.is_empty());
  EXPECT_TRUE(queue.pop() == nullptr);
}

TEST(MpscQueue, a_popped_node_can_be_pushed_again_at_once) {
  MpscQueue queue;
  Item item;

  for (int round = 0; round < 100; ++round) {
    item.number = round;
    queue.push(item);
    EXPECT_TRUE(queue.has_arrivals());
    EXPECT_EQ(number_of(queue.pop()), round);
    EXPECT_TRUE(queue.is_empty());
  }
}

TEST(MpscQueue, agrees_with_a_reference_over_random_operations) {
  MpscQueue queue;
  Item items[16];
  int pushed = 0;
  int popped = 0;
  std::uint32_t random = 2463534242u;  // xorshift: the same run on every target

  for (int step = 0; step < 20'000; ++step) {
    random ^= random << 13;
    random ^= random >> 17;
    random ^= random << 5;
    const bool full = pushed - popped == 16;
    if (random % 2 == 0 && !full) {
      Item& item = items[pushed % 16];
      item.number = pushed++;
      queue.push(item);
    } else {
      const int expected = pushed == popped ? -1 : popped++;
      EXPECT_EQ(number_of(queue.pop()), expected);
    }
    EXPECT_EQ(queue.is_empty(), pushed == popped);
  }
}

}  // namespace
}  // namespace sluice::engine
