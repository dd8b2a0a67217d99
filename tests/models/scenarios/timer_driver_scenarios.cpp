// SPDX-License-Identifier: BSL-1.0
// The driver of a wheel, on a thread of the explorer: it is started, sleeps, is woken and ends while timers come and go.
#include <sluice/graph/schedule/timers/timer_driver_core.hpp>
#include "test_timers.hpp"

namespace sluice::model {
namespace {

using engine::Timer;
using engine::TimerWheel;

constexpr std::int64_t far = 3'600'000;  // an hour

/// Real time: what a sleep ends by, and what the clock shows.
class Time {
public:
  /// At most one thread moves it; `sleeper` looks up.
  void move_to(std::int64_t milliseconds, std::uint32_t sleeper) {
    Execution& execution = *Execution::current();
    clock.move_to(milliseconds);
    execution.publish(passed);  // who wakes up by the time reads no earlier one
    now = SharedClock::tick(milliseconds);
    execution.wake(sleeper);
  }

  SharedClock clock;
  Instant now{};
  VectorClock passed;
};

/// A driver whose thread is thread `own` of the scenario, in each of its lives.
class Driver final : public schedule::TimerDriverCore {
public:
  Driver(TimerWheel& wheel, Time& time, Duration linger, std::uint32_t own)
      : TimerDriverCore{wheel, linger}, time_{time}, own_{own} {
    watch();
  }
  ~Driver() { finish(); }

  /// Serves the driver for ever.
  void serve() {
    Execution& execution = *Execution::current();
    for (;;) {
      while (served_ == started_) {
        execution.wait(true);
      }
      execution.receive(starting_);
      drive();
      execution.publish(ending_);
      ++served_;
      execution.let_yielders_go_on();
      execution.wake(destroyer_);
    }
  }

  /// As the destructor of the real one: behind it, nothing is driven.
  void end() {
    Execution& execution = *Execution::current();
    destroyer_ = execution.thread();
    const std::uint32_t starts = stop();
    while (started_ != starts || served_ != starts) {
      execution.wait(false);
    }
    execution.receive(ending_);
    is_ended_ = true;
  }
  /// In the scenario's end, where nobody runs any more.
  void finish() {
    if (!is_ended_) {
      (void)stop();
      is_ended_ = true;
    }
  }

  [[nodiscard]] bool has_thread() const { return served_ != started_; }
  [[nodiscard]] std::uint32_t starts() const { return started_; }

private:
  void start_thread() noexcept override {
    Execution& execution = *Execution::current();
    execution.pause();
    while (served_ != started_) {  // joins the last one
      execution.yield();
    }
    execution.publish(starting_);
    ++started_;
    execution.wake(own_);
    execution.wake(destroyer_);
  }
  void park_until(Instant moment) noexcept override {
    Execution& execution = *Execution::current();
    execution.pause();
    while (!is_woken_ && time_.now < moment) {
      execution.wait(true);
    }
    is_woken_ = false;
    execution.receive(waking_);
    execution.receive(time_.passed);
  }
  void wake_up() noexcept override {
    Execution& execution = *Execution::current();
    execution.pause();
    execution.publish(waking_);
    is_woken_ = true;
    execution.wake(own_);
  }

  Time& time_;
  const std::uint32_t own_;
  std::uint32_t destroyer_ = 0;
  std::uint32_t started_ = 0;
  std::uint32_t served_ = 0;
  bool is_woken_ = false;
  bool is_ended_ = false;
  VectorClock starting_, ending_, waking_;
};

/// The last thread of each scenario is the driver's. Threads count from 1 there, and from 0 in a scenario.
class DriverScenario : public Scenario {
protected:
  DriverScenario(std::uint32_t others, Duration linger) : others_{others}, driver{wheel, time, linger, others + 1} {}

  virtual void act(std::uint32_t index) = 0;
  void set(Timer& timer, std::int64_t milliseconds, Wakes& wakes) {
    wheel.set(timer, SharedClock::tick(milliseconds), wakes.waker());
  }
  void move_time_to(std::int64_t milliseconds) { time.move_to(milliseconds, others_ + 1); }

private:
  std::uint32_t threads() const final { return others_ + 1; }
  void thread(std::uint32_t index) final { index < others_ ? act(index) : driver.serve(); }

