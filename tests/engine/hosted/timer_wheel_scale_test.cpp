// SPDX-License-Identifier: BSL-1.0
// What 100,000 timers cost: slots that are visited, counted by the wheel.
#include <cstdint>
#include <set>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/time/timer_wheel.hpp>
#include <sluice_test/test.hpp>
#include <vector>

namespace sluice::engine {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;

constexpr std::uint32_t timer_count = 100'000;
constexpr std::uint32_t most_moves = TimerSlots::levels + 1;  // from the list of later ones down to level 0

/// Timers at random ticks of 1 ms, and how many slots there are for them to be in, each counted once.
class Crowd {
public:
  Crowd(TimerWheel& wheel, std::uint64_t first_tick, std::uint64_t ticks, std::uint32_t seed) : timers_(timer_count) {
    std::uint32_t random = seed;
    for (Timer& timer : timers_) {
      random ^= random << 13;
      random ^= random >> 17;
      random ^= random << 5;
      const std::uint64_t tick = first_tick + random % ticks;
      wheel.set(timer, Instant{milliseconds{static_cast<std::int64_t>(tick)}}, {});
      for (std::uint32_t level = 0; level <= TimerSlots::levels; ++level) {
        slots_[level].insert(tick >> (level * TimerSlots::slot_bits));
      }
    }
  }

  [[nodiscard]] std::uint64_t due_slots() const { return slots_[0].size(); }
  [[nodiscard]] std::uint64_t cascading_slots() const {
    std::uint64_t count = 0;
    for (std::uint32_t level = 1; level <= TimerSlots::levels; ++level) {
      count += slots_[level].size();
    }
    return count;
  }

private:
  std::vector<Timer> timers_;
  std::set<std::uint64_t> slots_[TimerSlots::levels + 1];
};

TEST(TimerWheelScale, a_tick_visits_only_slots_that_are_due_or_cascade) {
  ManualClock clock;
  TimerWheel wheel{clock};
  const Crowd crowd{wheel, 1, 40'000'000, 2463534242u};  // 11 hours: more than the levels cover

  std::uint32_t fired = 0;
  for (std::uint32_t i = 0; i < 400'000; ++i) {
    clock.advance(milliseconds{100});
    fired += wheel.advance();
  }

  EXPECT_EQ(fired, timer_count);
  EXPECT_GE(wheel.slots_visited(), crowd.due_slots());
  EXPECT_LE(wheel.slots_visited(), crowd.due_slots() + crowd.cascading_slots());
}

TEST(TimerWheelScale, single_ticks_visit_nothing_but_the_slot_of_the_tick_and_those_above_it) {
  ManualClock clock;
  TimerWheel wheel{clock};
  const Crowd crowd{wheel, 1, 300'000, 123456789u};

  for (std::uint32_t i = 0; i < 300'000; ++i) {
    const std::uint64_t before = wheel.slots_visited();
    clock.advance(milliseconds{1});
    wheel.advance();
    ASSERT_LE(wheel.slots_visited() - before, most_moves);
  }

  EXPECT_EQ(wheel.size(), 0u);
  EXPECT_LE(wheel.slots_visited(), crowd.due_slots() + crowd.cascading_slots());
}

TEST(TimerWheelScale, the_visits_do_not_depend_on_how_often_or_how_far_time_moves) {
  ManualClock walking, jumping;
  TimerWheel walked{walking}, jumped{jumping};
  const Crowd one{walked, 1, 10'000'000, 42u};
  const Crowd other{jumped, 1, 10'000'000, 42u};

  for (std::uint32_t i = 0; i < 100'000; ++i) {
    walking.advance(milliseconds{100});
    walked.advance();
  }
  jumping.advance(hours{24 * 365 * 100});
  jumped.advance();

  EXPECT_EQ(walked.size() + jumped.size(), 0u);
  EXPECT_EQ(walked.slots_visited(), jumped.slots_visited());
}

TEST(TimerWheelScale, a_day_without_work_costs_nothing_however_many_timers_wait) {
  ManualClock clock;
  TimerWheel wheel{clock};
  constexpr std::uint64_t day = 24 * 3'600 * 1'000;
  const Crowd crowd{wheel, 3 * day, day, 2463534242u};

  for (std::uint32_t i = 0; i < 24 * 3'600; ++i) {
    clock.advance(milliseconds{1'000});
    EXPECT_EQ(wheel.advance(), 0u);
  }
  clock.advance(hours{24});
  EXPECT_EQ(wheel.advance(), 0u);

  EXPECT_EQ(wheel.size(), timer_count);
  EXPECT_EQ(wheel.slots_visited(), 0u);
}

TEST(TimerWheelScale, a_timer_a_day_away_costs_one_visit_per_level) {
  ManualClock clock;
  TimerWheel wheel{clock};
  Timer timer;
  wheel.set(timer, clock.now() + hours{24}, {});

  for (std::uint32_t i = 0; i < 24 * 3'600; ++i) {
    clock.advance(milliseconds{1'000});
    wheel.advance();
  }

  EXPECT_EQ(wheel.size(), 0u);
  EXPECT_LE(wheel.slots_visited(), most_moves);
}

}  // namespace
}  // namespace sluice::engine
