// SPDX-License-Identifier: BSL-1.0
#include <sluice/engine/intrusive_list.hpp>
#include <sluice_test/test.hpp>

namespace sluice::engine {
namespace {

struct Item : ListLink<Item> {
  explicit Item(int n) : number{n} {}
  int number;
};

/// Empties the list and reads its numbers as one decimal number: 1, 2, 3 gives 123.
int digits_of(IntrusiveList<Item>& list) {
  int digits = 0;
  while (const Item* const item = list.pop_front()) {
    digits = digits * 10 + item->number;
  }
  return digits;
}

TEST(IntrusiveList, is_empty_at_first) {
  IntrusiveList<Item> list;

  EXPECT_TRUE(list.is_empty());
  EXPECT_TRUE(list.pop_front() == nullptr);
}

TEST(IntrusiveList, gives_back_in_the_order_of_push_back) {
  Item one{1}, two{2}, three{3};
  IntrusiveList<Item> list;

  list.push_back(one);
  list.push_back(two);
  list.push_back(three);

  EXPECT_EQ(digits_of(list), 123);
  EXPECT_FALSE(one.is_linked());
}

TEST(IntrusiveList, push_front_goes_before_all_others) {
  Item one{1}, two{2}, three{3};
  IntrusiveList<Item> list;

  list.push_back(two);
  list.push_front(one);
  list.push_back(three);

  EXPECT_EQ(digits_of(list), 123);
}

TEST(IntrusiveList, removes_first_middle_last_and_only) {
  Item items[] = {Item{1}, Item{2}, Item{3}, Item{4}};
  IntrusiveList<Item> list;
  for (Item& item : items) {
    list.push_back(item);
  }

  list.remove(items[0]);
  list.remove(items[2]);
  list.remove(items[3]);
  EXPECT_FALSE(list.is_empty());
  list.remove(items[1]);

  EXPECT_TRUE(list.is_empty());
}

TEST(IntrusiveList, an_item_can_come_back_after_it_left) {
  Item one{1}, two{2};
  IntrusiveList<Item> list;
  list.push_back(one);
  list.push_back(two);

  list.remove(one);
  list.push_back(one);

  EXPECT_EQ(digits_of(list), 21);
}

TEST(IntrusiveList, an_object_is_in_one_list_only) {
  sluice_test::expect_broken_promise(
      [] {
        Item item{1};
        IntrusiveList<Item> list;
        list.push_back(item);
        list.push_back(item);
      },
      "an object is in at most one list");
}

TEST(IntrusiveList, an_object_leaves_before_it_dies) {
  sluice_test::expect_broken_promise(
      [] {
        IntrusiveList<Item> list;
        Item item{1};
        list.push_back(item);
      },
      "an object leaves its list before it dies");
}

}  // namespace
}  // namespace sluice::engine
