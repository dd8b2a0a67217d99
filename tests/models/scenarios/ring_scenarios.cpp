// SPDX-License-Identifier: BSL-1.0
// Pushing into a ring and popping from it, without a channel around.
#include <sluice/engine/queue/ring.hpp>
#include "waiting.hpp"

namespace sluice::model {
namespace {

using engine::Entry;

template <std::uint32_t Capacity>
class RingScenario : public Scenario {
public:
  RingScenario() { require(ring.make(Capacity).has_value(), "a ring is made"); }

protected:
  Entry push(Item& item, std::uint32_t number) {
    item.write(number);
    return ring.push(item);
  }
  void push_surely(Item& item, std::uint32_t number) {
    item.write(number);
    while (ring.push(item) == Entry::full) {
      engine::spin_hint();
    }
  }

  /// One attempt; the number of what came, or 0.
  std::uint32_t pop() {
    engine::MpscNode* const node = ring.pop();
    if (node == nullptr) {
      return 0;
    }
    item_of(*node).meet(Fate::delivered);
    return item_of(*node).number();
  }
  std::uint32_t pop_surely() {
    for (;;) {
      if (const std::uint32_t number = pop()) {
        return number;
      }
      engine::spin_hint();
    }
  }
  /// Pops until nothing will come any more; how many came.
  std::uint32_t drain() {
    std::uint32_t count = 0;
    while (!ring.is_closed() || ring.size() != 0) {
      if (pop() != 0) {
        ++count;
      } else {
        engine::spin_hint();
      }
    }
    return count;
  }

  engine::Ring ring;
};

template <std::uint32_t Capacity>
class TwoProducers final : public RingScenario<Capacity> {
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index < 2) {
      this->push_surely(items[index], index + 1);
    } else {
      sum += this->pop_surely();
      sum += this->pop_surely();
    }
  }
  void finish() override { require(sum == 3 && this->ring.size() == 0, "each item comes once"); }
  Item items[2];
  std::uint32_t sum = 0;
};

/// Three fit into four slots.
class ExactCapacity final : public RingScenario<3> {
public:
  ExactCapacity() {
    for (std::uint32_t i = 0; i < 3; ++i) {
      require(push(items[i], i + 1) == Entry::entered, "there is room");
    }
  }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index < 2) {
      entered[index] = push(items[3 + index], 4 + index) == Entry::entered;
    } else {
      require(pop() == 1, "the oldest comes first");
    }
  }
  void finish() override {
    require(!entered[0] || !entered[1], "more are in than the capacity allows");
    require(ring.size() == 2u + entered[0] + entered[1], "who entered is in");
    for (std::uint32_t size = ring.size(); size > 0; --size) {
      require(pop() != 0, "who entered comes out");
    }
  }
  Item items[5];
  bool entered[2]{};
};

class TwoConsumers final : public RingScenario<2> {
public:
  TwoConsumers() { require(push(items[0], 1) == Entry::entered, "there is room"); }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 2) {
      push_surely(items[1], 2);
    } else {
      seen[index] = pop_surely();
    }
  }
  void finish() override { require(seen[0] + seen[1] == 3, "each item comes once"); }
  Item items[2];
  std::uint32_t seen[2]{};
};

class OneSendersOrder final : public RingScenario<2> {
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      push_surely(items[0], 1);
      push_surely(items[1], 2);
    } else if (index == 1) {
      push_surely(items[2], 9);
    } else {
      for (std::uint32_t& number : seen) {
        number = pop_surely();
      }
    }
  }
  void finish() override {
    const std::uint32_t first_of_one = seen[0] == 9 ? seen[1] : seen[0];
    require(first_of_one == 1, "one sender's items keep their order");
  }
  Item items[3];
  std::uint32_t seen[3]{};
};

