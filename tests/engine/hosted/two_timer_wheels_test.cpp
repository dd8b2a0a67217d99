// SPDX-License-Identifier: BSL-1.0
// Two wheels do not fit on the stack of the smallest image.
#include <sluice/engine/clock.hpp>
#include <sluice/engine/time/timer_wheel.hpp>
#include <sluice_test/test.hpp>

namespace sluice::engine {
namespace {

constexpr Instant epoch{};

TEST(TwoTimerWheels, a_timer_is_set_on_one_wheel_at_a_time) {
  sluice_test::expect_broken_promise(
      [] {
        const ManualClock clock;
        TimerWheel first{clock}, second{clock};
        Timer timer;
        first.set(timer, epoch, {});
        second.set(timer, epoch, {});
      },
      "a timer is set on one wheel at a time");
}

TEST(TwoTimerWheels, a_timer_is_cancelled_on_the_wheel_that_it_is_set_on) {
  sluice_test::expect_broken_promise(
      [] {
        const ManualClock clock;
        TimerWheel first{clock}, second{clock};
        Timer timer;
        first.set(timer, epoch, {});
        second.cancel(timer);
      },
      "a timer is cancelled on the wheel that it is set on");
}

TEST(TwoTimerWheels, a_timer_may_go_to_another_wheel_once_it_fired_or_was_cancelled) {
  const ManualClock clock;
  TimerWheel first{clock}, second{clock};
  Timer timer;

  first.set(timer, epoch, {});
  EXPECT_EQ(first.advance(), 1u);
  second.set(timer, epoch, {});
  EXPECT_TRUE(second.cancel(timer));
  first.set(timer, epoch, {});

  EXPECT_EQ(second.advance(), 0u);
  EXPECT_EQ(first.advance(), 1u);
}

}  // namespace
}  // namespace sluice::engine
