// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/actors/events/event_delivery.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/queue/overflow.hpp>

/// What a stream publishes about itself. What becomes of these is counted and not reported: nothing goes in circles.
namespace sluice::inline SLUICE_ABI {

/// A full buffer has lost events. The reports of a subscriber add up to what it has lost: the first loss of a time of
/// pressure is told at once, more at ever longer steps, and the rest when the pressure falls or the subscription ends.
struct EventsDropped {
  static constexpr bool is_event_report = true;

  const char* event_type;
  Overflow overflow;       ///< the buffer's policy
  std::uint32_t count;     ///< since the last report
  std::uint32_t total;     ///< since the subscription began
  std::uint32_t capacity;  ///< the buffer's
};

/// A subscriber is too slow: its buffer is above the high-water mark, or an event waited for too long in it. Once per
/// crossing.
struct BackpressureWarning {
  static constexpr bool is_event_report = true;

  BackpressureHint hint;
  Duration delay;  ///< how long the event waited; 0 if the depth is the reason
};

/// A callback has thrown or returned an error. Once per subscription; later failures are counted.
struct SubscriberFailed {
  static constexpr bool is_event_report = true;

  const char* event_type;
  const char* text;  ///< what it said; there only during a callback
  bool is_ended;     ///< the subscription was to end with it

  /// As it is told to an actor, or buffered.
  [[nodiscard]] SubscriberFailed detached() const noexcept { return {event_type, "a subscriber has failed", is_ended}; }
};

}  // namespace sluice::inline SLUICE_ABI
