// SPDX-License-Identifier: BSL-1.0
#pragma once

/// What the handlers of a test wait for.
#include <sluice/actors/life/actor_error.hpp>
#include <sluice/engine/task.hpp>
#include <utility>

namespace sluice_test {

/// Opened by hand; one waits at it at a time.
class Gate {
public:
  void open() noexcept {
    is_open_ = true;
    waker_.wake();
  }
  void open_with_failure() noexcept {
    fails_ = true;
    open();
  }
  /// Wakes who waits for nothing.
  void rattle() noexcept { waker_.wake(); }
  [[nodiscard]] bool is_waited_for() const noexcept { return is_waited_for_; }

private:
  friend class Passing;
  bool is_open_ = false;
  bool fails_ = false;
  bool is_waited_for_ = false;
  sluice::engine::Waker waker_;
};

/// Waits until its gate is open, and then gives a number or fails. Counts those that exist.
class Passing {
public:
  using Value = sluice::ActorResult<int>;

  Passing(Gate& gate, int number) noexcept : gate_{gate}, number_{number} {
    ++alive;
    gate_.is_waited_for_ = true;
  }
  Passing(const Passing&) = delete;
  Passing& operator=(const Passing&) = delete;
  ~Passing() {
    --alive;
    gate_.is_waited_for_ = false;
    gate_.waker_ = {};
  }

  [[nodiscard]] sluice::engine::Poll<Value> poll(const sluice::engine::Waker& waker) noexcept {
    ++polls;
    if (!gate_.is_open_) {
      gate_.waker_ = waker;
      return sluice::engine::pending;
    }
    return gate_.fails_ ? Value{sluice::fail(sluice::ActorError::retryable("the gate is broken"))} : Value{number_};
  }

  static inline int alive = 0;
  static inline int polls = 0;

private:
  Gate& gate_;
  int number_;
};

}  // namespace sluice_test
