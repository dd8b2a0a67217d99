// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <new>
#include <sluice/actors/events/buffer/buffered_event.hpp>
#include <sluice/actors/events/event_stream.hpp>
#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/messages/delivery.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/memory.hpp>
#include <sluice/engine/share_count.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI {

/// An actor's place in its system's event stream. It ends with the actor, or before: somebody may clear the stream. So both
/// share it, and the last one gives it back.
class ActorSubscription : public EventSubscriber {
public:
  [[nodiscard]] bool is_to(const EventType& other) const noexcept { return &type() == &other; }

  /// One more needs it: beside the stream its actor, and whoever else is to find it there.
  void share() noexcept { owners_.add(); }
  /// One that shares it needs it no more.
  void drop() noexcept {
    if (owners_.drop_last()) {
      give_back();
    }
  }

  ActorSubscription* next = nullptr;  ///< of the same actor

protected:
  explicit ActorSubscription(const EventType& type) noexcept : EventSubscriber{type} {}
  ~ActorSubscription() = default;

private:
  virtual void give_back() noexcept = 0;

  engine::AtomicCount owners_;
};

[[nodiscard]] EventStream& events_of(Actor& actor) noexcept;
/// Subscribes, until `actor` ends. False if memory runs out.
[[nodiscard]] bool keep_subscription(Actor& actor, ActorSubscription& subscription) noexcept;

/// Ends those of `actor` to events of this type.
void end_subscriptions_to(Actor& actor, const EventType& type) noexcept;

/// Brings a copy of every event to the actor's mailbox.
template <class Event>
class TellingSubscription final : public ActorSubscription {
public:
  explicit TellingSubscription(engine::Address actor) noexcept : ActorSubscription{event_type<Event>}, actor_{actor} {}

private:
  ~TellingSubscription() = default;

  void deliver(const void* event) noexcept override {
    tell_unreturned<Event>(actor_, lasting_copy(*static_cast<const Event*>(event)));
  }
  void released() noexcept override { drop(); }
  void give_back() noexcept override {
    this->~TellingSubscription();
    engine::memory::release(this, sizeof(TellingSubscription));
  }

  engine::Address actor_;
};

template <class Event>
Result<> subscribe_actor(Actor& actor) noexcept {
  void* const block = engine::memory::allocate(sizeof(TellingSubscription<Event>));
  if (block == nullptr) {
    return std::unexpected{Error::out_of_memory};
  }
  auto* const subscription = ::new (block) TellingSubscription<Event>{actor.address()};
  if (!keep_subscription(actor, *subscription)) {
    subscription->drop();
    return std::unexpected{Error::out_of_memory};
  }
  return {};
}

}  // namespace sluice::inline SLUICE_ABI
