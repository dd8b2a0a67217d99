// SPDX-License-Identifier: BSL-1.0
// Who waits for room, and what is told of a bounded mailbox.
#include <optional>
#include <sluice/engine/dispatch/lane.hpp>
#include <sluice/engine/queue/channel.hpp>
#include <sluice/engine/queue/ordered_queue.hpp>
#include <sluice_model/scenarios.hpp>

#include "test_mailbox.hpp"

namespace sluice::model {
namespace {

/// Two offers to a full queue come one after the other while it closes.
class OffersAgainstClose final : public Scenario {
public:
  OffersAgainstClose() {
    require(queue.make(1).has_value() && queue.push(nodes[0]) == engine::Entry::entered, "the queue is full");
  }

private:
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 1) {
      (void)channel.close();
      return;
    }
    for (Guest& guest : guests) {
      guest.decided = guest.offer.poll(engine::Waker{&Guest::wake, &guest});
    }
  }
  void finish() override {
    for (Guest& guest : guests) {
      require(guest.decided || guest.woken.load(std::memory_order_relaxed), "who waits at a closed queue is told");
      require(!guest.offer.is_accepted(), "a full queue takes nothing in");
    }
    require(queue.pop() == &nodes[0], "what was in stays");
  }

  struct Guest {
    Guest(engine::Channel& channel, engine::MpscNode& node) : offer{channel, node} {}
    static void wake(void* self) noexcept {
      static_cast<Guest*>(self)->woken.store(true, std::memory_order_relaxed);  // looked at in the end
    }
    engine::Channel::Offer offer;
    engine::Atomic<bool> woken{false};
    bool decided = false;
  };

  engine::UnboundedQueue queue;
  engine::Channel channel{queue, Overflow::block};
  engine::MpscNode nodes[3];
  Guest guests[2]{{channel, nodes[1]}, {channel, nodes[2]}};
};

/// Counts what is told; from any thread.
struct Told final : engine::EventSink {
  void publish(const engine::MailboxEvent& event) noexcept override {
    const bool rose = event.kind == engine::MailboxEvent::Kind::pressure;
    (rose ? pressure : relief).fetch_add(1, std::memory_order_relaxed);  // a count that carries nothing else
  }
  engine::Atomic<std::uint32_t> pressure{0};
  engine::Atomic<std::uint32_t> relief{0};
};

/// Above one message there is pressure. Before the second sender looks at the depth, the mailbox may be drained.
class PressureAgainstDrain final : public Scenario {
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index < 2) {
      mailbox.send(1);
    } else {
      executor.work();
    }
  }
  void finish() override {
    require(mailbox.handled() == 2, "every message is handled");
    // It may still be under pressure: who saw two messages may say so after both are gone. The next message ends it.
    const std::uint32_t open = lane.pressure.is_pressed() ? 1 : 0;
    require(told.pressure.load(std::memory_order_relaxed) == told.relief.load(std::memory_order_relaxed) + open,
            "every crossing is told");
  }

  ModelExecutor executor;
  Told told;
  engine::Lane lane{engine::MailboxSettings{.kind = engine::QueueKind::deque, .capacity = 2}};
  TestMailbox mailbox{executor, &lane, {.clock = nullptr, .events = &told, .metrics = nullptr}};
};

constexpr NamedScenario table[] = {
    {"channel.offers_against_close", "nobody waits for room in a closed queue", &make_scenario<OffersAgainstClose>},
    {"channel.pressure_against_drain", "every crossing of a mark is told", &make_scenario<PressureAgainstDrain>},
};

}  // namespace

std::span<const NamedScenario> channel_scenarios() { return table; }

}  // namespace sluice::model
