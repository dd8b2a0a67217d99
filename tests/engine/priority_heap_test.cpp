// SPDX-License-Identifier: BSL-1.0
// KIND-4, D9
#include <cstdint>
#include <sluice/engine/queue/priority_heap.hpp>
#include <sluice_test/test.hpp>

namespace sluice::engine {
namespace {

static_assert(sizeof(void*) != 8 || sizeof(PriorityNode) == 32);
static_assert(sizeof(void*) != 4 || sizeof(PriorityNode) == 16);

struct Item : PriorityNode {
  Item(int n, std::int32_t p) : number{n} { priority = p; }
  int number;
};

int number_of(PriorityNode* node) { return node == nullptr ? -1 : static_cast<Item*>(node)->number; }

/// Empties the heap and reads its numbers as one decimal number: 1, 2, 3 gives 123.
int digits_of(PriorityHeap& heap) {
  int digits = 0;
  while (PriorityNode* const node = heap.pop()) {
    digits = digits * 10 + number_of(node);
  }
  return digits;
}

/// The same from the other end.
int least_urgent_digits_of(PriorityHeap& heap) {
  int digits = 0;
  while (PriorityNode* const node = heap.pop_least_urgent()) {
    digits = digits * 10 + number_of(node);
  }
  return digits;
}

template <std::size_t count>
void push_all(PriorityHeap& heap, Item (&items)[count]) {
  for (Item& item : items) {
    heap.push(item);
  }
}

TEST(PriorityHeap, is_empty_at_first) {
  PriorityHeap heap;

  EXPECT_TRUE(heap.is_empty());
  EXPECT_EQ(heap.size(), 0u);
  EXPECT_TRUE(heap.front() == nullptr);
  EXPECT_TRUE(heap.pop() == nullptr);
  EXPECT_TRUE(heap.pop_least_urgent() == nullptr);
  EXPECT_EQ(heap.size(), 0u);
}

TEST(PriorityHeap, a_lower_number_comes_first) {
  Item items[] = {{3, 10}, {1, -4}, {4, 12}, {2, 0}};
  PriorityHeap heap;

  push_all(heap, items);

  EXPECT_EQ(heap.size(), 4u);
  EXPECT_EQ(digits_of(heap), 1234);
  EXPECT_TRUE(heap.is_empty());
}

TEST(PriorityHeap, equals_come_in_the_order_of_their_arrival) {
  Item items[] = {{4, 10}, {1, 5}, {5, 10}, {2, 5}, {6, 10}, {3, 5}, {7, 10}};
  PriorityHeap heap;

  push_all(heap, items);

  EXPECT_EQ(digits_of(heap), 1234567);
}

TEST(PriorityHeap, a_newcomer_is_behind_its_equals_between_pops) {
  Item one{1, 10}, two{2, 10}, three{3, 10}, four{4, 10};
  PriorityHeap heap;
  heap.push(one);
  heap.push(two);
  heap.push(three);
  EXPECT_EQ(number_of(heap.pop()), 1);

  heap.push(four);
  heap.push(one);

  EXPECT_EQ(digits_of(heap), 2341);
}

TEST(PriorityHeap, the_extremes_are_priorities_as_all_others) {
  Item items[] = {{6, INT32_MAX}, {1, INT32_MIN}, {4, 0}, {5, 1}, {7, INT32_MAX}, {2, INT32_MIN}, {3, -1}};
  PriorityHeap heap;

  push_all(heap, items);

  EXPECT_EQ(digits_of(heap), 1234567);
}

TEST(PriorityHeap, front_shows_the_next_and_leaves_it) {
  Item items[] = {{2, 2}, {1, 1}};
  PriorityHeap heap;

  push_all(heap, items);

  EXPECT_EQ(number_of(heap.front()), 1);
  EXPECT_EQ(number_of(heap.front()), 1);
  EXPECT_EQ(heap.size(), 2u);
  EXPECT_EQ(digits_of(heap), 12);
}

TEST(PriorityHeap, the_least_urgent_is_the_oldest_of_the_highest_number) {
  Item items[] = {{3, 5}, {1, 10}, {5, INT32_MIN}, {2, 10}, {4, 5}};
  PriorityHeap heap;

  push_all(heap, items);

  EXPECT_EQ(least_urgent_digits_of(heap), 12345);
  EXPECT_EQ(heap.size(), 0u);
}

TEST(PriorityHeap, dropping_the_least_urgent_leaves_the_others_in_order) {
  Item items[] = {{3, 10}, {1, 5}, {4, 10}, {2, 5}, {9, 11}, {5, 10}, {8, 11}};
  PriorityHeap heap;
  push_all(heap, items);

  EXPECT_EQ(number_of(heap.pop_least_urgent()), 9);
  EXPECT_EQ(number_of(heap.pop_least_urgent()), 8);

  EXPECT_EQ(heap.size(), 5u);
  EXPECT_EQ(digits_of(heap), 12345);
}

TEST(PriorityHeap, equals_keep_their_order_when_the_count_of_arrivals_wraps) {
  Item items[] = {{1, 3}, {2, 3}, {3, 3}, {4, 3}, {5, 3}, {6, 3}};
  PriorityHeap heap{Position{} - 3};

  push_all(heap, items);
  EXPECT_EQ(items[5].arrival, 2u);
  EXPECT_EQ(digits_of(heap), 123456);
  PriorityHeap other{Position{} - 3};
  push_all(other, items);

  EXPECT_EQ(least_urgent_digits_of(other), 123456);
}

TEST(PriorityHeap, equals_keep_their_order_when_arrivals_change_their_sign) {
  Item items[] = {{1, 3}, {2, 3}, {3, 3}, {4, 3}};
  PriorityHeap heap{INT32_MAX - 1};

  push_all(heap, items);

  EXPECT_EQ(digits_of(heap), 1234);
}

TEST(PriorityHeap, is_empty_when_it_dies) {
  sluice_test::expect_broken_promise(
      [] {
        Item item{1, 1};
        PriorityHeap heap;
        heap.push(item);
      },
      "a heap is empty when it dies");
}

}  // namespace
}  // namespace sluice::engine
