// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/engine/clock.hpp>
#include <sluice/engine/time/timer_wheel.hpp>
#include <sluice_model/scenarios.hpp>

namespace sluice::model {

/// A clock that one thread moves and others read, perhaps a little late.
class SharedClock final : public Clock {
public:
  [[nodiscard]] Instant now() const noexcept override {
    return tick(now_.load(std::memory_order_relaxed));  // relaxed: a reading orders nothing
  }
  void move_to(std::int64_t milliseconds) { now_.store(milliseconds, std::memory_order_relaxed); }  // relaxed: as above
  [[nodiscard]] static Instant tick(std::int64_t milliseconds) {
    return Instant{std::chrono::milliseconds{milliseconds}};
  }

private:
  engine::Atomic<std::int64_t> now_{0};
};

/// The context of a waker. `Plain`: a call that is not ordered before its end is a data race.
class Wakes {
public:
  [[nodiscard]] engine::Waker waker() {
    return {[](void* self) noexcept { static_cast<Wakes*>(self)->wake(); }, this};
  }
  [[nodiscard]] std::uint32_t count() const { return count_.get(); }
  /// From here on, the waker is not called.
  void end() { ended_.set(true); }

private:
  void wake() {
    require(!ended_.get(), "a waker is not called after its timer was cancelled, set again or destroyed");
    count_.set(count_.get() + 1);
  }
  engine::Plain<std::uint32_t> count_;
  engine::Plain<bool> ended_;
};

}  // namespace sluice::model
