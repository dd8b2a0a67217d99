// SPDX-License-Identifier: BSL-1.0
#include <cstdint>
#include <sluice/engine/system_queue.hpp>
#include <sluice_test/test.hpp>

namespace sluice::engine {
namespace {

struct Item : SystemNode {
  int number = 0;
};

/// Whether the list is `first`, `first + 1` ... up to `last`, which is not in it.
bool counts(const SystemNode* oldest, int first, int last) {
  for (; first < last; ++first) {
    if (oldest == nullptr || static_cast<const Item*>(oldest)->number != first) {
      return false;
    }
    oldest = oldest->next.get();
  }
  return oldest == nullptr;
}

TEST(SystemQueue, is_empty_at_first) {
  SystemQueue queue;

  EXPECT_FALSE(queue.has_messages());
  EXPECT_TRUE(queue.drain() == nullptr);
}

TEST(SystemQueue, is_drained_whole_and_oldest_first) {
  SystemQueue queue;
  Item items[3];
  for (int i = 0; i < 3; ++i) {
    items[i].number = i;
    EXPECT_TRUE(queue.push(items[i]));
  }
  EXPECT_TRUE(queue.has_messages());

  EXPECT_TRUE(counts(queue.drain(), 0, 3));

  EXPECT_FALSE(queue.has_messages());
  EXPECT_TRUE(queue.drain() == nullptr);
}

TEST(SystemQueue, a_drained_node_can_be_pushed_again) {
  SystemQueue queue;
  Item item;

  for (int round = 0; round < 3; ++round) {
    item.number = round;
    EXPECT_TRUE(queue.push(item));
    EXPECT_TRUE(counts(queue.drain(), round, round + 1));
  }
}

TEST(SystemQueue, its_end_gives_what_is_left_and_refuses_what_comes) {  // R1.6
  SystemQueue queue;
  Item left;
  Item late;
  EXPECT_TRUE(queue.push(left));

  EXPECT_TRUE(counts(queue.close(), 0, 1));

  EXPECT_FALSE(queue.has_messages());
  EXPECT_FALSE(queue.push(late));
  EXPECT_TRUE(queue.close() == nullptr);
}

TEST(SystemQueue, takes_messages_again_after_it_was_opened) {
  SystemQueue queue;
  Item item;
  (void)queue.close();
  EXPECT_FALSE(queue.push(item));

  queue.open();

  EXPECT_FALSE(queue.has_messages());
  EXPECT_TRUE(queue.push(item));
  EXPECT_TRUE(counts(queue.drain(), 0, 1));
}

TEST(SystemQueue, agrees_with_a_reference_over_random_operations) {
  SystemQueue queue;
  Item items[16];
  int pushed = 0;
  int drained = 0;
  bool closed = false;
  std::uint32_t random = 2463534242u;  // xorshift: the same run on every target

  for (int step = 0; step < 20'000; ++step) {
    random ^= random << 13;
    random ^= random >> 17;
    random ^= random << 5;
    const std::uint32_t choice = random % 16;
    if (choice < 11 && pushed - drained < 16) {
      Item& item = items[pushed % 16];
      item.number = pushed;
      ASSERT_EQ(queue.push(item), !closed);
      pushed += closed ? 0 : 1;
    } else if (choice == 15) {
      ASSERT_TRUE(counts(queue.close(), drained, pushed));
      drained = pushed;
      closed = true;
    } else if (closed) {
      queue.open();
      closed = false;
    } else {
      ASSERT_TRUE(counts(queue.drain(), drained, pushed));
      drained = pushed;
    }
    ASSERT_EQ(queue.has_messages(), pushed != drained);
  }
}

}  // namespace
}  // namespace sluice::engine
