// SPDX-License-Identifier: BSL-1.0
#include <sluice_test/test.hpp>
#include <sluice_test/timer_wheel_model.hpp>

namespace sluice::engine {
namespace {

TEST(TimerWheelModel, agrees_with_a_reference_over_many_random_operations) {
  constexpr int operations = 100'000;
  TimerWheelModel<100> model;

  for (int step = 0; step < operations; ++step) {
    ASSERT_TRUE(model.step()) << "first differs at operation " << step;
  }

  EXPECT_GT(model.fired(), 10'000u);
}

}  // namespace
}  // namespace sluice::engine
