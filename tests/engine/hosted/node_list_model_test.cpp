// SPDX-License-Identifier: BSL-1.0
// R3.7, R9.3: a mailbox and its stash, driven at random; the references are two deques.
#include <cstdint>
#include <deque>
#include <sluice/engine/queue/node_list.hpp>
#include <sluice_test/test.hpp>
#include <utility>
#include <vector>

namespace sluice::engine {
namespace {

using Reference = std::deque<MpscNode*>;

class Model {
public:
  void push(std::size_t which, bool at_front) {
    if (!unused_.empty()) {
      MpscNode* const node = unused_.back();
      unused_.pop_back();
      at_front ? lists_[which].push_front(*node) : lists_[which].push_back(*node);
      put(references_[which], node, at_front);
    }
  }

  void move_one(std::size_t from, std::size_t to, bool at_front) {
    if (MpscNode* const node = pop(from)) {
      at_front ? lists_[to].push_front(*node) : lists_[to].push_back(*node);
      put(references_[to], node, at_front);
    }
  }

  void move_all(std::size_t from, std::size_t to, bool at_front) {
    at_front ? lists_[to].prepend(std::move(lists_[from])) : lists_[to].append(std::move(lists_[from]));
    Reference& moved = references_[from];
    Reference& target = references_[to];
    target.insert(at_front ? target.begin() : target.end(), moved.begin(), moved.end());
    moved.clear();
  }

  void use_up(std::size_t which) {
    if (MpscNode* const node = pop(which)) {
      unused_.push_back(node);
    }
  }

  [[nodiscard]] bool agrees() const {
    return agrees_ && lists_[0].size() == references_[0].size() && lists_[1].size() == references_[1].size() &&
           lists_[0].is_empty() == references_[0].empty() && lists_[1].is_empty() == references_[1].empty();
  }

  void empty_both() {
    for (std::size_t which : {0u, 1u}) {
      while (!references_[which].empty()) {
        use_up(which);
      }
    }
  }

private:
  static void put(Reference& reference, MpscNode* node, bool at_front) {
    reference.insert(at_front ? reference.begin() : reference.end(), node);
  }

  MpscNode* pop(std::size_t which) {
    Reference& reference = references_[which];
    MpscNode* const expected = reference.empty() ? nullptr : reference.front();
    if (expected != nullptr) {
      reference.pop_front();
    }
    agrees_ = lists_[which].pop_front() == expected && agrees_;
    return expected;
  }

  std::deque<MpscNode> nodes_ = std::deque<MpscNode>(64);
  std::vector<MpscNode*> unused_ = [this] {
    std::vector<MpscNode*> all;
    for (MpscNode& node : nodes_) {
      all.push_back(&node);
    }
    return all;
  }();
  NodeList lists_[2];
  Reference references_[2];
  bool agrees_ = true;
};

TEST(NodeListModel, agrees_with_a_reference_over_random_operations) {
  Model model;
  std::uint32_t random = 2463534242u;

  for (int step = 0; step < 100'000; ++step) {
    random ^= random << 13;
    random ^= random >> 17;
    random ^= random << 5;
    const std::size_t which = (random >> 8) % 2;
    const bool at_front = (random >> 9) % 2 == 0;
    const std::uint32_t choice = random % 16;
    if (choice < 7) {
      model.push(which, at_front);
    } else if (choice < 11) {
      model.move_one(which, 1 - which, at_front);
    } else if (choice < 12) {
      model.move_all(which, 1 - which, at_front);
    } else {
      model.use_up(which);
    }
    ASSERT_TRUE(model.agrees()) << "operation " << step;
  }

  model.empty_both();
  EXPECT_TRUE(model.agrees());
}

}  // namespace
}  // namespace sluice::engine
