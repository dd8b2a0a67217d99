// SPDX-License-Identifier: BSL-1.0
// FR-PLT: no thread without a timer
#include <sluice/graph/schedule/timers/driver_state.hpp>
#include <sluice_test/test.hpp>

namespace sluice::schedule {
namespace {

using Duty = DriverState::Duty;
using News = DriverState::News;

constexpr Instant at(std::int64_t milliseconds) { return Instant{std::chrono::milliseconds{milliseconds}}; }

/// A thread that was started and has begun to look.
struct Looking : DriverState {
  Looking() {
    EXPECT_EQ(earlier(at(10)), Duty::start);
    EXPECT_EQ(begin_look(), News::some);
  }
};
/// One that sleeps until 10 ms.
struct Asleep : Looking {
  Asleep() { EXPECT_TRUE(try_sleep(at(10))); }
};

TEST(DriverState, the_first_timer_starts_the_thread_and_the_next_ones_do_not) {
  DriverState state;

  EXPECT_EQ(state.emptied(at(0)), Duty::nothing);
  EXPECT_EQ(state.earlier(at(10)), Duty::start);
  EXPECT_EQ(state.earlier(at(5)), Duty::nothing);
  EXPECT_EQ(state.emptied(at(0)), Duty::nothing);
}

TEST(DriverState, a_thread_that_was_told_something_looks_again) {
  Looking set, cancelled;
  EXPECT_EQ(set.earlier(at(20)), Duty::nothing);
  EXPECT_EQ(cancelled.emptied(at(0)), Duty::nothing);

  EXPECT_FALSE(set.try_sleep(at(10)));
  EXPECT_FALSE(set.try_end());
  EXPECT_FALSE(cancelled.try_sleep(at(10)));

  EXPECT_EQ(set.begin_look(), News::some);
  EXPECT_TRUE(set.try_sleep(at(10)));
}

TEST(DriverState, a_sleep_is_ended_once_by_what_comes_before_its_end) {
  Asleep state;

  EXPECT_EQ(state.earlier(at(9)), Duty::wake);
  EXPECT_EQ(state.earlier(at(8)), Duty::nothing);

  EXPECT_EQ(state.begin_look(), News::some);
}

TEST(DriverState, a_sleep_that_is_not_ended_remembers_that_it_was_used) {
  Asleep used, unused;

  EXPECT_EQ(used.earlier(at(10)), Duty::nothing);
  EXPECT_EQ(used.earlier(at(11)), Duty::nothing);

  EXPECT_EQ(used.begin_look(), News::some);
  EXPECT_EQ(unused.begin_look(), News::none);
}

TEST(DriverState, a_long_sleep_is_ended_when_no_timer_is_set) {
  Asleep state;

  EXPECT_EQ(state.emptied(at(10)), Duty::nothing);
  EXPECT_EQ(state.emptied(at(9)), Duty::wake);
  EXPECT_EQ(state.emptied(at(9)), Duty::nothing);
}

TEST(DriverState, a_thread_that_has_ended_is_started_again) {
  Looking state;

  EXPECT_TRUE(state.try_end());

  EXPECT_EQ(state.earlier(at(10)), Duty::start);
}

TEST(DriverState, any_moment_can_be_slept_until) {
  Looking state;

  EXPECT_TRUE(state.try_sleep(Instant::min()));
  EXPECT_EQ(state.begin_look(), News::none);
  EXPECT_TRUE(state.try_sleep(Instant::max()));
  EXPECT_EQ(state.earlier(at(1'000)), Duty::wake);
}

TEST(DriverState, stops_for_ever) {
  Asleep asleep;
  Looking looking;
  DriverState absent;

  EXPECT_EQ(asleep.stop(), Duty::wake);
  EXPECT_EQ(looking.stop(), Duty::nothing);
  EXPECT_EQ(absent.stop(), Duty::nothing);

  EXPECT_FALSE(looking.try_sleep(at(10)));
  EXPECT_FALSE(looking.try_end());
  EXPECT_EQ(looking.begin_look(), News::stop);
  EXPECT_EQ(asleep.begin_look(), News::stop);
  EXPECT_EQ(absent.earlier(at(0)), Duty::nothing);
  EXPECT_TRUE(absent.is_stopped());
}

}  // namespace
}  // namespace sluice::schedule
