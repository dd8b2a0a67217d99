// SPDX-License-Identifier: BSL-1.0
// FR-PLT: timeouts by a clock that is read, without a timer of the machine
#include <limits>
#include <new>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/time/timer_wheel.hpp>
#include <sluice_test/test.hpp>
#include <string_view>

namespace sluice::engine {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;

static_assert(sizeof(Timer) <= 64);
static_assert(sizeof(TimerWheel) <= (sizeof(void*) == 4 ? 1'280 : 2'304), "small enough for a Cortex-M3");

constexpr milliseconds tick{1};
constexpr Instant epoch{};

/// The names of the timers that fired, in that order.
class Fired {
public:
  void add(char name) noexcept {
    if (count_ < sizeof names_) {
      names_[count_++] = name;
    }
  }
  [[nodiscard]] std::string_view take() noexcept {
    const std::string_view names{names_, count_};
    count_ = 0;
    return names;
  }

private:
  char names_[32]{};
  std::uint32_t count_ = 0;
};

/// A timer that writes its name when it fires.
class Named final : public Timer {
public:
  Named(Fired& fired, char name) noexcept : fired_{fired}, name_{name} {}
  [[nodiscard]] Waker waker() noexcept {
    return {[](void* context) noexcept {
              const auto& self = *static_cast<Named*>(context);
              self.fired_.add(self.name_);
            },
            this};
  }

private:
  Fired& fired_;
  char name_;
};

/// A clock at any moment, also before the epoch.
struct AnyClock final : Clock {
  [[nodiscard]] Instant now() const noexcept override { return time; }
  Instant time;
};

struct Setting {
  void set(Named& timer, Duration after_epoch) { wheel.set(timer, epoch + after_epoch, timer.waker()); }
  std::uint32_t advance(Duration by) {
    clock.advance(by);
    return wheel.advance();
  }

