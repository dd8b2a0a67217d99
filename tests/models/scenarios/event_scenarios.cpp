// SPDX-License-Identifier: BSL-1.0
// The ends of subscriptions against publications. SC-13
#include <sluice/actors/events/event_stream.hpp>
#include <sluice_model/scenarios.hpp>
#include <utility>

namespace sluice::model {
namespace {

struct Tick {};

/// The one fact that a callback may rely on: what it owns is not gone.
class Life {
public:
  Life() noexcept = default;
  Life(Life&&) noexcept {}
  Life& operator=(Life&&) = delete;
  void look() const {
    Execution::current()->pause();
    require(whole_.get(), "what a callback owns lives while it runs");
  }

private:
  engine::Plain<bool> whole_{true};  // touched when it dies: a race with a delivery, or a use after reclaim
};

/// Counts deliveries on any thread.
class Counting : public EventSubscriber {
public:
  [[nodiscard]] std::uint32_t deliveries() const { return deliveries_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::uint32_t releases() const { return releases_.get(); }

protected:
  Counting() noexcept : EventSubscriber{event_type<Tick>} {}
  ~Counting() = default;

  void deliver(const void*) noexcept override {
    life.look();
    deliveries_.fetch_add(1, std::memory_order_relaxed);
  }
  void released() noexcept override { releases_.set(releases_.get() + 1); }

  Life life;

private:
  engine::Atomic<std::uint32_t> deliveries_{0};
  engine::Plain<std::uint32_t> releases_;
};
struct Counted final : Counting {};

/// A place in which a subscriber is born and dies.
template <class Subscriber>
class Place {
public:
  Place() {}
  ~Place() {}
  template <class... Arguments>
  Subscriber& make(Arguments&&... arguments) {
    return *::new (&subscriber_) Subscriber{arguments...};
  }
  void destroy() { subscriber_.~Subscriber(); }
  Subscriber& operator*() { return subscriber_; }

private:
  union {
    Subscriber subscriber_;
  };
};

class EventScenario : public Scenario {
protected:
  void finish() override {
    stream.clear();
    const EventCounters counters = stream.counters();
    require(counters.subscribed == counters.unsubscribed, "each subscription ends once");
  }

  EventStream stream;
};

/// An owner unsubscribes and dies at once, while two publish.
class UnsubscribeAndDie final : public EventScenario {
public:
  UnsubscribeAndDie() { stream.subscribe(place.make()); }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index != 0) {
      stream.publish(Tick{});
      return;
    }
    require(stream.unsubscribe(*place), "outside of callbacks a subscriber is released");
    require((*place).releases() == 1, "a subscriber is released once");
    place.destroy();
  }
  Place<Counted> place;
};

/// The same with a callback in a block, and a neighbour that must not be forgotten.
class EndAgainstPublish final : public EventScenario {
public:
  EndAgainstPublish() {
    subscription = *stream.subscribe<Tick>([life = Life{}](const Tick&) { life.look(); });
    stream.subscribe(neighbour);
  }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index != 0) {
      stream.publish(Tick{});
    } else {
      subscription.end();
      require(!subscription.is_active(), "what has ended is not active");
    }
  }
  void finish() override {
    require(neighbour.deliveries() == 2, "a neighbour gets every event");
    EventScenario::finish();
  }
  Subscription subscription;
  Counted neighbour;
};

/// Two callbacks unsubscribe each other, on two threads: nobody waits, and the last one frees.
class MutualEnds final : public EventScenario {
public:
  MutualEnds() {
    for (std::uint32_t i = 0; i < 2; ++i) {
      stream.subscribe(places[i].make(*this, i));
    }
  }

private:
  struct Rival final : Counting {
    Rival(MutualEnds& in, std::uint32_t own) noexcept : scenario{in}, index{own} {}
    void deliver(const void* event) noexcept override {
      Counting::deliver(event);
      scenario.unsubscribe(1 - index);
      life.look();
    }
    void released() noexcept override {
      Counting::released();
      scenario.released.fetch_add(1, std::memory_order_relaxed);
      scenario.places[index].destroy();
    }
    MutualEnds& scenario;
    std::uint32_t index;
  };

  // Not after the other is gone, which only its release tells: one who is in a delivery of the other's knows.
  void unsubscribe(std::uint32_t index) {
    if (turns[index].exchange(1, std::memory_order_relaxed) == 0) {
      (void)stream.unsubscribe(*places[index]);
    }
  }
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t) override { stream.publish(Tick{}); }
  void finish() override {
    EventScenario::finish();
    require(released.load(std::memory_order_relaxed) == 2, "each is released once");
  }

  Place<Rival> places[2];
  engine::Atomic<std::uint32_t> turns[2];
  engine::Atomic<std::uint32_t> released{0};
};

/// A callback ends its own Subscription while another thread publishes too, and then publishes itself.
class OwnEnd final : public EventScenario {
public:
  OwnEnd() {
    subscription = *stream.subscribe<Tick>([this, life = Life{}](const Tick&) {
      life.look();
      require(Execution::current()->thread() != ender, "who ended it is not called by its own publication");
      if (turn.exchange(1, std::memory_order_relaxed) == 0) {
        subscription.end();
        ender = Execution::current()->thread();
        stream.publish(Tick{});
      }
      life.look();
    });
    stream.subscribe(neighbour);  // without it nobody would look for subscribers
  }

private:
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t) override { stream.publish(Tick{}); }
  void finish() override {
    require(neighbour.deliveries() == 3, "a neighbour gets every event");
    EventScenario::finish();
  }
  Subscription subscription;
  Counted neighbour;
  engine::Atomic<std::uint32_t> turn{0};
  std::uint32_t ender = max_threads;  // threads are fibers: no race, and not the model's concern
};

