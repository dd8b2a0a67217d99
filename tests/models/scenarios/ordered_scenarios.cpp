// SPDX-License-Identifier: BSL-1.0
// Queues that keep an order of their own behind a door, without a channel around.
#include <sluice/engine/queue/ordered_queue.hpp>
#include "waiting.hpp"

namespace sluice::model {
namespace {

using engine::Entry;

template <class Queue>
class OrderedScenario : public Scenario {
protected:
  Entry push(Item& item, std::uint32_t number) {
    item.write(number);
    return queue.push(item);
  }
  std::uint32_t pop() {
    engine::MpscNode* const node = queue.pop();
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
  Queue queue;
};

/// Two consumers of what only one may touch at a time.
class TwoConsumers final : public OrderedScenario<engine::UnboundedQueue> {
public:
  TwoConsumers() { require(push(items[0], 1) == Entry::entered, "there is room"); }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 2) {
      require(push(items[1], 2) == Entry::entered, "there is room");
    } else {
      sum[index] = pop() + pop();
    }
  }
  void finish() override {
    const std::uint32_t rest = pop() + pop();
    require(sum[0] + sum[1] + rest == 3 && queue.size() == 0, "each item comes once");
  }
  Item items[2];
  std::uint32_t sum[2]{};
};

/// A door for one, and two who want to enter while one leaves.
class ExactCapacity final : public OrderedScenario<engine::UnboundedQueue> {
public:
  ExactCapacity() {
    require(queue.make(1).has_value(), "a queue is made");
    require(push(items[0], 1) == Entry::entered, "there is room");
  }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index < 2) {
      entered[index] = push(items[1 + index], 2 + index) == Entry::entered;
    } else {
      require(pop() == 1, "the oldest comes first");
    }
  }
  void finish() override {
    require(!entered[0] || !entered[1], "more are in than the capacity allows");
    require(queue.size() == 0u + entered[0] + entered[1], "who entered is in");
    require((pop() != 0) == (entered[0] || entered[1]), "who entered comes out");
  }
  Item items[3];
  bool entered[2]{};
};

class CloseAgainstPush final : public OrderedScenario<engine::UnboundedQueue> {
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      entered = push(item, 1) == Entry::entered;
    } else if (index == 1) {
      require(queue.close(), "the first who closes is told so");
    } else {
      while (!queue.is_closed() || queue.size() != 0) {
        if (pop() != 0) {
          popped = true;
        } else {
          engine::spin_hint();
        }
      }
    }
  }
  void finish() override { require(popped == entered && pop() == 0, "who entered is popped, and nobody else"); }
  Item item;
  bool entered = false;
  bool popped = false;
};

/// Two that were taken out come back while others come and go.
class PutBackAgainstPush final : public OrderedScenario<engine::DequeQueue> {
public:
  PutBackAgainstPush() {
    for (std::uint32_t i = 0; i < 2; ++i) {
      items[i].write(1 + i);
      stash.push_back(items[i]);
    }
  }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      require(queue.put_back(stash), "an open queue takes back what it gave");
    } else if (index == 1) {
      require(push(items[2], 9) == Entry::entered, "there is room");
    } else {
      for (std::uint32_t& number : seen) {
        number = pop_surely();
      }
    }
  }
  void finish() override {
    const std::uint32_t first_of_two = seen[0] == 9 ? seen[1] : seen[0];
    require(first_of_two == 1 && seen[0] + seen[1] + seen[2] == 12, "what comes back keeps its order");
    require(seen[1] != 9, "what is put back is not parted");
  }
  engine::NodeList stash;
  Item items[3];
  std::uint32_t seen[3]{};
};

/// Either it is back before the closing, or it is still the caller's.
class PutBackAgainstClose final : public OrderedScenario<engine::DequeQueue> {
public:
  PutBackAgainstClose() {
    item.write(1);
    stash.push_back(item);
  }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      back = queue.put_back(stash);
    } else if (index == 1) {
      (void)queue.close();
    } else {
      while (!queue.is_closed() || queue.size() != 0) {
        if (pop() == 0) {
          engine::spin_hint();
        }
      }
    }
  }
  void finish() override {
    require(item.met(Fate::delivered) == back, "what is back is delivered, and nothing else");
    require(stash.is_empty() == back, "what is refused is still the caller's");
    (void)stash.pop_front();
  }
  engine::NodeList stash;
  Item item;
  bool back = false;
};

/// Two consumers sort what comes meanwhile.
class PriorityAgainstPush final : public OrderedScenario<engine::PriorityQueue> {
public:
  PriorityAgainstPush() {
    items[0].priority = 5;
    items[1].priority = 1;
    require(push(items[0], 1) == Entry::entered, "there is room");
  }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 2) {
      require(push(items[1], 2) == Entry::entered, "there is room");
    } else {
      sum[index] = pop() + pop();
    }
  }
  void finish() override {
    const std::uint32_t rest = pop() + pop();
    require(sum[0] + sum[1] + rest == 3 && queue.size() == 0, "each item comes once");
  }
  Item items[2];
  std::uint32_t sum[2]{};
};

constexpr NamedScenario table[] = {
    {"ordered.two_consumers", "each item is popped once", &make_scenario<TwoConsumers>},
    {"ordered.exact_capacity", "never more are in than the capacity", &make_scenario<ExactCapacity>},
    {"ordered.close_against_push", "who entered is popped; closed and empty is for good",
     &make_scenario<CloseAgainstPush>},
    {"ordered.put_back_against_push", "what is put back comes in its order", &make_scenario<PutBackAgainstPush>},
    {"ordered.put_back_against_close", "it is back, or still the caller's", &make_scenario<PutBackAgainstClose>},
    {"ordered.priority_against_push", "each item is popped once", &make_scenario<PriorityAgainstPush>},
};

}  // namespace

std::span<const NamedScenario> ordered_scenarios() { return table; }

}  // namespace sluice::model
