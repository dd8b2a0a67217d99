// SPDX-License-Identifier: BSL-1.0
// R3.7, R9.3
#include <sluice/engine/queue/node_list.hpp>
#include <sluice_test/test.hpp>
#include <utility>

namespace sluice::engine {
namespace {

struct Item : MpscNode {
  explicit Item(int n) : number{n} {}
  int number;
};

/// Empties the list and reads its numbers as one decimal number: 1, 2, 3 gives 123.
int digits_of(NodeList& list) {
  int digits = 0;
  while (MpscNode* const node = list.pop_front()) {
    digits = digits * 10 + static_cast<Item*>(node)->number;
  }
  return digits;
}

TEST(NodeList, is_empty_at_first) {
  NodeList list;

  EXPECT_TRUE(list.is_empty());
  EXPECT_EQ(list.size(), 0u);
  EXPECT_TRUE(list.pop_front() == nullptr);
  EXPECT_EQ(list.size(), 0u);
}

TEST(NodeList, gives_back_in_the_order_of_push_back) {
  Item one{1}, two{2}, three{3};
  NodeList list;

  list.push_back(one);
  list.push_back(two);
  list.push_back(three);

  EXPECT_FALSE(list.is_empty());
  EXPECT_EQ(list.size(), 3u);
  EXPECT_EQ(digits_of(list), 123);
  EXPECT_TRUE(list.is_empty());
  EXPECT_EQ(list.size(), 0u);
}

TEST(NodeList, push_front_goes_before_all_others) {
  Item one{1}, two{2}, three{3};
  NodeList list;

  list.push_front(two);
  list.push_front(one);
  list.push_back(three);

  EXPECT_EQ(list.size(), 3u);
  EXPECT_EQ(digits_of(list), 123);
}

TEST(NodeList, can_be_used_again_after_it_was_emptied) {
  Item one{1}, two{2}, three{3};
  NodeList list;
  list.push_back(three);
  EXPECT_EQ(digits_of(list), 3);

  list.push_back(one);
  list.push_back(two);

  EXPECT_EQ(digits_of(list), 12);
}

TEST(NodeList, what_was_stashed_comes_back_to_the_front_in_its_order) {
  Item items[] = {Item{1}, Item{2}, Item{3}, Item{4}, Item{5}};
  NodeList mailbox;
  NodeList stash;
  for (Item& item : items) {
    mailbox.push_back(item);
  }

  stash.push_back(*mailbox.pop_front());
  stash.push_back(*mailbox.pop_front());
  mailbox.prepend(std::move(stash));

  EXPECT_TRUE(stash.is_empty());
  EXPECT_EQ(stash.size(), 0u);
  EXPECT_EQ(mailbox.size(), 5u);
  EXPECT_EQ(digits_of(mailbox), 12345);
}

TEST(NodeList, appends_behind_its_last_node) {
  Item one{1}, two{2}, three{3}, four{4}, five{5};
  NodeList list;
  NodeList behind;
  list.push_back(one);
  list.push_back(two);
  behind.push_back(three);
  behind.push_back(four);

  list.append(std::move(behind));
  list.push_back(five);

  EXPECT_TRUE(behind.is_empty());
  EXPECT_EQ(list.size(), 5u);
  EXPECT_EQ(digits_of(list), 12345);
}

TEST(NodeList, moves_from_and_to_empty_lists_lose_nothing) {
  Item one{1}, two{2}, three{3};
  NodeList list;
  NodeList other;

  list.append(std::move(other));
  list.prepend(std::move(other));
  EXPECT_TRUE(list.is_empty());
  other.push_back(two);
  list.append(std::move(other));
  list.append(std::move(other));
  list.prepend(std::move(other));
  other.prepend(std::move(list));
  other.push_back(three);
  other.push_front(one);

  EXPECT_TRUE(list.is_empty());
  EXPECT_EQ(other.size(), 3u);
  EXPECT_EQ(digits_of(other), 123);
}

TEST(NodeList, moves_with_its_nodes) {
  Item one{1}, two{2};
  NodeList list;
  list.push_back(one);
  list.push_back(two);

  NodeList constructed{std::move(list)};
  EXPECT_TRUE(list.is_empty());
  EXPECT_EQ(constructed.size(), 2u);
  NodeList assigned;
  assigned = std::move(constructed);

  EXPECT_TRUE(constructed.is_empty());
  EXPECT_EQ(digits_of(assigned), 12);
}

TEST(NodeList, takes_what_comes_out_of_a_queue_and_gives_it_back) {
  Item one{1}, two{2};
  MpscQueue queue;
  NodeList list;
  queue.push(one);
  queue.push(two);

  list.push_back(*queue.pop());
  list.push_front(*queue.pop());
  queue.push(*list.pop_front());
  queue.push(*list.pop_front());

  EXPECT_TRUE(queue.pop() == &two);
  EXPECT_TRUE(queue.pop() == &one);
  EXPECT_TRUE(queue.is_empty());
}

TEST(NodeList, is_empty_when_it_dies) {
  sluice_test::expect_broken_promise(
      [] {
        Item item{1};
        NodeList list;
        list.push_back(item);
      },
      "a list of nodes is empty when it dies");
}

TEST(NodeList, loses_no_nodes_to_an_assignment) {
  sluice_test::expect_broken_promise(
      [] {
        Item item{1};
        NodeList list;
        list.push_back(item);
        list = NodeList{};
      },
      "a list is empty when another is moved into it");
}

}  // namespace
}  // namespace sluice::engine
