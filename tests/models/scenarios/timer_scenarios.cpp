// SPDX-License-Identifier: BSL-1.0
// Timers that are set, cancelled or destroyed while somebody advances the wheel.
#include "test_timers.hpp"

namespace sluice::model {
namespace {

using engine::Timer;
using engine::TimerWheel;
using engine::Waker;

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
      wakes.end();
      require(wakes.count() == (cancelled ? 0u : 1u), "a timer has fired, or it was cancelled");
    } else {
      wheel.advance();
    }
  }
  void finish() override {
    require(neighbour_wakes.count() == 1, "a timer that was not cancelled fires once");
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
      wakes.end();
    } else {
      wheel.advance();
    }
  }
  void finish() override {
    require(wakes.count() <= 1, "a timer fires at most once");
    require(neighbour_wakes.count() == 1, "a timer that is not destroyed fires once");
    require(wheel.size() == 0, "nothing is left");
  }
  Wakes wakes, neighbour_wakes;
  Timer neighbour;
  alignas(Timer) unsigned char memory[sizeof(Timer)];
  Timer* timer;
};

/// The timer is set again: before the advance comes to it, or when it has fired, to a moment that is past.
class SetAgainstAdvance final : public TimerScenario {
public:
  SetAgainstAdvance() { set(timer, 70, first_wakes.waker()); }

private:
  std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      set(timer, 80, second_wakes.waker());
      first_wakes.end();
    } else {
      wheel.advance();
      require(first_wakes.count() + second_wakes.count() <= 1, "what has fired is left to the next advance");
    }
  }
  void finish() override {
    wheel.advance();
    require(first_wakes.count() <= 1, "a timer fires at most once per set");
    require(second_wakes.count() == 1, "no set is lost");
    require(wheel.size() == 0, "nothing is left");
  }
  Wakes first_wakes, second_wakes;
  Timer timer;
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
    require(first_wakes.count() == 1 && second_wakes.count() == 1, "what is due fires once");
    require(fired == 2, "each firing is counted once");
    require(later_wakes.count() == 0, "nothing fires early");
    clock.move_to(4'101);
    wheel.advance();
    require(later_wakes.count() == 1, "nothing is lost");
  }
  Wakes first_wakes, second_wakes, later_wakes;
  std::uint32_t fired = 0;
  Timer first, second, later;
};

constexpr NamedScenario table[] = {
    {"timer.cancel_against_advance", "a timer is cancelled or fires, once; then its waker is done",
     &make_scenario<CancelAgainstAdvance>},
    {"timer.destroy_against_advance", "a timer may end while it fires; then its waker is done",
     &make_scenario<DestroyAgainstAdvance>},
    {"timer.set_against_advance", "no set is lost", &make_scenario<SetAgainstAdvance>},
    {"timer.two_advances", "each timer fires once, and none early", &make_scenario<TwoAdvances>},
};

}  // namespace

std::span<const NamedScenario> timer_scenarios() { return table; }

}  // namespace sluice::model
