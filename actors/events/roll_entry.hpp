// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/actors/events/event_type.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/atomic.hpp>

namespace sluice::inline SLUICE_ABI {

class EventStream;
class EventSubscriber;

/// Not part of the API: what a stream remembers in a subscriber.
///
///     free --subscribe--> subscribed --unsubscribe, clear--> ended --no delivery runs--> free
///
/// Thread safety: all fields belong to the stream's lock.
class RollEntry {
public:
  RollEntry(const RollEntry&) = delete;
  RollEntry& operator=(const RollEntry&) = delete;

protected:
  constexpr explicit RollEntry(const EventType& type) noexcept : type_{type} {}
  ~RollEntry() { engine::check(state_.get() == State::free, "a subscriber is released before it dies"); }

  [[nodiscard]] const EventType& type() const noexcept { return type_; }
  /// Null before the first subscription.
  [[nodiscard]] EventStream* stream() const noexcept { return stream_; }

private:
  friend class EventStream;
  friend class Subscription;
  friend class SubscriberRoll;

  enum class State : std::uint8_t { free, subscribed, ended };

  const EventType& type_;
  EventStream* stream_ = nullptr;               ///< the latest one; written before anybody else sees the subscription
  engine::Plain<EventSubscriber*> next_{};      ///< younger
  engine::Plain<EventSubscriber*> previous_{};  ///< older
  engine::Plain<std::uint64_t> number_{};       ///< of the latest subscription; 0 if there was none
  engine::Plain<std::uint32_t> deliveries_{};   ///< that run now; keep it in the roll
  engine::Plain<State> state_{};
};

}  // namespace sluice::inline SLUICE_ABI
