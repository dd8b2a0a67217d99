// SPDX-License-Identifier: BSL-1.0
// FR-PLT: who sleeps until the next deadline hears of an earlier one
#include <optional>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/time/timer_wheel.hpp>
#include <sluice_test/test.hpp>

namespace sluice::engine {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;

constexpr milliseconds tick{1};
constexpr Instant epoch{};

/// Notes what it hears.
class Listener final : public TimerWatcher {
public:
  explicit Listener(const TimerWheel& wheel) noexcept : wheel_{wheel} {}

  [[nodiscard]] bool on_earlier(Instant deadline) noexcept override {
    ++tells;
    earliest = deadline;
    return asks;
  }
  void attend() noexcept override {
    ++attended;
    seen = wheel_.next_deadline();
  }
  void on_empty() noexcept override { ++empties; }

  bool asks = false;
  int tells = 0;
  int attended = 0;
  int empties = 0;
  Instant earliest{};
  std::optional<Instant> seen;

private:
  const TimerWheel& wheel_;
};

struct Watching {
  Watching() { wheel.watch(listener); }
  ~Watching() { wheel.unwatch(listener); }
  void set(Timer& timer, Duration after_epoch) { wheel.set(timer, epoch + after_epoch, {}); }

  ManualClock clock;
  TimerWheel wheel{clock, tick};
  Listener listener{wheel};
};

TEST(TimerWatcher, hears_of_the_first_timer_and_of_those_that_come_before_it) {
  Watching w;
  Timer first, later, earlier;

  w.set(first, 50 * tick);
  EXPECT_EQ(w.listener.tells, 1);
  EXPECT_TRUE(w.listener.earliest == epoch + 50 * tick);
  w.set(later, 50 * tick);
  EXPECT_EQ(w.listener.tells, 1);
  w.set(earlier, 49 * tick);

  EXPECT_EQ(w.listener.tells, 2);
  EXPECT_TRUE(w.listener.earliest == epoch + 49 * tick);
}

TEST(TimerWatcher, hears_nothing_of_a_timer_that_is_set_again_but_not_earlier) {
  Watching w;
  Timer timer;
  w.set(timer, 30 * tick);

  w.set(timer, 30 * tick);
  w.set(timer, 40 * tick);
  EXPECT_EQ(w.listener.tells, 1);
  w.set(timer, 20 * tick);

  EXPECT_EQ(w.listener.tells, 2);
  EXPECT_EQ(w.listener.empties, 0);
}

TEST(TimerWatcher, hears_of_a_timer_that_is_set_into_the_past) {
  Watching w;
  Timer next, past;
  w.clock.advance(100 * tick);
  w.wheel.advance();
  w.set(next, 101 * tick);

  w.set(past, 7 * tick);

  EXPECT_EQ(w.listener.tells, 2);
  EXPECT_TRUE(w.listener.earliest <= w.clock.now());
}

TEST(TimerWatcher, hears_when_the_last_timer_is_cancelled_or_dies) {
  Watching w;
  {
    Timer first, second;
    w.set(first, 5 * tick);
    w.set(second, hours{5});

    w.wheel.cancel(first);
    EXPECT_EQ(w.listener.empties, 0);
    w.wheel.cancel(second);
    EXPECT_EQ(w.listener.empties, 1);
    w.wheel.cancel(second);
    EXPECT_EQ(w.listener.empties, 1);
    w.set(first, 5 * tick);
  }

  EXPECT_EQ(w.listener.empties, 2);
}

TEST(TimerWatcher, hears_nothing_when_the_last_timer_fires) {
  Watching w;
  Timer timer;
  w.set(timer, tick);
  w.clock.advance(tick);

  EXPECT_EQ(w.wheel.advance(), 1u);

  EXPECT_EQ(w.listener.empties, 0);
  w.set(timer, 2 * tick);
  EXPECT_EQ(w.listener.tells, 2);
}

TEST(TimerWatcher, attends_if_it_asked_for_it_and_may_use_the_wheel_then) {
  Watching w;
  Timer first, second;
  w.set(first, 50 * tick);
  EXPECT_EQ(w.listener.attended, 0);
  w.listener.asks = true;

  w.set(first, 50 * tick);
  EXPECT_EQ(w.listener.attended, 0);
  w.set(second, 30 * tick);

  EXPECT_EQ(w.listener.attended, 1);
  EXPECT_TRUE(w.listener.seen == epoch + 30 * tick);
}

TEST(TimerWatcher, hears_at_once_of_what_was_set_before_it_came) {
  ManualClock clock;
  TimerWheel wheel{clock, tick};
  Listener listener{wheel};
  Timer timer;
  wheel.set(timer, epoch + 9 * tick, {});
  listener.asks = true;

  wheel.watch(listener);

  EXPECT_TRUE(listener.earliest == epoch + 9 * tick);
  EXPECT_EQ(listener.attended, 1);
  wheel.unwatch(listener);
}

TEST(TimerWatcher, hears_nothing_any_more_when_it_is_forgotten) {
  ManualClock clock;
  TimerWheel wheel{clock, tick};
  Listener listener{wheel};
  wheel.watch(listener);
  wheel.unwatch(listener);
  Timer timer;

  wheel.set(timer, epoch + tick, {});
  wheel.cancel(timer);

  EXPECT_EQ(listener.tells, 0);
  EXPECT_EQ(listener.empties, 0);
}

/// Sleeps until the next deadline that it saw, or heard of: it must never be later than the wheel's.
TEST(TimerWatcher, who_sleeps_until_what_it_heard_of_misses_nothing) {
  constexpr std::uint32_t timers = 8;
  Watching w;
  Timer timer[timers];
  std::uint32_t random = 2'463'534'242u;
  Instant moment = Instant::max();

  for (int i = 0; i < 4'000; ++i) {
    random ^= random << 13;
    random ^= random >> 17;
    random ^= random << 5;
    const int tells = w.listener.tells;
    if (random % 8 == 0) {
      w.clock.advance((random >> 20) * tick);
      w.wheel.advance();
      moment = w.wheel.next_deadline().value_or(Instant::max());
    } else if (random % 8 < 3) {
      w.wheel.cancel(timer[random / 8 % timers]);
    } else {
      const auto distance = static_cast<std::int64_t>(random >> 8) >> (random / 64 % 24);
      w.wheel.set(timer[random / 8 % timers], w.clock.now() + (distance - 5) * tick, {});
    }
    if (w.listener.tells != tells && w.listener.earliest < moment) {
      moment = w.listener.earliest;
    }
    ASSERT_TRUE(!w.wheel.next_deadline() || moment <= *w.wheel.next_deadline());
    if (w.wheel.size() == 0) {
      moment = Instant::max();
    }
  }
}

TEST(TimerWatcher, a_wheel_has_one_at_a_time) {
  sluice_test::expect_broken_promise(
      [] {
        Watching w;
        Listener other{w.wheel};
        w.wheel.watch(other);
      },
      "a timer wheel has one watcher at a time");
}

TEST(TimerWatcher, a_wheel_forgets_only_who_watches_it) {
  sluice_test::expect_broken_promise(
      [] {
        Watching w;
        Listener other{w.wheel};
        w.wheel.unwatch(other);
      },
      "a timer wheel forgets only who watches it");
}

TEST(TimerWatcher, a_wheel_outlives_its_watcher) {
  sluice_test::expect_broken_promise(
      [] {
        const ManualClock clock;
        TimerWheel wheel{clock, tick};
        Listener listener{wheel};
        wheel.watch(listener);
      },
      "a timer wheel outlives its watcher");
}

}  // namespace
}  // namespace sluice::engine
