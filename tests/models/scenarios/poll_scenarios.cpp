// SPDX-License-Identifier: BSL-1.0
// Those who wait for a message of a channel.
#include <optional>
#include <sluice/engine/mailbox/queue_backend.hpp>
#include <sluice/engine/mailbox/queue_mailbox_core.hpp>
#include <sluice/engine/queue/channel.hpp>
#include <sluice/engine/queue/ordered_queue.hpp>
#include <sluice/engine/queue/ring_queue.hpp>
#include "waiting.hpp"

namespace sluice::model {
namespace {

using engine::Channel;

template <std::uint32_t Items, class Queue = engine::RingQueue>
class PollScenario : public Scenario {
public:
  explicit PollScenario(std::uint32_t capacity = 2, Overflow policy = Overflow::fail) : channel{queue, policy} {
    require(queue.make(capacity).has_value(), "a queue is made");
  }

protected:
  struct Waiting {
    explicit Waiting(Channel& channel) : poller{channel} {}
    /// Whether it is decided; then what came, or 0 if nothing will.
    bool poll() {
      engine::MpscNode* node = nullptr;
      const bool decided = poller.poll(sleeper.waker(), node);
      require(decided || node == nullptr, "what comes is decided");
      if (node != nullptr) {
        item_of(*node).meet(Fate::delivered);
        number = item_of(*node).number();
      }
      return decided;
    }
    std::uint32_t wait() {
      sleeper.until([this](const engine::Waker&) { return poll(); });
      return number;
    }
    Sleeper sleeper;  // dies after its poller
    Channel::Poller poller;
    std::uint32_t number = 0;
  };

  /// Waits from its first poll to its end; the number of what came, or 0.
  std::uint32_t wait() { return Waiting{channel}.wait(); }

  /// False if it is refused.
  bool send(std::uint32_t index) {
    items[index].write(index + 1);
    engine::NodeList evicted;
    const bool accepted = channel.offer(items[index], evicted) == Channel::Outcome::accepted;
    if (!accepted) {
      items[index].meet(Fate::returned);
    }
    while (engine::MpscNode* const node = evicted.pop_front()) {
      item_of(*node).meet(Fate::evicted);
    }
    return accepted;
  }
  std::uint32_t receive() {
    engine::MpscNode* const node = channel.poll();
    if (node == nullptr) {
      return 0;
    }
    item_of(*node).meet(Fate::delivered);
    return item_of(*node).number();
  }
  void finish() override {
    while (receive() != 0) {
    }
    for (const Item& item : items) {
      require(!item.met(Fate::none), "each message is delivered, evicted or returned");
    }
  }

  Queue queue;
  Channel channel;
  Item items[Items];
};

class PollAgainstPush final : public PollScenario<1> {
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      require(wait() == 1, "who waits gets what comes");
    } else {
      (void)send(0);
    }
  }
};

/// Two wait, two push: the first push may be seen half only, by both who are told of the second.
class TwoPollersTwoPushes final : public PollScenario<2> {
public:
  TwoPollersTwoPushes() { require(!waiting[0]->poll() && !waiting[1]->poll(), "there is nothing yet"); }

private:
  std::uint32_t threads() const override { return 4; }
  void thread(std::uint32_t index) override {
    if (index < 2) {
      waiting[index]->sleeper.sleep();
      sum[index] = waiting[index]->wait();
      waiting[index].reset();
    } else {
      (void)send(index - 2);
    }
  }
  void finish() override { require(sum[0] + sum[1] == 3, "each message comes once"); }
  std::optional<Waiting> waiting[2]{std::optional<Waiting>{std::in_place, channel},
                                    std::optional<Waiting>{std::in_place, channel}};
  std::uint32_t sum[2]{};
};

/// One push for a poller that dies and one that waits behind it.
class NotifiedPollerDies final : public PollScenario<1> {
public:
  NotifiedPollerDies() { require(!first->poll(), "there is nothing yet"); }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      first.reset();
    } else if (index == 1) {
      require(wait() == 1, "a notification is not lost with who dies");
    } else {
      (void)send(0);
    }
  }
  std::optional<Waiting> first{std::in_place, channel};
};

/// Nothing comes but the end; one of the two comes perhaps later.
class CloseWithPollers final : public PollScenario<1> {
public:
  CloseWithPollers() {
    items[0].write(1);
    items[0].meet(Fate::returned);
    require(!first->poll(), "there is nothing yet");
  }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      require(first->wait() == 0, "there is nothing but the end");
      first.reset();
    } else if (index == 1) {
      require(wait() == 0, "there is nothing but the end");
    } else {
      (void)channel.close();
    }
  }
  std::optional<Waiting> first{std::in_place, channel};
};

/// Somebody who does not wait takes the last message while the channel closes.
template <class Queue>
class LastMessageAgainstClose final : public PollScenario<1, Queue> {
public:
  LastMessageAgainstClose() { (void)this->send(0); }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      waited = this->wait();
    } else if (index == 1) {
      taken = this->receive();
    } else {
      (void)this->channel.close();
    }
  }
  void finish() override { require(waited + taken == 1, "one gets the message, the other learns of the end"); }
  std::uint32_t waited = 0, taken = 0;
};

