// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/clock.hpp>

namespace sluice::inline SLUICE_ABI {

/// How well subscribers keep up.
enum class BackpressureLevel : std::uint8_t {
  none,  ///< they do
  high,  ///< a buffer was above its high-water mark, and is not below its low-water mark yet
  full,  ///< a buffer had no room: an event was lost, or given back
};

/// What a subscriber is told when its buffer fills up, and when it has room again.
struct BackpressureHint {
  const char* event_type;
  BackpressureLevel level;
  std::uint32_t depth;
  std::uint32_t capacity;
};

/// What came of a publication: publishers that can wait do so while it is not `none`.
struct PublishResult {
  BackpressureLevel level = BackpressureLevel::none;  ///< the worst one met
  std::uint32_t refused = 0;  ///< buffers with `Overflow::fail` that were full: to them it was not brought
};

/// An event on its way to one subscriber.
struct EventDelivery {
  const void* event;     ///< of the subscriber's type
  Instant published_at;  ///< `unmeasured` if nobody measures

  static constexpr Instant unmeasured = Instant::min();
};

/// What a subscriber says to it.
struct EventReception {
  BackpressureLevel level = BackpressureLevel::none;
  bool is_refused = false;
};

}  // namespace sluice::inline SLUICE_ABI
