// SPDX-License-Identifier: BSL-1.0
// Timers that are set, cancelled or destroyed while somebody advances the wheel.
#include <sluice/engine/clock.hpp>
#include <sluice/engine/time/timer_wheel.hpp>
#include <sluice_model/scenarios.hpp>

namespace sluice::model {
namespace {

using engine::Timer;
using engine::TimerWheel;
using engine::Waker;

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

struct Wakes {
  [[nodiscard]] Waker waker() {
    return {[](void* self) noexcept { ++static_cast<Wakes*>(self)->count; }, this};
  }
  std::uint32_t count = 0;
};

/// The wheel was made at 0 ms, and it is 100 ms: a timer at 70 ms has to move down first, then it is due.
class TimerScenario : public Scenario {
protected:
  TimerScenario() { clock.move_to(100); }  // after the wheel has looked at it
  void set(Timer& timer, std::int64_t milliseconds, const Waker& waker) {
    wheel.set(timer, SharedClock::tick(milliseconds), waker);
  }

  SharedClock clock;
  TimerWheel wheel{clock};
};

/// Two threads advance, here and below: one of them may have moved the timer down, and the other one fire it.
class CancelAgainstAdvance final : public TimerScenario {
public:
  CancelAgainstAdvance() {
    set(timer, 70, wakes.waker());
    set(neighbour, 70, neighbour_wakes.waker());
  }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      cancelled = wheel.cancel(timer);
      require(!cancelled || wakes.count == 0, "a cancelled timer has not fired");
    } else {
      wheel.advance();
    }
  }
  void finish() override {
    require(wakes.count == (cancelled ? 0u : 1u), "a timer fires once, or it was cancelled");
    require(neighbour_wakes.count == 1, "a timer that was not cancelled fires once");
    require(wheel.size() == 0, "nothing is left");
  }
  Wakes wakes, neighbour_wakes;
  Timer timer, neighbour;
  bool cancelled = false;
};

class DestroyAgainstAdvance final : public TimerScenario {
public:
  DestroyAgainstAdvance() : timer{::new(memory) Timer} {
    set(*timer, 70, wakes.waker());
    set(neighbour, 70, neighbour_wakes.waker());
  }

private:
  std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      timer->~Timer();
    } else {
      wheel.advance();
    }
  }
  void finish() override {
    require(wakes.count <= 1, "a timer fires at most once");
    require(neighbour_wakes.count == 1, "a timer that is not destroyed fires once");
    require(wheel.size() == 0, "nothing is left");
  }
  Wakes wakes, neighbour_wakes;
  Timer neighbour;
  alignas(Timer) unsigned char memory[sizeof(Timer)];
  Timer* timer;
};

/// One thread moves a timer whose waker sets another one, at once and for a moment that is past.
class SetAgainstAdvance final : public TimerScenario {
public:
  SetAgainstAdvance() { set(moved, 70, {&set_follower, this}); }

private:
  static void set_follower(void* context) noexcept {
    auto& self = *static_cast<SetAgainstAdvance*>(context);
    ++self.first_wakes;
    self.set(self.follower, 50, self.follower_wakes.waker());
  }
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      set(moved, 80, second_wakes.waker());
    } else {
      wheel.advance();
      require(follower_wakes.count == 0, "what a waker sets into the past is left to the next advance");
    }
  }
  void finish() override {
    wheel.advance();
    require(first_wakes <= 1, "a timer fires at most once per set");
    require(second_wakes.count == 1, "no set is lost");
    require(follower_wakes.count == first_wakes, "no set by a waker is lost");
    require(wheel.size() == 0, "nothing is left");
  }
  Wakes second_wakes, follower_wakes;
  std::uint32_t first_wakes = 0;
  Timer moved, follower;
};

/// One of the two has read the clock long before the other.
class TwoAdvances final : public TimerScenario {
public:
  TwoAdvances() {
    set(first, 70, first_wakes.waker());
    set(second, 71, second_wakes.waker());
    set(later, 4'101, later_wakes.waker());
  }

private:
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 1) {
      clock.move_to(4'100);
    }
    fired += wheel.advance();
  }
  void finish() override {
    require(first_wakes.count == 1 && second_wakes.count == 1, "what is due fires once");
    require(fired == 2, "each firing is counted once");
    require(later_wakes.count == 0, "nothing fires early");
    clock.move_to(4'101);
    wheel.advance();
    require(later_wakes.count == 1, "nothing is lost");
  }
  Wakes first_wakes, second_wakes, later_wakes;
  std::uint32_t fired = 0;
  Timer first, second, later;
};

constexpr NamedScenario table[] = {
    {"timer.cancel_against_advance", "a timer is cancelled or fires, once", &make_scenario<CancelAgainstAdvance>},
    {"timer.destroy_against_advance", "a timer may end while it fires", &make_scenario<DestroyAgainstAdvance>},
    {"timer.set_against_advance", "no set is lost", &make_scenario<SetAgainstAdvance>},
    {"timer.two_advances", "each timer fires once, and none early", &make_scenario<TwoAdvances>},
};

}  // namespace

std::span<const NamedScenario> timer_scenarios() { return table; }

}  // namespace sluice::model
