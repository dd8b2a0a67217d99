// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <expected>
#include <sluice/actors/events/subscriber_roll.hpp>
#include <sluice/actors/events/subscription.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/error.hpp>
#include <sluice/engine/mutex.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI {

/// Brings what is published to those who subscribed to its type, in the order in which they did.
///
/// Callbacks run on the publisher's thread, outside of any lock. They may publish, subscribe, unsubscribe anybody and
/// clear; they take note and return, for others may wait for their end. Who subscribes during a publication does not
/// get that event; who is unsubscribed during it gets it only if its delivery had begun, that is: if the publisher had
/// chosen it.
///
/// Who waits for whom: outside of callbacks, `unsubscribe`, `Subscription::end` and `clear` wait for the deliveries that
/// run on other threads; so hold nothing then that a callback waits for. Within a callback nobody waits: two callbacks
/// may unsubscribe each other.
///
/// It is not destroyed while anybody may use it, or has a `Subscription` of it.
///
/// Thread safety: everything from any thread; on bare metal also from interrupts.
/// Allocates: only `subscribe` with a callback.
class EventStream {
public:
  constexpr EventStream() noexcept = default;
  EventStream(const EventStream&) = delete;
  EventStream& operator=(const EventStream&) = delete;

  /// Delivers `event` to all subscribers of exactly this type. With none: a load and a branch (R4.3).
  template <class Event>
  void publish(const Event& event) noexcept {
    if (has_subscribers<Event>()) [[unlikely]] {
      distribute(event_type<Event>, &event);
    }
  }

  /// Whether somebody is subscribed to anything.
  [[nodiscard]] bool has_subscribers() const noexcept { return interests() != 0; }

  /// False if nobody is subscribed to `Event`, so that its making can be saved. True says little: types share bits.
  template <class Event>
  [[nodiscard]] bool has_subscribers() const noexcept {
    return (interests() & event_type<Event>.bit()) != 0;
  }

  /// Calls `callback`, which does not throw, with every `Event` until the `Subscription` ends. Several publishers may
  /// call it at once.
  ///
  /// Fails only if memory runs out.
  template <class Event, class Callback>
  [[nodiscard]] Result<Subscription> subscribe(Callback callback) noexcept {
    auto* const subscriber = CallbackSubscriber<Event, Callback>::make(std::move(callback));
    if (subscriber == nullptr) {
      return std::unexpected{Error::out_of_memory};
    }
    subscribe(*subscriber);
    return Subscription{*subscriber};
  }

  /// From now on `subscriber`, which has no subscription, gets the events of its type.
  ///
  /// Allocates: never.
  void subscribe(EventSubscriber& subscriber) noexcept;

  /// No delivery to `subscriber` begins from now on (SC-13); nothing happens if it is not subscribed any more. True if
  /// it has been released too, which outside of callbacks is always so; see `EventSubscriber`.
  ///
  /// Blocks: outside of callbacks, while deliveries to it run elsewhere.
  bool unsubscribe(EventSubscriber& subscriber) noexcept;

  [[nodiscard]] bool is_subscribed(const EventSubscriber& subscriber) noexcept;

  /// Ends all subscriptions there are, as if each were unsubscribed. Who subscribes meanwhile may stay.
  ///
  /// Blocks: as `unsubscribe`.
  void clear() noexcept;

  [[nodiscard]] EventCounters counters() noexcept;

private:
  using Number = SubscriberRoll::Number;
  using Publication = SubscriberRoll::Publication;
  using Release = SubscriberRoll::Release;
  using Subscriptions = SubscriberRoll::Subscriptions;

  [[nodiscard]] std::uint32_t interests() const noexcept {
    // relaxed: who subscribed before this, for this thread, is seen; everything else is read under the lock.
    return interests_.load(std::memory_order_relaxed);
  }

  void distribute(const EventType& type, const void* event) noexcept;
  [[nodiscard]] EventSubscriber* begin(Publication& publication) noexcept;
  [[nodiscard]] EventSubscriber* go_on(EventSubscriber& last, const Publication& publication) noexcept;
  [[nodiscard]] bool end_oldest_below(Number number) noexcept;
  bool finish(Release& release) noexcept;
  void wait_until_released(const Subscriptions& subscriptions) noexcept;

  SyncMutex<SubscriberRoll> roll_;
  engine::Atomic<std::uint32_t> interests_{0};  ///< those of the roll; written under its lock
  engine::Atomic<std::uint32_t> releases_{0};   ///< counts the releases that are over; written under the lock
};

}  // namespace sluice::inline SLUICE_ABI