/// Two wait for the last message, or for the end.
template <class Queue>
class PushAgainstClose final : public PollScenario<1, Queue> {
public:
  PushAgainstClose() { require(!first->poll(), "there is nothing yet"); }

private:
  using typename PollScenario<1, Queue>::Waiting;
  std::uint32_t threads() const override { return 4; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      first->sleeper.sleep();
      seen[0] = first->wait();
      first.reset();
    } else if (index == 1) {
      seen[1] = this->wait();
    } else if (index == 2) {
      seen[2] = this->send(0) ? 0 : 1;
    } else {
      (void)this->channel.close();
    }
  }
  void finish() override { require(seen[0] + seen[1] + seen[2] == 1, "one has the message, the others know the end"); }
  std::optional<Waiting> first{std::in_place, this->channel};
  std::uint32_t seen[3]{};
};

/// The last message is evicted by one whose own is refused, because the channel has closed.
class EvictionAgainstClose final : public PollScenario<2> {
public:
  EvictionAgainstClose() : PollScenario{1, Overflow::drop_oldest} { (void)send(0); }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      while (wait() != 0) {
      }
    } else if (index == 1) {
      (void)send(1);
    } else {
      (void)channel.close();
    }
  }
};

/// A message is on its way through the row of offers when somebody waits for it.
class PollAgainstOffer final : public PollScenario<2> {
public:
  PollAgainstOffer() : PollScenario{1} {
    (void)send(0);
    items[1].write(2);
  }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      Sleeper sleeper;
      Channel::Offer offer{channel, items[1]};
      sleeper.until([&](const engine::Waker& waker) { return offer.poll(waker); });
      require(offer.is_accepted(), "an open channel accepts");
    } else {
      require(wait() != 0, "who waits gets what an offer brings");
    }
  }
};

/// What was taken out comes back to the front, where somebody waits for it.
class PutBack final : public PollScenario<2, engine::DequeQueue> {
public:
  PutBack() {
    (void)send(0);
    (void)send(1);
    for (std::uint32_t i = 0; i < 2; ++i) {
      stash.push_back(*channel.poll());
    }
  }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index < 2) {
      sum[index] = wait();
    } else {
      require(channel.put_back(queue, stash), "an open queue takes back what it gave");
    }
  }
  void finish() override { require(sum[0] + sum[1] == 3, "what comes back is delivered once"); }
  engine::NodeList stash;
  std::uint32_t sum[2]{};
};

// --- With nodes of their own ----------------------------------------------------------------------------------------

using Backend = mailbox::QueueBackend<std::uint32_t, engine::RingQueue>;

/// A typed future waits while a message comes and the queue closes.
class FutureLearns final : public Scenario {
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      Sleeper sleeper;
      auto future = backend.poll_blocking();
      sleeper.until([&](const engine::Waker& waker) {
        const auto answer = future.poll(waker);
        if (answer.has_value()) {
          delivered = answer->has_value();
        }
        return answer.has_value();
      });
    } else if (index == 1) {
      accepted = backend.try_offer(7).is_accepted();
    } else {
      (void)backend.close();
    }
  }
  void finish() override { require(delivered == accepted, "what is accepted is delivered"); }
  Backend backend{Overflow::fail, 1u};
  bool accepted = false;
  bool delivered = false;
};

/// A message of the control channel.
struct Letter {
  Letter() = default;
  Letter(Letter&&) noexcept {}
  [[nodiscard]] mailbox::messages::PriorityChannel channel() const {
    return mailbox::messages::PriorityChannel::control;
  }
};

/// The consumer has looked for control messages in vain when one comes, and then the end.
class TwoLanesAgainstClose final : public Scenario {
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      require(core.try_enqueue(Letter{}).has_value(), "there is room");
      (void)core.close();
      return;
    }
    for (;;) {
      const auto letter = core.try_dequeue();
      if (!letter.has_value()) {
        break;
      }
      if (letter->has_value()) {
        ++received;
      } else {
        engine::spin_hint();
      }
    }
  }
  void finish() override { require(received == 1, "what is in comes before the end"); }
  mailbox::QueueMailboxCore<Letter, mailbox::QueueBackend<Letter, engine::AnyQueue>> core{
      mailbox::MailboxOptions::with_capacity(1).with_priority_capacity(mailbox::QueueSize::limited(1))};
  std::uint32_t received = 0;
};

constexpr NamedScenario table[] = {
    {"channel.poll_against_push", "who waits for a message gets it", &make_scenario<PollAgainstPush>},
    {"channel.two_pollers_two_pushes", "two messages reach two who wait", &make_scenario<TwoPollersTwoPushes>},
    {"channel.notified_poller_dies", "the next one is told", &make_scenario<NotifiedPollerDies>},
    {"channel.close_with_pollers", "all who wait learn of the end", &make_scenario<CloseWithPollers>},
    {"channel.last_message_against_close", "one gets the message, the other learns of the end",
     &make_scenario<LastMessageAgainstClose<engine::RingQueue>>},
    {"channel.last_of_many_against_close", "the same, without slots",
     &make_scenario<LastMessageAgainstClose<engine::UnboundedQueue>>},
    {"channel.push_against_close", "one has the message, the others learn of the end",
     &make_scenario<PushAgainstClose<engine::RingQueue>>},
    {"channel.eviction_against_close", "who waits learns of the end that an eviction brings",
     &make_scenario<EvictionAgainstClose>},
    {"channel.poll_against_offer", "who waits gets what an offer brings", &make_scenario<PollAgainstOffer>},
    {"channel.put_back", "who waits is told of what comes back", &make_scenario<PutBack>},
    {"channel.future_learns", "a typed future gets the message or learns of the end", &make_scenario<FutureLearns>},
    {"channel.two_lanes_against_close", "control messages come before the end", &make_scenario<TwoLanesAgainstClose>},
};

}  // namespace

std::span<const NamedScenario> poll_scenarios() { return table; }

}  // namespace sluice::model
