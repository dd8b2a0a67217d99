// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <new>
#include <sluice/actors/events/event_delivery.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/memory.hpp>
#include <sluice/engine/mpsc_queue.hpp>
#include <type_traits>
#include <utility>

namespace sluice::inline SLUICE_ABI {

/// Not part of the API: an event that waits in a buffer.
struct BufferedEvent : engine::MpscNode {
  explicit BufferedEvent(Instant at) noexcept : published_at{at} {}
  Instant published_at;  ///< `EventDelivery::unmeasured` if nobody measures
};

/// Not part of the API: a copy that may outlive the publication: what an event shows only during a callback is not in it.
template <class Event>
[[nodiscard]] Event lasting_copy(const Event& event) {
  if constexpr (requires { event.detached(); }) {
    return event.detached();
  } else {
    return Event(event);
  }
}

/// Not part of the API: the same with the event inside. From the blocks of the engine: once warm, the heap is not asked.
template <class Event>
struct BufferedEventOf final : BufferedEvent {
  static_assert(std::is_nothrow_move_constructible_v<Event>, "an event that is buffered moves without throwing");
  static_assert(alignof(Event) <= engine::memory::alignment, "over-aligned events cannot be buffered");

  /// Throws what copying does; that is not the publisher's concern.
  BufferedEventOf(const Event& of, Instant at) : BufferedEvent{at}, event{lasting_copy(of)} {}

  /// Null if memory runs out, or if copying throws.
  [[nodiscard]] static BufferedEventOf* copy(const EventDelivery& delivery) noexcept {
    void* const block = engine::memory::allocate(sizeof(BufferedEventOf));
    if (block == nullptr) {
      return nullptr;
    }
#if defined(__cpp_exceptions)
    try {
      return ::new (block) BufferedEventOf{*static_cast<const Event*>(delivery.event), delivery.published_at};
    } catch (...) {
      engine::memory::release(block, sizeof(BufferedEventOf));
      return nullptr;
    }
#else
    return ::new (block) BufferedEventOf{*static_cast<const Event*>(delivery.event), delivery.published_at};
#endif
  }

  static void end(BufferedEvent& buffered) noexcept {
    auto& self = static_cast<BufferedEventOf&>(buffered);
    self.~BufferedEventOf();
    engine::memory::release(&self, sizeof(BufferedEventOf));
  }

  /// The event; this ends.
  [[nodiscard]] static Event unpack(BufferedEvent& buffered) noexcept {
    Event event = std::move(static_cast<BufferedEventOf&>(buffered).event);
    end(buffered);
    return event;
  }

  Event event;
};

}  // namespace sluice::inline SLUICE_ABI