  const std::uint32_t others_;

protected:
  Time time;
  TimerWheel wheel{time.clock};
  Driver driver;
};

constexpr Duration no_linger{};

/// The thread is about to sleep for an hour, or asleep, or somewhere on its way.
class SetAgainstSleep final : public DriverScenario {
public:
  SetAgainstSleep() : DriverScenario{2, no_linger} { set(last, far, last_wakes); }

private:
  void act(std::uint32_t index) override {
    if (index == 0) {
      set(timer, 10, wakes);
    } else {
      move_time_to(10);
    }
  }
  void finish() override {
    require(wakes.count() == 1, "an earlier timer ends the sleep");
    require(last_wakes.count() == 0, "nothing fires early");
    require(driver.starts() == 1, "there is one thread");
  }
  Wakes wakes, last_wakes;
  Timer timer, last;
};

/// The thread has fired the only timer, and is about to end.
class SetAgainstEnd final : public DriverScenario {
public:
  SetAgainstEnd() : DriverScenario{1, no_linger} { set(first, 0, first_wakes); }

private:
  void act(std::uint32_t) override { set(second, 0, second_wakes); }
  void finish() override {
    require(first_wakes.count() == 1 && second_wakes.count() == 1, "each timer has a thread that fires it");
    require(!driver.has_thread(), "there is no thread when no timer is set");
  }
  Wakes first_wakes, second_wakes;
  Timer first, second;
};

class TwoSets final : public DriverScenario {
public:
  TwoSets() : DriverScenario{2, no_linger} {}

private:
  void act(std::uint32_t index) override { set(timers[index], 0, wakes[index]); }
  void finish() override {
    require(wakes[0].count() == 1 && wakes[1].count() == 1, "each timer has a thread that fires it");
    require(!driver.has_thread(), "there is no thread when no timer is set");
  }
  Wakes wakes[2];
  Timer timers[2];
};

class CancelAgainstSleep final : public DriverScenario {
public:
  CancelAgainstSleep() : DriverScenario{1, no_linger} { set(timer, far, wakes); }

private:
  void act(std::uint32_t) override { require(wheel.cancel(timer), "it cannot have fired"); }
  void finish() override {
    require(wakes.count() == 0, "a cancelled timer does not fire");
    require(!driver.has_thread(), "nobody sleeps for a timer that was cancelled");
  }
  Wakes wakes;
  Timer timer;
};

/// A timer that is set while the thread lingers, and cancelled before it would have to look, keeps it.
class SetWhileItLingers final : public DriverScenario {
public:
  SetWhileItLingers() : DriverScenario{1, std::chrono::milliseconds{10}} { set(first, 0, first_wakes); }

private:
  void act(std::uint32_t) override {
    move_time_to(5);
    set(second, far, second_wakes);
    require(wheel.cancel(second), "it cannot have fired");
    move_time_to(14);
  }
  void finish() override {
    require(first_wakes.count() == 1 && second_wakes.count() == 0, "the first one fires, the second one is cancelled");
    require(driver.starts() == 1 && driver.has_thread(), "the thread stays for a while after the last set");
  }
  Wakes first_wakes, second_wakes;
  Timer first, second;
};

/// Who sets the timer may have to start the thread of a driver that is being destroyed.
class EndAgainstSet final : public DriverScenario {
public:
  EndAgainstSet() : DriverScenario{2, no_linger} {}

private:
  void act(std::uint32_t index) override {
    if (index == 0) {
      set(timer, 0, wakes);
    } else {
      driver.end();
      fired = wakes.count();  // a race, if it still fires
    }
  }
  void finish() override {
    require(!driver.has_thread(), "no thread is left");
    wheel.advance();
    require(wakes.count() == 1 && fired <= 1, "what has not fired stays set");
  }
  Wakes wakes;
  Timer timer;
  std::uint32_t fired = 0;
};

class EndAgainstSleep final : public DriverScenario {
public:
  EndAgainstSleep() : DriverScenario{1, no_linger} { set(timer, far, wakes); }

private:
  void act(std::uint32_t) override { driver.end(); }
  void finish() override { require(!driver.has_thread() && wheel.size() == 1, "it ends with a timer that is set"); }
  Wakes wakes;
  Timer timer;
};

constexpr NamedScenario table[] = {
    {"driver.set_against_sleep", "a timer that is set earlier ends the driver's sleep",
     &make_scenario<SetAgainstSleep>},
    {"driver.set_against_end", "a timer that is set while the driver's thread ends has a thread",
     &make_scenario<SetAgainstEnd>},
    {"driver.two_sets", "one thread fires what two set", &make_scenario<TwoSets>},
    {"driver.cancel_against_sleep", "no thread sleeps for a timer that was cancelled",
     &make_scenario<CancelAgainstSleep>},
    {"driver.set_while_it_lingers", "the thread stays for a while after the last set",
     &make_scenario<SetWhileItLingers>},
    {"driver.end_against_set", "the driver ends while a timer is set: nothing fires behind it",
     &make_scenario<EndAgainstSet>},
    {"driver.end_against_sleep", "the driver ends while its thread sleeps", &make_scenario<EndAgainstSleep>},
};

}  // namespace

std::span<const NamedScenario> timer_driver_scenarios() { return table; }

}  // namespace sluice::model
