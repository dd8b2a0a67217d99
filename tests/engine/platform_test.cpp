// SPDX-License-Identifier: BSL-1.0
#include <cstdint>
#include <sluice/engine/critical_section.hpp>
#include <sluice/engine/platform.hpp>
#include <sluice_test/interrupt.hpp>
#include <sluice_test/test.hpp>

namespace sluice::engine {
namespace {

volatile std::uint32_t served = 0;

void serve() noexcept {
  CriticalSection section;
  served = served + 1;
}

class Platform : public testing::Test {
public:
  void SetUp() override { served = 0; }

  sluice_test::RaisedInterrupt interrupt{&serve};
};

TEST_F(Platform, an_interrupt_outside_a_critical_section_is_served_at_once) {
  interrupt.raise();

  EXPECT_EQ(served, 1U);
}

TEST_F(Platform, an_interrupt_inside_a_critical_section_is_served_when_it_ends) {
  std::uint32_t served_inside = 0;

  {
    CriticalSection section;
    interrupt.raise();
    served_inside = served;
  }

  EXPECT_EQ(served_inside, 0U);
  EXPECT_EQ(served, 1U);
}

TEST_F(Platform, only_the_end_of_the_outermost_section_lets_interrupts_in) {
  std::uint32_t served_inside = 0;

  {
    CriticalSection outer;
    {
      CriticalSection inner;
      interrupt.raise();
    }
    served_inside = served;
  }

  EXPECT_EQ(served_inside, 0U);
  EXPECT_EQ(served, 1U);
}

TEST_F(Platform, sections_work_again_after_they_were_nested) {
  for (int i = 0; i < 3; ++i) {
    CriticalSection outer;
    CriticalSection inner;
  }

  interrupt.raise();

  EXPECT_EQ(served, 1U);
}

// The race of every idle loop: the last look at the queues is behind us, the interrupt came, and only then we sleep.
TEST_F(Platform, an_interrupt_that_is_already_pending_ends_the_wait) {
  const platform::CriticalState state = platform::enter_critical();
  interrupt.raise();

  platform::wait_for_event();
  platform::leave_critical(state);

  EXPECT_EQ(served, 1U);
}

TEST_F(Platform, interrupts_are_still_kept_out_after_a_wait) {
  std::uint32_t served_after_wait = 0;
  std::uint32_t served_inside = 0;

  {
    CriticalSection section;
    interrupt.raise();
    platform::wait_for_event();
    served_after_wait = served;
    interrupt.raise();
    served_inside = served;
  }

  EXPECT_EQ(served_inside, served_after_wait);
  EXPECT_EQ(served, 2U);
}

TEST_F(Platform, a_critical_section_of_the_handler_ends_with_it) {
  interrupt.raise();
  interrupt.raise();

  EXPECT_EQ(served, 2U);
}

TEST(Clock, the_platforms_time_never_goes_back) {
  std::uint64_t last = platform::now_nanoseconds();

  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t now = platform::now_nanoseconds();
    ASSERT_LE(last, now);
    last = now;
  }
}

TEST(Clock, the_platforms_time_goes_on) {
  const std::uint64_t start = platform::now_nanoseconds();

  std::uint64_t now = start;
  for (std::uint32_t i = 0; now == start && i < 100'000'000; ++i) {
    now = platform::now_nanoseconds();
  }

  EXPECT_LT(start, now);
}

}  // namespace
}  // namespace sluice::engine
