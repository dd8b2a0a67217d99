// SPDX-License-Identifier: BSL-1.0
#include <sluice/engine/clock.hpp>
#include <sluice_test/test.hpp>

namespace sluice::engine {
namespace {

using std::chrono::milliseconds;

TEST(ManualClock, stands_still_until_it_is_advanced) {
  const ManualClock clock;

  const Instant first = clock.now();
  const Instant second = clock.now();

  EXPECT_TRUE(first == second);
}

TEST(ManualClock, moves_by_exactly_what_it_is_told) {
  ManualClock clock;
  const Instant start = clock.now();

  clock.advance(milliseconds{3});
  clock.advance(milliseconds{4});

  EXPECT_TRUE(clock.now() - start == milliseconds{7});
}

TEST(ManualClock, never_goes_back) {
  sluice_test::expect_broken_promise([] { ManualClock{}.advance(milliseconds{-1}); }, "time never goes back");
}

TEST(PlatformClock, never_goes_back) {
  const PlatformClock platform;
  const Clock& clock = platform;
  Instant last = clock.now();

  for (int i = 0; i < 1'000; ++i) {
    const Instant now = clock.now();
    EXPECT_TRUE(now >= last);
    last = now;
  }
}

TEST(PlatformClock, moves_on_while_work_is_done) {
  const PlatformClock clock;
  const Instant start = clock.now();

  while (clock.now() == start) {  // a clock that stands still ends in the test's time limit
  }

  EXPECT_TRUE(clock.now() > start);
}

}  // namespace
}  // namespace sluice::engine
