// SPDX-License-Identifier: BSL-1.0
#include <sluice/engine/queue/node_list.hpp>
#include <sluice/engine/queue/priority_heap.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI::engine {
namespace {

// relaxed: touched by the owner only, both here and in `link`.
PriorityNode* next_of(const PriorityNode& node) noexcept {
  return static_cast<PriorityNode*>(node.next.load(std::memory_order_relaxed));
}

void link(PriorityNode& node, PriorityNode* next) noexcept { node.next.store(next, std::memory_order_relaxed); }

PriorityNode* first_of(NodeList& list) noexcept { return static_cast<PriorityNode*>(list.pop_front()); }

bool is_older(const PriorityNode& a, const PriorityNode& b) noexcept {
  return distance(a.arrival, b.arrival) > 0;  // the count may have wrapped between the two
}

bool is_more_urgent(const PriorityNode& a, const PriorityNode& b) noexcept {
  return a.priority == b.priority ? is_older(a, b) : a.priority < b.priority;
}

bool is_dropped_before(const PriorityNode& a, const PriorityNode& b) noexcept {
  return a.priority == b.priority ? is_older(a, b) : a.priority > b.priority;
}

/// Makes one heap of two. A root's link means nothing, and is left as it is.
PriorityNode& meld(PriorityNode& a, PriorityNode& b) noexcept {
  const bool a_first = is_more_urgent(a, b);
  PriorityNode& root = a_first ? a : b;
  PriorityNode& other = a_first ? b : a;
  link(other, root.child);
  root.child = &other;
  return root;
}

/// The first pass over siblings: melds each with its neighbour. Gives the pairs in the opposite order.
PriorityNode* meld_pairs(PriorityNode* sibling) noexcept {
  PriorityNode* pairs = nullptr;
  while (sibling != nullptr) {
    PriorityNode* pair = sibling;
    PriorityNode* const neighbour = next_of(*sibling);
    sibling = nullptr;
    if (neighbour != nullptr) {
      sibling = next_of(*neighbour);
      pair = &meld(*pair, *neighbour);
    }
    link(*pair, pairs);
    pairs = pair;
  }
  return pairs;
}

/// The second pass: melds the pairs one after the other. Null if there are none.
PriorityNode* meld_all(PriorityNode* pairs) noexcept {
  PriorityNode* root = pairs;
  PriorityNode* next = root == nullptr ? nullptr : next_of(*root);
  while (next != nullptr) {
    PriorityNode* const pair = next;
    next = next_of(*pair);
    root = &meld(*root, *pair);
  }
  return root;
}

/// Moves the children of `node` to the end of `list`, one by one.
void move_children(PriorityNode& node, NodeList& list) noexcept {
  PriorityNode* child = std::exchange(node.child, nullptr);
  while (child != nullptr) {
    PriorityNode* const next = next_of(*child);
    list.push_back(*child);
    child = next;
  }
}

/// Makes one heap of many as a tournament does, so that the root has few children. Null if there are none.
PriorityNode* meld_evenly(NodeList& heaps) noexcept {
  while (heaps.size() > 1) {
    PriorityNode& one = *first_of(heaps);
    PriorityNode& other = *first_of(heaps);
    heaps.push_back(meld(one, other));
  }
  return first_of(heaps);
}

}  // namespace

void PriorityHeap::push(PriorityNode& node) noexcept {
  node.child = nullptr;
  node.arrival = arrivals_++;
  PriorityNode* const root = root_.get();
  root_.set(root == nullptr ? &node : &meld(*root, node));
  ++size_;
}

PriorityNode* PriorityHeap::pop() noexcept {
  PriorityNode* const first = root_.get();
  if (first != nullptr) {
    root_.set(meld_all(meld_pairs(first->child)));
    --size_;
  }
  return first;
}

PriorityNode* PriorityHeap::pop_least_urgent(std::int32_t than) noexcept {
  PriorityNode* least = nullptr;
  NodeList unseen;
  NodeList others;
  for (PriorityNode* node = root_.get(); node != nullptr; node = first_of(unseen)) {
    move_children(*node, unseen);
    if (least == nullptr || is_dropped_before(*node, *least)) {
      std::swap(node, least);
    }
    if (node != nullptr) {
      others.push_back(*node);
    }
  }
  if (least != nullptr && least->priority < than) {
    others.push_back(*std::exchange(least, nullptr));
  }
  root_.set(meld_evenly(others));
  size_ -= least == nullptr ? 0 : 1;
  return least;
}

}  // namespace sluice::inline SLUICE_ABI::engine
