// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/engine/task.hpp>
#include <sluice_model/scenarios.hpp>

namespace sluice::model {

/// A thread that polls as a task does: it sleeps until its waker was called. A lost wake-up is a thread that waits for
/// ever, and a call that comes too late touches a dead variable.
class Sleeper {
public:
  [[nodiscard]] engine::Waker waker() {
    return {[](void* self) noexcept { static_cast<Sleeper*>(self)->wake(); }, this};
  }

  /// Until there was a call since the last sleep.
  void sleep() {
    Execution& execution = *Execution::current();
    thread_ = execution.thread();
    while (!woken_) {
      execution.wait(false);
    }
    woken_ = false;
    execution.receive(handed_over_);
  }

  /// Calls `poll(waker) -> bool` until it says that it is done.
  template <class Poll>
  void until(Poll poll) {
    while (!poll(waker())) {
      sleep();
    }
  }

private:
  void wake() {
    Execution& execution = *Execution::current();
    execution.pause();             // the future may be on its way out
    calls_.set(calls_.get() + 1);  // who calls holds the lock of the registration: no race, and not after the end
    woken_ = true;
    execution.publish(handed_over_);
    execution.wake(thread_);
  }

  engine::Plain<std::uint32_t> calls_;
  std::uint32_t thread_ = 0;
  bool woken_ = false;
  VectorClock handed_over_;
};

}  // namespace sluice::model
