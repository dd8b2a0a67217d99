// SPDX-License-Identifier: BSL-1.0
// Messages that wait for room in a channel.
#include <optional>
#include <sluice/engine/mailbox/queue_backend.hpp>
#include <sluice/engine/queue/channel.hpp>
#include <sluice/engine/queue/ordered_queue.hpp>
#include <sluice/engine/queue/ring_queue.hpp>
#include "waiting.hpp"

namespace sluice::model {
namespace {

using engine::Channel;

/// One place, which is taken: who offers waits.
template <std::uint32_t Offers, class Queue = engine::RingQueue>
class OfferScenario : public Scenario {
public:
  explicit OfferScenario(Overflow policy = Overflow::block, std::uint32_t capacity = 1) : channel{queue, policy} {
    require(queue.make(capacity).has_value(), "a queue is made");
    for (std::uint32_t i = 0; i < capacity; ++i) {
      inside[i].write(10 + i);
      require(queue.push(inside[i]) == engine::Entry::entered, "there is room");
    }
    for (std::uint32_t i = 0; i < Offers; ++i) {
      items[i].write(1 + i);
    }
  }

protected:
  struct Waiting {
    Waiting(Channel& channel, Item& message) : item{message}, offer{channel, message} {}
    bool poll() { return offer.poll(sleeper.waker()); }
    /// Until it is decided; true if it was accepted.
    bool wait() {
      sleeper.until([this](const engine::Waker& waker) { return offer.poll(waker); });
      return end();
    }
    bool end() {
      if (!offer.is_accepted()) {
        item.meet(Fate::returned);
      }
      return offer.is_accepted();
    }
    Item& item;
    Sleeper sleeper;  // dies after its offer
    Channel::Offer offer;
  };

  /// Waits from its first poll to its end.
  bool wait(std::uint32_t index) { return Waiting{channel, items[index]}.wait(); }

  /// One attempt; the number of what came, or 0.
  std::uint32_t receive() {
    engine::MpscNode* const node = channel.poll();
    if (node == nullptr) {
      return 0;
    }
    item_of(*node).meet(Fate::delivered);
    return item_of(*node).number();
  }
  std::uint32_t receive_surely() {
    for (;;) {
      if (const std::uint32_t number = receive()) {
        return number;
      }
      engine::spin_hint();
    }
  }

  void finish() override {
    while (receive() != 0) {
    }
    for (const Item& item : items) {
      require(!item.met(Fate::none), "each message is delivered or returned");
    }
    judge();
  }
  virtual void judge() {}

  Queue queue;
  Channel channel;
  Item inside[2];
  Item items[Offers];
};

class OfferAgainstDequeue final : public OfferScenario<1> {
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      require(wait(0), "an open channel accepts");
    } else {
      require(receive() == 10, "the oldest comes first");
    }
  }
};

/// An offer is given up while room is made, twice; everything of it ends at once.
class OfferAgainstDestruction final : public OfferScenario<1> {
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      std::optional<Waiting> waiting{std::in_place, channel, items[0]};
      accepted =
          waiting->poll() ? waiting->offer.is_accepted() : !waiting->offer.leave() && waiting->offer.is_accepted();
      waiting.reset();
      if (!accepted) {
        items[0].meet(Fate::returned);
      }
    } else {
      (void)receive();
      (void)receive();
    }
  }
  void judge() override {
    require(items[0].met(Fate::delivered) == accepted, "who gives up knows whose the message is");
  }
  bool accepted = false;
};

/// Both wait since before; the first one comes first.
class TwoOffersOneSlot final : public OfferScenario<2> {
public:
  TwoOffersOneSlot() { require(!first->poll() && !second->poll(), "there is no room"); }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      require(first->wait(), "an open channel accepts");
      first.reset();
    } else if (index == 1) {
      require(second->wait(), "an open channel accepts");
      second.reset();
    } else {
      require(receive() == 10, "the oldest comes first");
      require(receive_surely() == 1, "who waited first is in first");
      require(receive_surely() == 2, "who waited second is in second");
    }
  }
  std::optional<Waiting> first{std::in_place, channel, items[0]};
  std::optional<Waiting> second{std::in_place, channel, items[1]};
};

/// Both wait since before; two consumers make room for both.
class TwoOffersTwoConsumers final : public OfferScenario<2> {
public:
  TwoOffersTwoConsumers() : OfferScenario{Overflow::block, 2} {
    require(!first->poll() && !second->poll(), "there is no room");
  }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      serve(first);
      serve(second);
    } else {
      require(receive() != 0, "what is in comes out");
    }
  }
  void serve(std::optional<Waiting>& waiting) {
    waiting->sleeper.sleep();
    require(waiting->poll() && waiting->end(), "an offer that is woken in an open channel is accepted");
    waiting.reset();
  }
  std::optional<Waiting> first{std::in_place, channel, items[0]};
  std::optional<Waiting> second{std::in_place, channel, items[1]};
};

/// The first of two gives up, perhaps with the room that was made.
class FirstOfferDies final : public OfferScenario<2> {
public:
  FirstOfferDies() { require(!first->poll(), "there is no room"); }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      if (first->offer.leave() || !first->offer.is_accepted()) {
        items[0].meet(Fate::returned);
      }
      first.reset();
    } else if (index == 1) {
      require(wait(1), "an open channel accepts");
    } else {
      (void)receive_surely();
      (void)receive_surely();
    }
  }
  std::optional<Waiting> first{std::in_place, channel, items[0]};
};