  ManualClock clock;
  TimerWheel wheel{clock, tick};
  Fired fired;
};

TEST(TimerWheel, fires_nothing_when_nothing_is_set) {
  Setting s;

  EXPECT_EQ(s.wheel.advance(), 0u);
  EXPECT_EQ(s.advance(hours{24}), 0u);
  EXPECT_EQ(s.wheel.size(), 0u);
  EXPECT_FALSE(s.wheel.next_deadline().has_value());
}

TEST(TimerWheel, fires_once_at_its_tick_and_not_before) {
  Setting s;
  Named a{s.fired, 'a'};
  s.set(a, 5 * tick);

  EXPECT_EQ(s.advance(4 * tick), 0u);
  EXPECT_EQ(s.advance(tick - nanoseconds{1}), 0u);
  EXPECT_EQ(s.wheel.size(), 1u);
  EXPECT_EQ(s.advance(nanoseconds{1}), 1u);

  EXPECT_EQ(s.fired.take(), "a");
  EXPECT_EQ(s.wheel.size(), 0u);
  EXPECT_EQ(s.advance(100 * tick), 0u);
}

TEST(TimerWheel, rounds_a_deadline_between_ticks_up) {
  Setting s;
  Named a{s.fired, 'a'}, b{s.fired, 'b'};
  s.set(a, 5 * tick + nanoseconds{1});
  s.set(b, 6 * tick - nanoseconds{1});

  EXPECT_EQ(s.advance(6 * tick - nanoseconds{1}), 0u);
  EXPECT_EQ(s.advance(nanoseconds{1}), 2u);
  EXPECT_EQ(s.fired.take(), "ab");
}

TEST(TimerWheel, fires_a_deadline_that_is_now_or_past_at_the_next_advance) {
  Setting s;
  s.advance(10 * tick);
  Named now{s.fired, 'n'}, past{s.fired, 'p'}, first{s.fired, 'f'};
  s.set(now, 10 * tick);
  s.set(past, 3 * tick);
  s.wheel.set(first, Instant::min(), first.waker());

  EXPECT_TRUE(*s.wheel.next_deadline() <= s.clock.now());
  EXPECT_EQ(s.wheel.advance(), 3u);

  EXPECT_EQ(s.fired.take(), "npf");
}

TEST(TimerWheel, handles_each_boundary_between_levels) {
  constexpr std::int64_t boundaries[] = {64, 4'096, 262'144, 16'777'216};
  constexpr std::int64_t starts[] = {0, 1, 63, 64, 4'095};
  for (const std::int64_t start : starts) {
    for (const std::int64_t boundary : boundaries) {
      Setting s;
      s.advance(start * tick);
      Named a{s.fired, 'a'}, b{s.fired, 'b'}, c{s.fired, 'c'};
      s.set(c, (start + boundary + 1) * tick);
      s.set(b, (start + boundary) * tick);
      s.set(a, (start + boundary - 1) * tick);

      EXPECT_EQ(s.advance((boundary - 2) * tick), 0u);
      EXPECT_EQ(s.advance(tick), 1u) << boundary;
      EXPECT_EQ(s.advance(tick), 1u) << boundary;
      EXPECT_EQ(s.advance(tick), 1u) << boundary;

      EXPECT_EQ(s.fired.take(), "abc");
    }
  }
}

TEST(TimerWheel, keeps_what_is_beyond_its_levels) {
  Setting s;
  Named day{s.fired, 'd'}, week{s.fired, 'w'}, year{s.fired, 'y'};
  s.set(year, hours{24 * 365});
  s.set(day, hours{24});
  s.set(week, hours{24 * 7});

  EXPECT_EQ(s.advance(hours{24} - tick), 0u);
  EXPECT_EQ(s.advance(tick), 1u);
  EXPECT_EQ(s.advance(hours{24 * 6} - tick), 0u);
  EXPECT_EQ(s.advance(tick), 1u);
  EXPECT_EQ(s.advance(hours{24 * 358} - tick), 0u);
  EXPECT_EQ(s.advance(tick), 1u);

  EXPECT_EQ(s.fired.take(), "dwy");
}

TEST(TimerWheel, finds_what_is_left_beyond_its_levels_after_a_cancel) {
  Setting s;
  Named day{s.fired, 'd'}, week{s.fired, 'w'}, month{s.fired, 'm'};
  s.set(day, hours{24});
  s.set(week, hours{24 * 7});
  EXPECT_TRUE(s.wheel.cancel(day));
  EXPECT_EQ(s.advance(hours{48}), 0u);
  EXPECT_TRUE(s.wheel.cancel(week));
  EXPECT_EQ(s.advance(hours{24 * 8}), 0u);
  s.set(month, hours{24 * 30});

  EXPECT_EQ(s.advance(hours{24 * 20} - tick), 0u);
  EXPECT_EQ(s.advance(tick), 1u);

  EXPECT_EQ(s.fired.take(), "m");
}

TEST(TimerWheel, never_comes_to_the_end_of_time) {
  Setting s;
  Named a{s.fired, 'a'};
  s.wheel.set(a, Instant::max(), a.waker());

  EXPECT_EQ(s.advance(Duration::max()), 0u);

  EXPECT_EQ(s.wheel.size(), 1u);
  EXPECT_TRUE(*s.wheel.next_deadline() <= Instant::max());
}

TEST(TimerWheel, jumps_over_any_number_of_ticks) {
  ManualClock clock;
  TimerWheel wheel{clock, nanoseconds{1}};
  Fired fired;
  Named half{fired, 'h'}, last{fired, 'l'};
  wheel.set(last, Instant::max(), last.waker());
  wheel.set(half, Instant{Duration::max() / 2}, half.waker());

  clock.advance(Duration::max() / 2 - nanoseconds{1});
  EXPECT_EQ(wheel.advance(), 0u);
  clock.advance(nanoseconds{1});
  EXPECT_EQ(wheel.advance(), 1u);
  clock.advance(Duration::max() - Duration::max() / 2);
  EXPECT_EQ(wheel.advance(), 1u);

  EXPECT_EQ(fired.take(), "hl");
  EXPECT_LE(wheel.slots_visited(), 2u * (TimerSlots::levels + 1));
}

TEST(TimerWheel, works_before_the_epoch_and_across_it) {
  AnyClock clock;
  clock.time = epoch - 10 * tick - nanoseconds{1};
  TimerWheel wheel{clock, tick};
  Fired fired;
  Named before{fired, 'b'}, at{fired, '0'}, after{fired, 'a'};
  wheel.set(after, epoch + nanoseconds{1}, after.waker());
  wheel.set(at, epoch - nanoseconds{1}, at.waker());
  wheel.set(before, epoch - 10 * tick, before.waker());

  EXPECT_EQ(wheel.advance(), 0u);
  clock.time = epoch - 10 * tick;
  EXPECT_EQ(wheel.advance(), 1u);
  clock.time = epoch - nanoseconds{1};
  EXPECT_EQ(wheel.advance(), 0u);
  clock.time = epoch;
  EXPECT_EQ(wheel.advance(), 1u);
  clock.time = epoch + tick;
  EXPECT_EQ(wheel.advance(), 1u);

  EXPECT_EQ(fired.take(), "b0a");
}

TEST(TimerWheel, works_from_the_first_moment_to_the_last) {
  AnyClock clock;
  clock.time = Instant::min();
  TimerWheel wheel{clock, tick};
  Fired fired;
  Named first{fired, 'f'}, late{fired, 'l'};
  wheel.set(late, Instant::max() - tick, late.waker());
  wheel.set(first, Instant::min(), first.waker());

  EXPECT_TRUE(*wheel.next_deadline() <= Instant::min() + tick);
  clock.time = Instant::min() + tick;
  EXPECT_EQ(wheel.advance(), 1u);
  clock.time = Instant::max();
  EXPECT_EQ(wheel.advance(), 1u);

  EXPECT_EQ(fired.take(), "fl");
}

TEST(TimerWheel, fires_by_tick_and_within_a_tick_in_the_order_of_the_sets) {
  Setting s;
  Named a{s.fired, 'a'}, b{s.fired, 'b'}, c{s.fired, 'c'}, d{s.fired, 'd'}, e{s.fired, 'e'};
  s.set(d, 5'000 * tick);
  s.set(a, 70 * tick);
  s.set(b, 69 * tick + nanoseconds{1});
  s.advance(65 * tick);
  s.set(c, 70 * tick);
  s.set(e, 5'000 * tick);

  EXPECT_EQ(s.advance(hours{1}), 5u);

  EXPECT_EQ(s.fired.take(), "abcde");
}

TEST(TimerWheel, fires_what_was_overdue_when_it_was_set_before_the_others) {
  Setting s;
  s.advance(10 * tick);
  Named a{s.fired, 'a'}, b{s.fired, 'b'}, c{s.fired, 'c'};
  s.set(c, 11 * tick);
  s.set(a, 9 * tick);
  s.set(b, 2 * tick);

  EXPECT_EQ(s.advance(tick), 3u);

  EXPECT_EQ(s.fired.take(), "abc");
}

TEST(TimerWheel, moves_a_timer_that_is_set_again) {
  Setting s;
  Named a{s.fired, 'a'}, b{s.fired, 'b'};
  s.set(a, 3 * tick);
  s.set(b, 3 * tick);
  s.set(a, 100 * tick);
  EXPECT_EQ(s.wheel.size(), 2u);

  EXPECT_EQ(s.advance(50 * tick), 1u);
  s.set(b, 100 * tick);
  s.set(a, 100 * tick);
  EXPECT_EQ(s.advance(50 * tick), 2u);

  EXPECT_EQ(s.fired.take(), "bba");
}

TEST(TimerWheel, wakes_the_latest_waker) {
  Setting s;
  Named a{s.fired, 'a'}, b{s.fired, 'b'};
  s.set(a, 3 * tick);
  s.wheel.set(a, epoch + 3 * tick, b.waker());

  EXPECT_EQ(s.advance(3 * tick), 1u);

  EXPECT_EQ(s.fired.take(), "b");
}

TEST(TimerWheel, a_cancelled_timer_never_fires) {
  Setting s;
  Named near{s.fired, 'n'}, middle{s.fired, 'm'}, later{s.fired, 'l'}, overdue{s.fired, 'o'};
  s.set(near, tick);
  s.set(middle, 5'000 * tick);
  s.set(later, hours{100});
  s.set(overdue, -tick);

  EXPECT_TRUE(s.wheel.cancel(near));
  EXPECT_TRUE(s.wheel.cancel(middle));
  EXPECT_TRUE(s.wheel.cancel(later));
  EXPECT_TRUE(s.wheel.cancel(overdue));

  EXPECT_EQ(s.wheel.size(), 0u);
  EXPECT_FALSE(s.wheel.next_deadline().has_value());
  EXPECT_EQ(s.advance(hours{200}), 0u);
  EXPECT_EQ(s.wheel.slots_visited(), 0u);
}

TEST(TimerWheel, cancel_tells_whether_there_was_something_to_cancel) {
  Setting s;
  Named never{s.fired, 'n'}, twice{s.fired, 't'}, fired{s.fired, 'f'};
  s.set(twice, tick);
  s.set(fired, tick);

  EXPECT_FALSE(s.wheel.cancel(never));
  EXPECT_TRUE(s.wheel.cancel(twice));
  EXPECT_FALSE(s.wheel.cancel(twice));
  EXPECT_EQ(s.advance(tick), 1u);
  EXPECT_FALSE(s.wheel.cancel(fired));
}

TEST(TimerWheel, a_timer_that_dies_is_cancelled) {
  Setting s;
  {
    Named a{s.fired, 'a'};
    s.set(a, tick);
  }

  EXPECT_EQ(s.wheel.size(), 0u);
  EXPECT_EQ(s.advance(tick), 0u);
}

TEST(TimerWheel, timers_that_have_fired_may_outlive_it) {
  alignas(TimerWheel) unsigned char memory[sizeof(TimerWheel)];
  const ManualClock clock;
  Fired fired;
  Named done{fired, 'd'}, cancelled{fired, 'c'};

  auto* const wheel = ::new (memory) TimerWheel{clock};
  wheel->set(done, epoch, done.waker());
  wheel->set(cancelled, epoch + tick, cancelled.waker());
  EXPECT_TRUE(wheel->cancel(cancelled));
  EXPECT_EQ(wheel->advance(), 1u);
  wheel->~TimerWheel();
  for (unsigned char& byte : memory) {
    byte = 0xA5;
  }

  EXPECT_EQ(fired.take(), "d");
}

TEST(TimerWheel, a_timer_that_has_fired_may_be_set_again) {
  Setting s;
  Named a{s.fired, 'a'};
  Duration deadline{};

  for (int i = 0; i < 500; ++i) {
    s.set(a, deadline += 10 * tick);
    EXPECT_EQ(s.advance(9 * tick), 0u);
    EXPECT_EQ(s.advance(tick), 1u);
  }

  EXPECT_EQ(s.wheel.size(), 0u);
}

TEST(TimerWheel, a_periodic_timer_that_is_behind_fires_once_per_advance) {
  Setting s;
  Named behind{s.fired, 'b'}, stuck{s.fired, 's'};
  s.set(stuck, Duration::zero());
  s.set(behind, Duration::zero());
  s.clock.advance(3 * tick);

  for (int i = 1; i <= 4; ++i) {
    EXPECT_EQ(s.wheel.advance(), 2u);
    s.set(stuck, Duration::zero());
    s.set(behind, i * tick);
  }
  EXPECT_EQ(s.wheel.advance(), 1u);

  EXPECT_EQ(s.fired.take(), "sbsbsbsbs");
  EXPECT_EQ(s.wheel.size(), 1u);
}

TEST(TimerWheel, what_is_due_can_be_cancelled_until_an_advance_has_come) {
  Setting s;
  Named a{s.fired, 'a'}, b{s.fired, 'b'}, same_tick{s.fired, 'x'}, later_tick{s.fired, 'y'};
  s.set(a, 80 * tick);
  s.set(same_tick, 80 * tick);
  s.set(later_tick, 4'100 * tick);
  s.set(b, 4'200 * tick);
  s.clock.advance(hours{1});

  EXPECT_TRUE(s.wheel.cancel(same_tick));
  EXPECT_TRUE(s.wheel.cancel(later_tick));
  EXPECT_EQ(s.wheel.advance(), 2u);

  EXPECT_EQ(s.fired.take(), "ab");
  EXPECT_FALSE(s.wheel.cancel(a));
}

TEST(TimerWheel, a_timer_that_has_fired_may_end_before_the_others_fire) {
  Setting s;
  Named other{s.fired, 'o'};
  s.set(other, 2 * tick);
  {
    Named short_lived{s.fired, 's'};
    s.set(short_lived, tick);
    EXPECT_EQ(s.advance(tick), 1u);
  }

  EXPECT_EQ(s.advance(tick), 1u);

  EXPECT_EQ(s.fired.take(), "so");
}

TEST(TimerWheel, sleeping_until_the_next_deadline_misses_nothing) {
  Setting s;
  Named a{s.fired, 'a'}, b{s.fired, 'b'}, c{s.fired, 'c'};
  const Duration deadlines[] = {63 * tick, 5'000 * tick - nanoseconds{1}, hours{30}};
  s.set(a, deadlines[0]);
  s.set(b, deadlines[1]);
  s.set(c, deadlines[2]);

  std::uint32_t calls = 0;
  for (const Duration deadline : deadlines) {
    while (s.wheel.advance() == 0) {
      const Instant next = *s.wheel.next_deadline();
      ASSERT_TRUE(next < epoch + deadline + tick);
      ASSERT_TRUE(next > s.clock.now());
      s.clock.advance(next - s.clock.now());
      ++calls;
    }
    EXPECT_TRUE(s.clock.now() >= epoch + deadline);
  }

  EXPECT_EQ(s.fired.take(), "abc");
  EXPECT_LE(calls, 3u * (TimerSlots::levels + 1));
}

TEST(TimerWheel, the_next_deadline_is_exact_within_the_lowest_level) {
  Setting s;
  Named a{s.fired, 'a'};
  s.set(a, 17 * tick + nanoseconds{1});

  EXPECT_TRUE(s.wheel.next_deadline() == epoch + 18 * tick);
}

TEST(TimerWheel, its_tick_is_longer_than_nothing) {
  constexpr const char* promise = "the tick of a timer wheel is longer than nothing";
  sluice_test::expect_broken_promise(
      [] {
        const ManualClock clock;
        const TimerWheel wheel{clock, Duration::zero()};
      },
      promise);
  sluice_test::expect_broken_promise(
      [] {
        const ManualClock clock;
        const TimerWheel wheel{clock, -tick};
      },
      promise);
}

TEST(TimerWheel, it_outlives_the_timers_that_are_set_on_it) {
  sluice_test::expect_broken_promise(
      [] {
        const ManualClock clock;
        Timer timer;
        TimerWheel wheel{clock};
        wheel.set(timer, epoch, {});
      },
      "a timer wheel outlives the timers that are set on it");
}

}  // namespace
}  // namespace sluice::engine
