// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/engine/task.hpp>

namespace sluice {

/// Something that a test lets happen, and one future that waits for it.
struct Event {
  void happen(int with) {
    value = with;
    waker.wake();
  }

  engine::Poll<int> value;
  engine::Waker waker;
  int polls = 0;
  int waiting = 0;
};

/// Waits for an event; as every future it forgets its waker when it ends.
class EventFuture {
public:
  explicit EventFuture(Event& event) noexcept : event_{event} { ++event_.waiting; }
  EventFuture(const EventFuture&) = delete;
  EventFuture& operator=(const EventFuture&) = delete;
  ~EventFuture() {
    --event_.waiting;
    event_.waker = {};
  }

  [[nodiscard]] engine::Poll<int> poll(const engine::Waker& waker) noexcept {
    ++event_.polls;
    event_.waker = waker;
    return event_.value;
  }

private:
  Event& event_;
};

}  // namespace sluice