class CloseWithOffers final : public OfferScenario<2> {
public:
  CloseWithOffers() { require(!first->poll(), "there is no room"); }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      require(!first->wait(), "a closed channel accepts nothing");
      first.reset();
    } else if (index == 1) {
      require(!wait(1), "a closed channel accepts nothing");  // comes perhaps after the closing
    } else {
      (void)channel.close();
    }
  }
  std::optional<Waiting> first{std::in_place, channel, items[0]};
};

/// One waits since before; room is made and the channel closes at the same time.
class CloseAgainstDequeue final : public OfferScenario<2> {
public:
  CloseAgainstDequeue() { require(!first->poll(), "there is no room"); }

private:
  std::uint32_t threads() const override { return 4; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      accepted[0] = first->wait();
      first.reset();
    } else if (index == 1) {
      accepted[1] = wait(1);
    } else if (index == 2) {
      (void)channel.close();
    } else {
      (void)receive();
    }
  }
  void judge() override {
    for (std::uint32_t i = 0; i < 2; ++i) {
      require(items[i].met(Fate::delivered) == accepted[i], "what is accepted is delivered");
    }
  }
  std::optional<Waiting> first{std::in_place, channel, items[0]};
  bool accepted[2]{};
};

/// Somebody offers at once while one waits and room is made: it may be faster, but not for good.
class Barging final : public OfferScenario<2> {
public:
  Barging() { require(!first->poll(), "there is no room"); }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      require(first->wait(), "who waits is served in the end");
      first.reset();
    } else if (index == 1) {
      engine::NodeList evicted;
      if (channel.offer(items[1], evicted) != Channel::Outcome::accepted) {
        items[1].meet(Fate::returned);
      }
    } else {
      require(receive() == 10, "the oldest comes first");
      (void)receive_surely();
    }
  }
  std::optional<Waiting> first{std::in_place, channel, items[0]};
};

/// Who waits is told of the room that a growing queue has.
class GrowWithOffer final : public OfferScenario<2, engine::UnboundedQueue> {
public:
  GrowWithOffer() : OfferScenario{Overflow::grow, 2} { require(!first->poll(), "there is no room"); }

private:
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      require(first->wait(), "who waits is served by the growing");
      first.reset();
    } else {
      engine::NodeList evicted;
      require(channel.offer(items[1], evicted) == Channel::Outcome::accepted, "who may grow refuses nothing");
    }
  }
  std::optional<Waiting> first{std::in_place, channel, items[0]};
};

/// Who evicts makes room, and who waits takes it.
class EvictionWithOffer final : public OfferScenario<2> {
public:
  EvictionWithOffer() : OfferScenario{Overflow::drop_oldest} { require(!first->poll(), "there is no room"); }

private:
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      require(first->wait(), "who waits is served by the eviction");
      first.reset();
    } else {
      engine::NodeList evicted;
      if (channel.offer(items[1], evicted) != Channel::Outcome::accepted) {
        items[1].meet(Fate::returned);  // the oldest was not completely in
      }
      while (engine::MpscNode* const node = evicted.pop_front()) {
        item_of(*node).meet(Fate::evicted);
      }
    }
  }
  std::optional<Waiting> first{std::in_place, channel, items[0]};
};

// --- With nodes of their own ----------------------------------------------------------------------------------------

using Backend = mailbox::QueueBackend<std::uint32_t, engine::RingQueue>;

/// A typed offer dies while room is made: its block is given back once, by it or by the consumer.
class FutureDies final : public Scenario {
public:
  FutureDies() { require(backend.try_offer(1).is_accepted(), "there is room"); }

private:
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      Sleeper sleeper;
      auto future = backend.offer_blocking(2);
      (void)future.poll(sleeper.waker());
    } else {
      for (std::uint32_t i = 0; i < 2; ++i) {
        const auto message = backend.try_poll();
        require(message.has_value(), "an open queue is not disconnected");
        if (message->has_value()) {
          require(**message == ++seen, "the messages come in their order");
        }
      }
    }
  }
  std::uint32_t seen = 0;
  Backend backend{Overflow::block, 1u};
};

constexpr NamedScenario table[] = {
    {"channel.offer_against_dequeue", "who waits for room gets it", &make_scenario<OfferAgainstDequeue>},
    {"channel.offer_against_destruction", "an offer that dies knows whose its message is",
     &make_scenario<OfferAgainstDestruction>},
    {"channel.two_offers_one_slot", "who waits first is served first", &make_scenario<TwoOffersOneSlot>},
    {"channel.two_offers_two_consumers", "everybody is served in the end", &make_scenario<TwoOffersTwoConsumers>},
    {"channel.first_offer_dies", "the second is served nonetheless", &make_scenario<FirstOfferDies>},
    {"channel.close_with_offers", "all who wait learn of the closing", &make_scenario<CloseWithOffers>},
    {"channel.close_against_dequeue", "what is accepted is delivered, the rest is returned",
     &make_scenario<CloseAgainstDequeue>},
    {"channel.barging", "who waits is served after one that was faster", &make_scenario<Barging>},
    {"channel.grow_with_offer", "who waits is told that a queue has grown", &make_scenario<GrowWithOffer>},
    {"channel.eviction_with_offer", "who waits is told of an eviction", &make_scenario<EvictionWithOffer>},
    {"channel.future_dies", "a message's block is given back once", &make_scenario<FutureDies>},
};

}  // namespace

std::span<const NamedScenario> offer_scenarios() { return table; }

}  // namespace sluice::model
