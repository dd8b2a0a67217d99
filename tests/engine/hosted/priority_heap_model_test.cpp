// SPDX-License-Identifier: BSL-1.0
// KIND-4, D9: a heap against a multimap, which keeps equals in the order of their insertion.
#include <cstdint>
#include <iterator>
#include <map>
#include <sluice/engine/queue/priority_heap.hpp>
#include <sluice_test/test.hpp>
#include <vector>

namespace sluice::engine {
namespace {

class Model {
public:
  Model() {
    for (PriorityNode& node : nodes_) {
      unused_.push_back(&node);
    }
  }

  void push(std::int32_t priority) {
    if (!unused_.empty()) {
      PriorityNode* const node = unused_.back();
      unused_.pop_back();
      node->priority = priority;
      heap_.push(*node);
      reference_.emplace(priority, node);
    }
  }

  [[nodiscard]] bool pop() {
    const auto expected = reference_.begin();
    return heap_.front() == node_at(expected) && take_out(heap_.pop(), expected);
  }

  [[nodiscard]] bool pop_least_urgent() {
    const auto expected =
        reference_.empty() ? reference_.end() : reference_.lower_bound(std::prev(reference_.end())->first);
    return take_out(heap_.pop_least_urgent(), expected);
  }

  [[nodiscard]] std::size_t size() const { return reference_.size(); }

private:
  using Reference = std::multimap<std::int32_t, PriorityNode*>;

  [[nodiscard]] PriorityNode* node_at(Reference::iterator position) {
    return position == reference_.end() ? nullptr : position->second;
  }

  [[nodiscard]] bool take_out(const PriorityNode* popped, Reference::iterator expected) {
    const bool agrees = popped == node_at(expected);
    if (expected != reference_.end()) {
      unused_.push_back(expected->second);
      reference_.erase(expected);
    }
    return agrees && heap_.size() == reference_.size() && heap_.is_empty() == reference_.empty();
  }

  std::vector<PriorityNode> nodes_ = std::vector<PriorityNode>(200);
  std::vector<PriorityNode*> unused_;
  PriorityHeap heap_{Position{} - 10'000};  // the count of arrivals wraps on the way
  Reference reference_;
};

/// Few values, so that many are equal, and the extremes among them.
std::int32_t priority_of(std::uint32_t random) {
  switch (random % 8) {
    case 0: return INT32_MIN;
    case 1: return INT32_MAX;
    case 2: return static_cast<std::int32_t>(random);
    default: return static_cast<std::int32_t>(random / 8 % 7) - 3;
  }
}

TEST(PriorityHeapModel, agrees_with_a_reference_over_random_operations) {
  Model model;
  std::uint32_t random = 2463534242u;

  for (int step = 0; step < 100'000; ++step) {
    random ^= random << 13;
    random ^= random >> 17;
    random ^= random << 5;
    const bool grows = step / 1000 % 2 == 0;  // in turn more pushes than pops, and the other way round
    const std::uint32_t choice = random % 16;
    if (choice < (grows ? 9u : 6u)) {
      model.push(priority_of(random >> 4));
    } else if (choice < 14) {
      ASSERT_TRUE(model.pop()) << "operation " << step;
    } else {
      ASSERT_TRUE(model.pop_least_urgent()) << "operation " << step;
    }
  }

  while (model.size() > 0) {
    ASSERT_TRUE(model.pop());
  }
}

// With 8 MB of stack, any function that called itself once per node would not come back from these.
constexpr std::int32_t many = 300'000;

using Shape = std::int32_t (*)(std::int32_t index);

std::vector<PriorityNode> nodes_of(Shape shape) {
  std::vector<PriorityNode> nodes(many);
  for (std::int32_t i = 0; i < many; ++i) {
    nodes[static_cast<std::size_t>(i)].priority = shape(i);
  }
  return nodes;
}

/// Whether `before` has to come out before `after`.
bool are_in_order(const PriorityNode& before, const PriorityNode& after) {
  return before.priority < after.priority || (before.priority == after.priority && before.arrival < after.arrival);
}

void expect_order(Shape shape) {
  std::vector<PriorityNode> nodes = nodes_of(shape);
  PriorityHeap heap;
  for (PriorityNode& node : nodes) {
    heap.push(node);
  }

  const PriorityNode* previous = heap.pop();
  std::int32_t count = 1;
  for (const PriorityNode* node = heap.pop(); node != nullptr; node = heap.pop()) {
    ASSERT_TRUE(are_in_order(*previous, *node)) << "pop " << count;
    previous = node;
    ++count;
  }

  EXPECT_EQ(count, many);
}

void expect_order_without_the_least_urgent(Shape shape, std::size_t least_urgent) {
  std::vector<PriorityNode> nodes = nodes_of(shape);
  PriorityHeap heap;
  for (PriorityNode& node : nodes) {
    heap.push(node);
  }

  EXPECT_EQ(heap.pop_least_urgent(), &nodes[least_urgent]);

  const PriorityNode* previous = heap.pop();
  while (const PriorityNode* const node = heap.pop()) {
    ASSERT_TRUE(are_in_order(*previous, *node));
    previous = node;
  }
}

std::int32_t sorted(std::int32_t index) { return index; }
std::int32_t reverse_sorted(std::int32_t index) { return many - index; }
std::int32_t all_equal(std::int32_t) { return 7; }
std::int32_t alternating_extremes(std::int32_t index) { return index % 2 == 0 ? INT32_MIN : INT32_MAX; }
std::int32_t from_outside_in(std::int32_t index) { return index % 2 == 0 ? index : 2 * many - index; }

TEST(PriorityHeapShapes, sorted_pushes_come_out_in_order) { expect_order(sorted); }
TEST(PriorityHeapShapes, reverse_sorted_pushes_come_out_in_order) { expect_order(reverse_sorted); }
TEST(PriorityHeapShapes, equals_come_out_as_they_came) { expect_order(all_equal); }
TEST(PriorityHeapShapes, alternating_extremes_come_out_in_order) { expect_order(alternating_extremes); }
TEST(PriorityHeapShapes, pushes_from_outside_in_come_out_in_order) { expect_order(from_outside_in); }

TEST(PriorityHeapShapes, the_least_urgent_is_found_in_any_shape) {
  expect_order_without_the_least_urgent(sorted, many - 1);
  expect_order_without_the_least_urgent(reverse_sorted, 0);
  expect_order_without_the_least_urgent(all_equal, 0);
  expect_order_without_the_least_urgent(alternating_extremes, 1);
}

}  // namespace
}  // namespace sluice::engine
