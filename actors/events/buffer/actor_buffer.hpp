// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <new>
#include <sluice/actors/events/actor_subscription.hpp>
#include <sluice/actors/events/buffer/event_intake.hpp>
#include <sluice/actors/life/control.hpp>
#include <sluice/actors/messages/delivery.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/dispatch/lane.hpp>
#include <sluice/engine/memory.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI {

/// Not part of the API: the buffer between a stream and an actor. What is in its mailbox is not the events but the news
/// that there are some: one message, however many events wait. The actor's runner, when it gets to it, has one event
/// handled, and passes the news on behind what came meanwhile.
///
/// Who puts an event in does *put, then exchange `news_`*; the runner does *exchange `news_`, then look*. Both exchanges are
/// of one word, so one of the two sees the other: no event waits without news of it.
///
/// News that a full mailbox does not take goes by the system lane, where its node was reserved; so does all news for a
/// mailbox that drops its oldest message, which would be lost for it. By that lane events come before other messages.
///
/// Thread safety: `hear` by the actor's runner; the rest by any thread.
class ActorBuffer : public ActorSubscription, public EventIntake {
public:
  using ActorSubscription::type;

  /// The news has arrived: has one event handled. Ends the share of the news.
  void hear(Actor& actor) noexcept;
  /// It has not, and its share is still there.
  void hear_by_system_lane() noexcept;

  /// The one that `control` is a part of.
  [[nodiscard]] static ActorBuffer& of(Control& control) noexcept { return *static_cast<News&>(control).buffer; }

protected:
  ActorBuffer(EventStream& stream, const EventType& type, Owned<EventBuffer>&& buffer, Actor& actor) noexcept
      : ActorSubscription{type},
        EventIntake{stream, type, std::move(buffer)},
        actor_{actor.address()},
        may_queue_{!drops_oldest(actor)} {
    news_by_system_lane_.buffer = this;
  }
  ~ActorBuffer() = default;

  [[nodiscard]] EventReception keep_and_tell(BufferedEvent* event) noexcept;
  [[nodiscard]] engine::Address actor() const noexcept { return actor_; }

private:
  struct News : Control {
    News() noexcept : Control{Kind::events} {}
    ActorBuffer* buffer = nullptr;
  };

  /// The event as a message, which ends `event`; null if memory runs out, and that is told.
  [[nodiscard]] virtual engine::Envelope* pack(BufferedEvent& event) noexcept = 0;
  void deliver(const void* event) noexcept final { (void)receive({event, EventDelivery::unmeasured}); }
  void released() noexcept final {
    give_up();
    drop();
  }
  void have_handled(Actor& actor, BufferedEvent& event) noexcept;
  void tell_news() noexcept;

  [[nodiscard]] static bool drops_oldest(Actor& actor) noexcept {
    engine::Lane* const lane = actor.cell().lane();
    return lane != nullptr && lane->channel.policy() == Overflow::drop_oldest;
  }

  const engine::Address actor_;
  const bool may_queue_;                   ///< news may be in the mailbox
  engine::Atomic<std::uint32_t> news_{0};  ///< 1 while there is news on its way, or about to be
  News news_by_system_lane_;
};

/// Not part of the API: the news in a mailbox. One that ends without having been heard finds another way.
class EventsReady {
public:
  explicit EventsReady(ActorBuffer& buffer) noexcept : buffer_{&buffer} {}
  EventsReady(EventsReady&& other) noexcept : buffer_{std::exchange(other.buffer_, nullptr)} {}
  EventsReady& operator=(EventsReady&&) = delete;
  ~EventsReady() {
    if (buffer_ != nullptr) {
      buffer_->hear_by_system_lane();
    }
  }
  /// Of which events; before `take`.
  [[nodiscard]] const EventType& type() const noexcept { return buffer_->type(); }
  /// It is heard, or goes another way: whose it is.
  [[nodiscard]] ActorBuffer& take() noexcept { return *std::exchange(buffer_, nullptr); }

private:
  ActorBuffer* buffer_;
};

/// Not part of the API: that of one type of events. `TellsHints`: the actor has a handler for `BackpressureHint`.
template <class Event, bool TellsHints>
class ActorBufferOf final : public ActorBuffer {
public:
  ActorBufferOf(EventStream& stream, Owned<EventBuffer>&& buffer, Actor& actor) noexcept
      : ActorBuffer{stream, event_type<Event>, std::move(buffer), actor} {}

private:
  ~ActorBufferOf() = default;

  [[nodiscard]] EventReception receive(const EventDelivery& delivery) noexcept override {
    return keep_and_tell(BufferedEventOf<Event>::copy(delivery));
  }
  void end_event(BufferedEvent& event) noexcept override { BufferedEventOf<Event>::end(event); }

  // Of those that the policy sends to the dead letters each one is shown there.
  [[nodiscard]] bool bury(BufferedEvent& event) noexcept override {
    const bool is_letter = buffer().channel.policy() == Overflow::dead_letter;
    if (is_letter) {
      show(static_cast<BufferedEventOf<Event>&>(event).event, engine::DeadLetterReason::overflow);
    }
    end_event(event);
    return is_letter;
  }
  void heed([[maybe_unused]] const BackpressureHint& hint) noexcept override {
    if constexpr (TellsHints) {
      tell_unreturned<BackpressureHint>(actor(), BackpressureHint(hint));
    }
  }
  [[nodiscard]] engine::Envelope* pack(BufferedEvent& buffered) noexcept override {
    Event& event = static_cast<BufferedEventOf<Event>&>(buffered).event;
    engine::Envelope* const envelope = engine::EnvelopeOf<Event>::make(std::move(event));
    if (envelope == nullptr) {
      show(event, engine::DeadLetterReason::out_of_memory);
    }
    end_event(buffered);
    return envelope;
  }
  void show(Event& event, engine::DeadLetterReason reason) noexcept {
    engine::EnvelopeOf<Event> lost{std::move(event)};  // made only to be shown
    report_lost(lost, actor(), reason);
  }
  void give_back() noexcept override {
    this->~ActorBufferOf();
    engine::memory::release(this, sizeof(ActorBufferOf));
  }
};

template <class Event, bool TellsHints>
Result<> subscribe_actor_buffered(Actor& actor, const EventBufferOptions& options) noexcept {
  using Subscriber = ActorBufferOf<Event, TellsHints>;
  Result<Owned<EventBuffer>> buffer = Owned<EventBuffer>::make(options);
  const Result<> status = buffer.has_value() ? (*buffer)->status() : Result<>{std::unexpected{buffer.error()}};
  if (!status.has_value()) {
    return status;
  }
  void* const block = engine::memory::allocate(sizeof(Subscriber));
  if (block == nullptr) {
    return std::unexpected{Error::out_of_memory};
  }
  auto* const subscriber = ::new (block) Subscriber{events_of(actor), std::move(*buffer), actor};
  if (!keep_subscription(actor, *subscriber)) {
    subscriber->drop();
    return std::unexpected{Error::out_of_memory};
  }
  return {};
}

}  // namespace sluice::inline SLUICE_ABI
