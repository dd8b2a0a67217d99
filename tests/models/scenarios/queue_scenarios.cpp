// SPDX-License-Identifier: BSL-1.0
// Pushing and popping, without a mailbox around.
#include <sluice/engine/mpsc_queue.hpp>
#include <sluice_model/scenarios.hpp>

namespace sluice::model {
namespace {

struct Item : engine::MpscNode {
  engine::Plain<std::uint32_t> number{0};  // written before the push: an unordered pop is a race
};

/// The last thread pops until it has seen `wanted` items.
class QueueScenario : public Scenario {
protected:
  void pop_all(std::uint32_t wanted) {
    while (popped < wanted) {
      if (engine::MpscNode* const node = queue.pop()) {
        seen[popped++] = static_cast<Item*>(node)->number.get();
      } else {
        engine::spin_hint();
      }
    }
    require(queue.is_empty() && !queue.has_arrivals(), "a drained queue is empty");
  }

  void push(Item& item, std::uint32_t number) {
    item.number.set(number);
    queue.push(item);
  }

  engine::MpscQueue queue;
  std::uint32_t popped = 0;
  std::uint32_t seen[8]{};
};

class TwoProducers final : public QueueScenario {
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index < 2) {
      push(items[index], index + 1);
    } else {
      pop_all(2);
    }
  }
  void finish() override { require(seen[0] + seen[1] == 3, "each item comes once"); }
  Item items[2];
};

class ThreeProducers final : public QueueScenario {
  std::uint32_t threads() const override { return 4; }
  void thread(std::uint32_t index) override {
    if (index < 3) {
      push(items[index], 1u << index);
    } else {
      pop_all(3);
    }
  }
  void finish() override { require((seen[0] | seen[1] | seen[2]) == 7, "each item comes once"); }
  Item items[3];
};

class OneSendersOrder final : public QueueScenario {
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      push(items[0], 1);
      push(items[1], 2);
    } else if (index == 1) {
      push(items[2], 9);
    } else {
      pop_all(3);
    }
  }
  void finish() override {
    const std::uint32_t first_of_one = seen[0] == 9 ? seen[1] : seen[0];
    require(first_of_one == 1, "one sender's items keep their order");
  }
  Item items[3];
};

class NodeComesBack final : public QueueScenario {
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      push(other, 5);
      return;
    }
    push(own, 1);
    while (popped < 3) {
      engine::MpscNode* const node = queue.pop();
      if (node == nullptr) {
        engine::spin_hint();
        continue;
      }
      Item& item = *static_cast<Item*>(node);
      seen[popped++] = item.number.get();
      if (item.number.get() == 1) {
        push(item, 2);  // at once, while the other one may be pushing behind it
      }
    }
  }
  void finish() override { require(seen[0] + seen[1] + seen[2] == 8, "each item comes once"); }
  Item own, other;
};

class ArrivalsAreSeen final : public QueueScenario {
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      push(item, 1);
      // seq_cst read-modify-write | tells the other thread that the push is done
      done.fetch_add(1, std::memory_order_acq_rel);
    } else if (done.fetch_add(0, std::memory_order_acq_rel) == 1) {
      require(queue.has_arrivals(), "who knows of a push sees it");
      require(!queue.is_empty(), "who knows of a push sees it");
    }
  }
  Item item;
  engine::Atomic<std::uint32_t> done{0};
};

constexpr NamedScenario table[] = {
    {"queue.two_producers", "each item is popped once, with its payload", &make_scenario<TwoProducers>},
    {"queue.three_producers", "each item is popped once, with its payload", &make_scenario<ThreeProducers>},
    {"queue.one_senders_order", "one sender's items keep their order", &make_scenario<OneSendersOrder>},
    {"queue.node_comes_back", "a popped node can be pushed again at once", &make_scenario<NodeComesBack>},
    {"queue.arrivals_are_seen", "has_arrivals sees a push that is known of", &make_scenario<ArrivalsAreSeen>},
};

}  // namespace

std::span<const NamedScenario> queue_scenarios() { return table; }

}  // namespace sluice::model
