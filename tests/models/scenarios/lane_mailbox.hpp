// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/engine/dispatch/mailbox_offer.hpp>
#include "sleeper.hpp"
#include "test_mailbox.hpp"

namespace sluice::model {

/// Counts the events of all threads, in ordinary memory: it adds no steps to what is explored.
class CountingEvents final : public engine::EventSink {
public:
  using Kind = engine::MailboxEvent::Kind;

  void publish(const engine::MailboxEvent& event) noexcept override { ++counts_[static_cast<std::size_t>(event.kind)]; }
  [[nodiscard]] std::uint32_t count(Kind kind) const { return counts_[static_cast<std::size_t>(kind)]; }

private:
  std::uint32_t counts_[4]{};
};

/// A lane, which is there before its mailbox.
struct OwnLane {
  explicit OwnLane(const engine::MailboxSettings& settings) : own_lane{settings} {}
  engine::Lane own_lane;
};

/// A mailbox with a bounded lane. Its dead letters come from every thread that posts, so they are counted in ordinary
/// memory; what it handles is `Plain` as before.
class LaneMailbox : private OwnLane, public TestMailbox {
public:
  explicit LaneMailbox(engine::Executor& executor, Overflow overflow, std::uint32_t capacity,
                       const engine::DispatcherPorts& ports = {}, Duration push_timeout = {})
      : OwnLane{{.kind = engine::QueueKind::bounded,
                 .capacity = capacity,
                 .overflow = overflow,
                 .push_timeout = push_timeout}},
        TestMailbox{executor, &own_lane, ports} {}

  /// The message is given back at most.
  engine::Posted try_send(int number) {
    engine::Envelope& envelope = *engine::EnvelopeOf<int>::make(std::move(number));
    const engine::Posted posted = try_post(envelope).posted;
    if (posted == engine::Posted::full || posted == engine::Posted::closed) {
      end(envelope);
    }
    return posted;
  }

  [[nodiscard]] bool is_pressed() { return own_lane.pressure.is_pressed(); }
  [[nodiscard]] std::uint32_t lost() const { return lost_; }

protected:
  void dead_letter(engine::Envelope&, engine::DeadLetterReason) noexcept override { ++lost_; }

private:
  std::uint32_t lost_ = 0;
};

/// A mailbox with a lane, its executor, and one worker, which is the last thread.
template <std::uint32_t Others, Overflow Policy, std::uint32_t Capacity>
class LaneScenario : public Scenario {
public:
  [[nodiscard]] std::uint32_t threads() const final { return Others + 1; }

  void thread(std::uint32_t index) final {
    if (index < Others) {
      act(index);
    } else {
      executor.work();
    }
  }

protected:
  virtual void act(std::uint32_t index) = 0;

  [[nodiscard]] std::uint32_t known() const { return mailbox.handled() + mailbox.lost(); }

  ModelExecutor executor;
  CountingEvents events;
  LaneMailbox mailbox{executor, Policy, Capacity, {.events = &events}};
};

}  // namespace sluice::model
