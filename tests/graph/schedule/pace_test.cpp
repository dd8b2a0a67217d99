// SPDX-License-Identifier: BSL-1.0
#include <sluice/graph/schedule/workers/pace.hpp>
#include <sluice_test/test.hpp>

namespace sluice::schedule {
namespace {

using std::chrono::microseconds;

class PaceTest : public testing::Test {
protected:
  /// Slices of `length` until it is time to look up; how many.
  std::uint32_t slices(Duration length) {
    std::uint32_t count = 0;
    do {
      clock.advance(length);
      ++count;
    } while (!pace.count_slice() && count < 1'000);
    return count;
  }

  engine::ManualClock clock;
  Pace pace{clock.now()};
};

TEST_F(PaceTest, looks_up_after_some_slices_at_first) { EXPECT_EQ(slices(microseconds{1}), Pace::at_first); }

TEST_F(PaceTest, looks_up_every_period_when_slices_are_even) {
  for (int i = 0; i < 10; ++i) {
    (void)slices(microseconds{4});
    (void)pace.look_up(clock.now());
  }

  EXPECT_EQ(slices(microseconds{4}), 50u);
}

TEST_F(PaceTest, goes_half_way_towards_more_slices) {
  (void)slices(microseconds{2});  // a period has 100 of them

  (void)pace.look_up(clock.now());

  EXPECT_EQ(pace.interval(), 81u);
}

TEST_F(PaceTest, goes_to_fewer_slices_at_once) {
  (void)slices(microseconds{10});

  (void)pace.look_up(clock.now());

  EXPECT_EQ(pace.interval(), 20u);
}

TEST_F(PaceTest, has_a_most) {
  for (int i = 0; i < 20; ++i) {
    (void)slices(Duration{1});
    (void)pace.look_up(clock.now());
  }

  EXPECT_EQ(pace.interval(), Pace::most);
}

TEST_F(PaceTest, has_a_fewest) {
  (void)slices(std::chrono::seconds{1});

  (void)pace.look_up(clock.now());

  EXPECT_EQ(slices(std::chrono::seconds{1}), Pace::fewest);
}

TEST_F(PaceTest, goes_on_when_the_clock_stands_still) {
  (void)slices(Duration{0});

  EXPECT_FALSE(pace.look_up(clock.now()));

  EXPECT_EQ(pace.interval(), 94u);
}

TEST_F(PaceTest, lets_the_host_have_its_turn_after_a_period) {
  clock.advance(Pace::period - Duration{1});
  EXPECT_FALSE(pace.look_up(clock.now()));

  clock.advance(Duration{1});
  EXPECT_TRUE(pace.look_up(clock.now()));

  clock.advance(Pace::period - Duration{1});
  EXPECT_FALSE(pace.look_up(clock.now()));
}

TEST_F(PaceTest, hurries_if_it_is_told_to) {
  for (int i = 0; i < 9; ++i) {
    clock.advance(microseconds{10});
    EXPECT_FALSE(pace.count_slice());
  }

  pace.hurry();
  EXPECT_EQ(slices(microseconds{10}), 1u);
  (void)pace.look_up(clock.now());

  EXPECT_EQ(pace.interval(), 15u);  // half way from 10 to 20
}

TEST_F(PaceTest, does_not_count_a_pause) {
  (void)slices(microseconds{4});
  (void)pace.look_up(clock.now());
  const std::uint32_t interval = pace.interval();
  clock.advance(std::chrono::seconds{1});

  pace.begin(clock.now());
  EXPECT_EQ(slices(microseconds{3}), interval);

  EXPECT_FALSE(pace.look_up(clock.now()));
  EXPECT_EQ(pace.interval(), 58u);  // half way to 66
}

}  // namespace
}  // namespace sluice::schedule
