// SPDX-License-Identifier: BSL-1.0
// Full channels, policy by policy, and what becomes of each message.
#include <sluice/engine/queue/channel.hpp>
#include <sluice/engine/queue/ordered_queue.hpp>
#include <sluice/engine/queue/ring_queue.hpp>
#include "waiting.hpp"

namespace sluice::model {
namespace {

using engine::Channel;
using Outcome = Channel::Outcome;

/// Channels with items whose fates are counted: each has one in the end.
template <Overflow Policy, std::uint32_t Capacity, std::uint32_t Items, class Queue = engine::RingQueue>
class PolicyScenario : public Scenario {
public:
  PolicyScenario() { require(queue.make(Capacity).has_value(), "a queue is made"); }

protected:
  Outcome send(std::uint32_t index) {
    Item& item = items[index];
    item.write(index + 1);
    engine::NodeList evicted;
    const Outcome outcome = channel.offer(item, evicted);
    if (outcome != Outcome::accepted) {
      item.meet(Fate::returned);
    }
    while (engine::MpscNode* const node = evicted.pop_front()) {
      item_of(*node).meet(Fate::evicted);
    }
    return outcome;
  }
  /// One attempt; the number of what came, or 0.
  std::uint32_t receive() {
    engine::MpscNode* const node = channel.poll();
    if (node == nullptr) {
      return 0;
    }
    item_of(*node).meet(Fate::delivered);
    return item_of(*node).number();
  }

  [[nodiscard]] std::uint32_t count(Fate fate) const {
    std::uint32_t met = 0;
    for (const Item& item : items) {
      met += item.met(fate) ? 1u : 0u;
    }
    return met;
  }
  void finish() override {
    while (receive() != 0) {
    }
    require(count(Fate::none) == 0, "each message is delivered, evicted or returned");
    require(queue.size() == 0, "a drained channel is empty");
    judge();
  }
  virtual void judge() {}

  Queue queue;
  Channel channel{queue, Policy};
  Item items[Items];
};

/// Two senders and one place; the policy refuses.
template <Overflow Policy>
class Refusing final : public PolicyScenario<Policy, 1, 3> {
public:
  Refusing() { require(this->send(0) == Outcome::accepted, "there is room"); }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index < 2) {
      outcomes[index] = this->send(1 + index);
    } else {
      require(this->receive() == 1, "the oldest is delivered");
    }
  }
  void judge() override {
    require(this->count(Fate::evicted) == 0, "this policy evicts nothing");
    require(
        this->count(Fate::delivered) == 1u + (outcomes[0] == Outcome::accepted) + (outcomes[1] == Outcome::accepted),
        "what is accepted is delivered, and nothing else");
    require(outcomes[0] != Outcome::accepted || outcomes[1] != Outcome::accepted, "one place takes one");
  }
  Outcome outcomes[2]{};
};

/// Two senders and two places, one of them taken.
template <Overflow Policy>
class RefusingTwo final : public PolicyScenario<Policy, 2, 3> {
public:
  RefusingTwo() { require(this->send(0) == Outcome::accepted, "there is room"); }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index < 2) {
      outcomes[index] = this->send(1 + index);
    } else {
      require(this->receive() == 1, "the oldest is delivered");
    }
  }
  void judge() override {
    const std::uint32_t accepted = 1u + (outcomes[0] == Outcome::accepted) + (outcomes[1] == Outcome::accepted);
    require(accepted >= 2, "a place that is free is given to somebody");
    require(this->count(Fate::delivered) == accepted, "what is accepted is delivered, and nothing else");
  }
  Outcome outcomes[2]{};
};

/// Two senders that drop what is there, and a consumer that wants it.
template <std::uint32_t Capacity>
class DropOldest final : public PolicyScenario<Overflow::drop_oldest, Capacity, 3> {
public:
  DropOldest() { require(this->send(0) == Outcome::accepted, "there is room"); }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index < 2) {
      (void)this->send(1 + index);
    } else {
      (void)this->receive();
    }
  }
  void judge() override {
    require(this->count(Fate::delivered) >= 1, "somebody's message stays");
    require(!this->items[0].met(Fate::returned), "what is in is not returned");
  }
};

/// A queue without slots grows: nothing is lost.
class Grow final : public PolicyScenario<Overflow::grow, 1, 3, engine::UnboundedQueue> {
public:
  Grow() { require(send(0) == Outcome::accepted, "there is room"); }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index < 2) {
      require(send(1 + index) == Outcome::accepted, "who may grow refuses nothing");
    } else {
      (void)receive();
    }
  }
  void judge() override { require(count(Fate::delivered) == 3, "nothing is lost"); }
};

/// The least urgent goes, unless it is the newcomer.
class DropLeastUrgent final : public PolicyScenario<Overflow::drop_oldest, 1, 3, engine::PriorityQueue> {
public:
  DropLeastUrgent() {
    items[0].priority = 5;
    items[1].priority = 1;
    items[2].priority = 9;
    require(send(0) == Outcome::accepted, "there is room");
  }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index < 2) {
      outcomes[index] = send(1 + index);
    } else {
      (void)receive();
    }
  }
  void judge() override {
    require(!items[1].met(Fate::evicted), "the most urgent is not evicted");
    require(!items[0].met(Fate::returned), "what is in is not returned");
  }
  Outcome outcomes[2]{};
};

/// Each message has one fate, whoever closes when.
template <Overflow Policy>
class CloseAgainstOffer final : public PolicyScenario<Policy, 1, 3> {
public:
  CloseAgainstOffer() { require(this->send(0) == Outcome::accepted, "there is room"); }

private:
  std::uint32_t threads() const override { return 4; }
  void thread(std::uint32_t index) override {
    if (index < 2) {
      (void)this->send(1 + index);
    } else if (index == 2) {
      require(this->channel.close(), "the first who closes is told so");
    } else {
      (void)this->receive();
    }
  }
  void judge() override { require(this->channel.is_drained(), "a closed and empty channel is drained"); }
};

constexpr NamedScenario table[] = {
    {"channel.drop_newest", "what is accepted is delivered, the rest is returned",
     &make_scenario<Refusing<Overflow::drop_newest>>},
    {"channel.dead_letter", "what is accepted is delivered, the rest is returned",
     &make_scenario<Refusing<Overflow::dead_letter>>},
    {"channel.fail", "what is accepted is delivered, the rest is returned",
     &make_scenario<RefusingTwo<Overflow::fail>>},
    {"channel.block_at_once", "what is accepted is delivered, the rest is returned",
     &make_scenario<RefusingTwo<Overflow::block>>},
    {"channel.drop_oldest_one_slot", "each message is delivered, evicted or returned", &make_scenario<DropOldest<1>>},
    {"channel.drop_oldest_two_slots", "each message is delivered, evicted or returned", &make_scenario<DropOldest<2>>},
    {"channel.grow", "nothing is lost", &make_scenario<Grow>},
    {"channel.drop_least_urgent", "the most urgent message stays", &make_scenario<DropLeastUrgent>},
    {"channel.close_against_offer", "each message has one fate", &make_scenario<CloseAgainstOffer<Overflow::fail>>},
    {"channel.close_against_eviction", "each message has one fate",
     &make_scenario<CloseAgainstOffer<Overflow::drop_oldest>>},
};

}  // namespace

std::span<const NamedScenario> channel_scenarios() { return table; }

}  // namespace sluice::model
