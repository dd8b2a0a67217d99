// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/actors/events/event_delivery.hpp>
#include <sluice/actors/events/roll_entry.hpp>
#include <sluice/config.hpp>

namespace sluice::inline SLUICE_ABI {

/// Who gets the events of one type; the link is inside.
///
/// It belongs to its stream from `EventStream::subscribe` until `released`, which the stream calls once per
/// subscription, as the last thing that it does with it. That is before `unsubscribe` returns if that was called
/// outside of callbacks; otherwise whoever ends the last running delivery calls it, soon, on any thread. So an owner
/// that always unsubscribes outside of callbacks may die after that, and need not care; any other may die in `released`
/// or later. From `released` on it may subscribe again; to another stream, after it. All functions are callbacks:
/// within them nobody waits.
class EventSubscriber : public RollEntry {
public:
  /// `event` is of the type that the constructor was given. Called by several publishers at once if there are several.
  virtual void deliver(const void* event) noexcept = 0;

  /// The same for who has something to say to it.
  [[nodiscard]] virtual EventReception receive(const EventDelivery& delivery) noexcept {
    deliver(delivery.event);
    return {};
  }

  /// The stream does not know this object any more.
  virtual void released() noexcept {}

protected:
  constexpr explicit EventSubscriber(const EventType& type) noexcept : RollEntry{type} {}
  ~EventSubscriber() = default;
};

}  // namespace sluice::inline SLUICE_ABI
