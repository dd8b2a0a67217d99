// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <expected>
#include <sluice/actors/events/event_counters.hpp>
#include <sluice/actors/events/event_delivery.hpp>
#include <sluice/actors/events/event_log.hpp>
#include <sluice/actors/events/event_meter.hpp>
#include <sluice/actors/events/subscriber_roll.hpp>
#include <sluice/actors/events/subscription.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/error.hpp>
#include <sluice/engine/mutex.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI {

template <class Event>
class BufferedSubscription;
struct EventBufferOptions;

/// Hears who subscribes to what.
///
/// Thread safety: called by whoever subscribes or unsubscribes, outside of any lock; of several at once in any order.
class SubscriptionWatcher {
public:
  virtual void subscriptions_changed(const EventType& type, bool began) noexcept = 0;

protected:
  ~SubscriptionWatcher() = default;
};

/// Brings what is published to those who subscribed to its type, or to one that it names as its `EventFamily`, in the order
/// in which they did.
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
/// Allocates: `subscribe` with a callback, `subscribe_buffered`, and a block per event in each buffer.
class EventStream {
public:
  constexpr EventStream() noexcept = default;
  EventStream(const EventStream&) = delete;
  EventStream& operator=(const EventStream&) = delete;

  /// Delivers `event` to all subscribers of this type and of its families. With none: a load and a branch (R4.3). Tells how
  /// well they keep up.
  template <class Event>
  PublishResult publish(const Event& event) noexcept {
    if (has_subscribers<Event>()) [[unlikely]] {
      return distribute(event_type<Event>, &event);
    }
    return {};
  }

  /// Whether somebody is subscribed to anything.
  [[nodiscard]] bool has_subscribers() const noexcept { return interests() != 0; }

  /// False if nobody would get an `Event`, so that its making can be saved. True says little: types share bits.
  template <class Event>
  [[nodiscard]] bool has_subscribers() const noexcept {
    return (interests() & event_bits<Event>) != 0;
  }

  /// Calls `callback` with every `Event` until the `Subscription` ends. Several publishers may call it at once. If it
  /// throws, or returns an `expected` without a value, they do not notice: see `SubscriberFailed` and `OnFailure`.
  ///
  /// Fails only if memory runs out.
  template <class Event, class Callback>
  [[nodiscard]] Result<Subscription> subscribe(Callback callback, SubscriptionOptions options = {}) noexcept {
    auto* const subscriber = CallbackSubscriber<Event, Callback>::make(std::move(callback), options);
    if (subscriber == nullptr) {
      return std::unexpected{Error::out_of_memory};
    }
    subscribe(*subscriber);
    return Subscription{*subscriber};
  }

  /// Keeps a copy of every `Event` for the owner of the `BufferedSubscription`, who takes them when it likes (include
  /// `buffer/buffered_subscription.hpp`). `on_backpressure(BackpressureHint)` is called when the buffer fills up, by a
  /// publisher, and when it has room again.
  ///
  /// Fails if memory runs out, or if the options make no sense.
  template <class Event>
  [[nodiscard]] Result<BufferedSubscription<Event>> subscribe_buffered(const EventBufferOptions& options) noexcept;
  template <class Event, class Hook>
  [[nodiscard]] Result<BufferedSubscription<Event>> subscribe_buffered(const EventBufferOptions& options,
                                                                       Hook on_backpressure) noexcept;

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

  /// As at first: clear, not measured, nothing counted. By its owner, when nobody else uses it.
  void reset() noexcept;

  [[nodiscard]] EventCounters counters() noexcept;

  /// From now on `meter` measures publications and how long events wait in buffers; null ends that. It outlives the
  /// stream, or every publication and taking that began before the end.
  void measure(EventMeter* meter) noexcept {
    // release | the meter as it was made, to the acquire in `meter`.
    meter_.store(meter, std::memory_order_release);
  }
  [[nodiscard]] EventMeter* meter() const noexcept {
    // acquire | the meter, from the release in `measure`.
    return meter_.load(std::memory_order_acquire);
  }

  void set_log(EventLog log) noexcept {
    log_.store(static_cast<std::uint32_t>(log), std::memory_order_relaxed);  // a setting
  }

  /// Not part of the API.
  [[nodiscard]] LossCounters& losses() noexcept { return losses_; }
  void write_loss(const char* type, std::string_view what, std::uint64_t number) const noexcept {
    if (logs(EventLog::losses)) {
      write_event_line(type, what, number);
    }
  }

  /// From now on `watcher` hears of changes; null: nobody. While nobody subscribes or unsubscribes.
  void watch(SubscriptionWatcher* watcher) noexcept { watcher_ = watcher; }

private:
  using Number = SubscriberRoll::Number;
  using Publication = SubscriberRoll::Publication;
  using Release = SubscriberRoll::Release;
  using Subscriptions = SubscriberRoll::Subscriptions;

  [[nodiscard]] std::uint32_t interests() const noexcept {
    // relaxed: who subscribed before this, for this thread, is seen; everything else is read under the lock.
    return interests_.load(std::memory_order_relaxed);
  }

  [[nodiscard]] bool logs(EventLog what) const noexcept {
    return log_.load(std::memory_order_relaxed) >= static_cast<std::uint32_t>(what);  // a setting
  }

  PublishResult distribute(const EventType& type, const void* event) noexcept;
  [[nodiscard]] EventSubscriber* begin(Publication& publication) noexcept;
  [[nodiscard]] EventSubscriber* go_on(EventSubscriber& last, const Publication& publication) noexcept;
  [[nodiscard]] bool end_oldest_below(Number number) noexcept;
  bool finish(Release& release) noexcept;
  void wait_until_released(const Subscriptions& subscriptions) noexcept;

  void tell_watcher(const EventType& type, bool began) noexcept {
    if (watcher_ != nullptr) {
      watcher_->subscriptions_changed(type, began);
    }
  }

  SyncMutex<SubscriberRoll> roll_;
  SubscriptionWatcher* watcher_ = nullptr;
  engine::Atomic<std::uint32_t> interests_{0};  ///< those of the roll; written under its lock
  engine::Atomic<std::uint32_t> releases_{0};   ///< counts the releases that are over; written under the lock
  engine::Atomic<std::uint32_t> log_{static_cast<std::uint32_t>(EventLog::losses)};
  engine::Atomic<EventMeter*> meter_{nullptr};
  LossCounters losses_;
};

}  // namespace sluice::inline SLUICE_ABI