/// One slot for everything: a consumer that has read it is overtaken by another one and by the next push.
class SlotReuse final : public RingScenario<1> {
public:
  SlotReuse() { require(push(items[0], 1) == Entry::entered, "there is room"); }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 2) {
      push_surely(items[1], 2);
    } else {
      seen[index] = pop_surely();
    }
  }
  void finish() override { require(seen[0] + seen[1] == 3, "each item comes once"); }
  Item items[2];
  std::uint32_t seen[2]{};
};

/// The node itself goes round: nobody may read it after it was popped.
class NodeComesBack final : public RingScenario<1> {
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      for (std::uint32_t number = 1; number <= 2; ++number) {
        value.set(number);
        while (ring.push(node) != Entry::entered) {
          engine::spin_hint();
        }
        while (back.load(std::memory_order_acquire) != number) {
          engine::spin_hint();
        }
      }
    } else {
      for (std::uint32_t number = 1; number <= 2; ++number) {
        while (ring.pop() == nullptr) {
          engine::spin_hint();
        }
        require(value.get() == number, "a node comes with what was written last");
        back.store(number, std::memory_order_release);
      }
    }
  }
  engine::MpscNode node;
  engine::Plain<std::uint32_t> value;
  engine::Atomic<std::uint32_t> back{0};
};

class CloseAgainstPush final : public RingScenario<2> {
  std::uint32_t threads() const override { return 4; }
  void thread(std::uint32_t index) override {
    if (index < 2) {
      entered[index] = push(items[index], index + 1) == Entry::entered;
    } else if (index == 2) {
      require(ring.close(), "the first who closes is told so");
    } else {
      popped = drain();
    }
  }
  void finish() override {
    require(popped == 0u + entered[0] + entered[1], "who entered is popped, and nobody else");
    require(ring.size() == 0 && pop() == 0, "closed and empty is for good");
    require(push(late, 3) == Entry::closed, "nothing enters what is closed");
  }
  Item items[2], late;
  bool entered[2]{};
  std::uint32_t popped = 0;
};

class TwoCloses final : public RingScenario<1> {
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index < 2) {
      first[index] = ring.close();
    } else {
      entered = push(item, 1) == Entry::entered;
    }
  }
  void finish() override {
    require(first[0] != first[1], "one of them closes");
    require(ring.size() == entered && (pop() == 1) == entered, "who entered is in");
  }
  Item item;
  bool first[2]{};
  bool entered = false;
};

class SizeInBounds final : public RingScenario<1> {
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      require(push(items[0], 1) == Entry::entered, "there is room");
      require(pop() == 1, "what is in comes out");
      require(push(items[1], 2) == Entry::entered, "there is room again");
    } else {
      require(ring.size() <= 1, "no size is larger than the capacity");
    }
  }
  void finish() override { require(pop() == 2, "what is in comes out"); }
  Item items[2];
};

constexpr NamedScenario table[] = {
    {"ring.two_producers_one_slot", "each item is popped once, with its payload", &make_scenario<TwoProducers<1>>},
    {"ring.two_producers_two_slots", "each item is popped once, with its payload", &make_scenario<TwoProducers<2>>},
    {"ring.exact_capacity", "never more are in than the capacity, whatever the slots", &make_scenario<ExactCapacity>},
    {"ring.two_consumers", "each item is popped once", &make_scenario<TwoConsumers>},
    {"ring.one_senders_order", "one sender's items keep their order", &make_scenario<OneSendersOrder>},
    {"ring.slot_reuse", "a consumer that was overtaken takes nothing", &make_scenario<SlotReuse>},
    {"ring.node_comes_back", "a popped node can be pushed again at once", &make_scenario<NodeComesBack>},
    {"ring.close_against_push", "who entered is popped; closed and empty is for good",
     &make_scenario<CloseAgainstPush>},
    {"ring.two_closes", "one of two who close is the first", &make_scenario<TwoCloses>},
    {"ring.size_in_bounds", "no size is larger than the capacity", &make_scenario<SizeInBounds>},
};

}  // namespace

std::span<const NamedScenario> ring_scenarios() { return table; }

}  // namespace sluice::model
