// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/actors/events/event_counters.hpp>
#include <sluice/actors/events/event_subscriber.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>

namespace sluice::inline SLUICE_ABI {

/// The subscribers of a stream, oldest first, and those that it is about to release.
///
/// Thread safety: one owner; the stream's lock sees to that.
/// Allocates: never.
/// Invariants
///  1. Numbers grow from front to back and are never used again.
///  2. A subscriber to which a delivery runs is in the roll, ended or not: so a publication can go on from it.
///  3. A subscriber that has ended and to which none runs is not in the roll.
class SubscriberRoll {
public:
  using Number = std::uint64_t;

  /// An event on its way through the roll. Who subscribes from now on is behind its end.
  struct Publication {
    const EventType& type;
    Number end;
  };

  /// A subscriber that has left the roll and whose `released` is not over. Lives on the stack of who calls that; its
  /// number says who is meant even if the subscriber is no more.
  struct Release {
    EventSubscriber* subscriber = nullptr;
    Number number = 0;
    engine::Plain<Release*> next{};
  };

  /// Those with these numbers, and whatever else there is of the one subscriber, if it is named: it may have had an
  /// earlier subscription. Only its address is looked at; if that means somebody else by now, they count too.
  struct Subscriptions {
    const EventSubscriber* subscriber;
    Number first;
    Number last;
  };

  constexpr SubscriberRoll() noexcept = default;

  /// The number that the next subscriber will have.
  [[nodiscard]] Number next_number() const noexcept { return next_number_.get(); }

  void enrol(EventSubscriber& subscriber) noexcept;

  /// From now on no delivery to it begins. True if it leaves the roll, for `release`.
  [[nodiscard]] bool end(EventSubscriber& subscriber, Release& release) noexcept;

  /// A delivery begins to the first one from `from` on that the publication is for; null if there is none.
  [[nodiscard]] EventSubscriber* begin_delivery(EventSubscriber* from, const Publication& publication) noexcept;

  /// A delivery is over. True if the subscriber leaves the roll, for `release`.
  [[nodiscard]] bool end_delivery(EventSubscriber& subscriber, Release& release) noexcept;

  /// The first one with at least this number; null if there is none.
  [[nodiscard]] EventSubscriber* find_from(Number number) const noexcept;

  /// The first one below this number that has not ended; null if there is none.
  [[nodiscard]] EventSubscriber* find_subscribed_below(Number number) const noexcept;

  /// True if no other release of the same subscriber is under way.
  [[nodiscard]] bool end_release(Release& release) noexcept;

  [[nodiscard]] bool are_released(const Subscriptions& subscriptions) const noexcept;

  /// The bits of all that have not ended.
  [[nodiscard]] std::uint32_t interests() const noexcept { return interests_; }

  DeliveryCounters counters;

private:
  using State = RollEntry::State;

  [[nodiscard]] bool is_releasing(const EventSubscriber* subscriber) const noexcept;
  [[nodiscard]] bool strike_if_done(EventSubscriber& subscriber, Release& release) noexcept;

  engine::Plain<EventSubscriber*> oldest_{};
  engine::Plain<EventSubscriber*> youngest_{};
  engine::Plain<Release*> releases_{};
  engine::Plain<Number> next_number_{1};
  std::uint32_t interests_ = 0;
  std::uint32_t interested_[EventType::interests]{};  ///< how many have not ended, per bit
};

}  // namespace sluice::inline SLUICE_ABI
