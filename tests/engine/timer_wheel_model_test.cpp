// SPDX-License-Identifier: BSL-1.0
#include <sluice_test/test.hpp>
#include <sluice_test/timer_wheel_model.hpp>

namespace sluice::engine {
namespace {

TEST(TimerWheelModel, agrees_with_a_reference_over_some_random_operations) {
  constexpr int operations = 10'000;
  TimerWheelModel<8> model;  // with a wheel of 1.1 KiB, less than the stack of the smallest image

  for (int step = 0; step < operations; ++step) {
    ASSERT_TRUE(model.step()) << "first differs at operation " << step;
  }

  EXPECT_GT(model.fired(), 1'000u);
}

}  // namespace
}  // namespace sluice::engine