/// The owner of the stream ends, against a publication and the owner of a subscription.
class ClearAgainstAll final : public EventScenario {
public:
  ClearAgainstAll() {
    stream.subscribe(place.make());
    subscription = *stream.subscribe<Tick>([life = Life{}, end = End{*this}](const Tick&) {
      end.look();
      life.look();
    });
  }

private:
  /// Dies with the callback.
  struct End {
    explicit End(ClearAgainstAll& in) noexcept : scenario{&in} {}
    End(End&& other) noexcept : scenario{std::exchange(other.scenario, nullptr)} {}
    End& operator=(End&&) = delete;
    ~End() {
      if (scenario != nullptr) {
        Execution::current()->pause();
        look();
      }
    }
    void look() const { require(!scenario->is_cleared.get(), "no callback runs or dies after the stream was cleared"); }
    ClearAgainstAll* scenario;
  };

  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      stream.publish(Tick{});
    } else if (index == 1) {
      stream.clear();
      is_cleared.set(true);  // a race with a callback that still lives
    } else {
      (void)stream.unsubscribe(*place);
      require((*place).releases() == 1, "whoever ends it, a subscriber is released once, and before");
      place.destroy();
    }
  }
  void finish() override {
    require(!subscription.is_active(), "after the stream was cleared no subscription is active");
    EventScenario::finish();
    subscription.end();
  }
  Place<Counted> place;
  Subscription subscription;
  engine::Plain<bool> is_cleared{false};
};

/// Ended by a callback, then once more by its owner, who dies: the owner waits for a release that another one began.
class EndedTwice final : public EventScenario {
public:
  EndedTwice() { stream.subscribe(place.make(*this)); }

private:
  struct Leaving final : Counting {
    explicit Leaving(EndedTwice& in) noexcept : scenario{in} {}
    void deliver(const void* event) noexcept override {
      Counting::deliver(event);
      (void)scenario.stream.unsubscribe(*this);
      life.look();
    }
    EndedTwice& scenario;
  };
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index != 0) {
      stream.publish(Tick{});
      return;
    }
    (void)stream.unsubscribe(*place);
    require((*place).releases() == 1, "outside of callbacks the release is over");
    require((*place).deliveries() <= 2, "a publication is delivered once");
    place.destroy();
  }
  Place<Leaving> place;
};

/// A subscriber ends in its delivery, and subscribes again when it is released; its owner ends it for good and dies.
class SubscribedAgain final : public EventScenario {
public:
  SubscribedAgain() { stream.subscribe(place.make(*this)); }

private:
  struct Returning final : Counting {
    explicit Returning(SubscribedAgain& in) noexcept : scenario{in} {}
    void deliver(const void* event) noexcept override {
      Counting::deliver(event);
      is_to_return.set(!is_to_return.get());
      (void)scenario.stream.unsubscribe(*this);
    }
    void released() noexcept override {
      Counting::released();
      if (is_to_return.get()) {
        is_to_return.set(false);
        scenario.stream.subscribe(*this);
      }
      life.look();
    }
    SubscribedAgain& scenario;
    engine::Plain<bool> is_to_return{false};
  };
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index != 0) {
      stream.publish(Tick{});
      return;
    }
    do {
      (void)stream.unsubscribe(*place);
    } while (stream.is_subscribed(*place));
    place.destroy();
  }
  Place<Returning> place;
};

/// Subscribers come while events are published: who came before, for the publisher, gets the event.
class SubscribeAgainstPublish final : public EventScenario {
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 2) {
      stream.publish(Tick{});
      return;
    }
    stream.subscribe(subscribers[index]);
    stream.publish(Tick{});
    require(subscribers[index].deliveries() > 0, "who subscribed before a publication gets it");
  }
  void finish() override {
    stream.clear();
    for (const Counted& each : subscribers) {
      require(each.deliveries() <= 3 && each.releases() == 1, "a publication is delivered once");
    }
    EventScenario::finish();
  }
  Counted subscribers[2];
};

constexpr NamedScenario table[] = {
    {"events.unsubscribe_and_die", "who unsubscribed may die", &make_scenario<UnsubscribeAndDie>},
    {"events.end_against_publish", "a callback lives as long as it runs", &make_scenario<EndAgainstPublish>},
    {"events.mutual_ends", "two callbacks unsubscribe each other, and the last one frees", &make_scenario<MutualEnds>},
    {"events.own_end", "a callback may end itself while it runs twice", &make_scenario<OwnEnd>},
    {"events.clear_against_all", "after a clear nobody is called, and all die in peace",
     &make_scenario<ClearAgainstAll>},
    {"events.ended_twice", "an owner waits for the release that others began", &make_scenario<EndedTwice>},
    {"events.subscribed_again", "an owner waits for every release of its subscriber", &make_scenario<SubscribedAgain>},
    {"events.subscribe_against_publish", "who subscribed before gets the event",
     &make_scenario<SubscribeAgainstPublish>},
};

}  // namespace

std::span<const NamedScenario> event_scenarios() { return table; }

}  // namespace sluice::model
