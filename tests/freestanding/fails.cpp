// SPDX-License-Identifier: BSL-1.0
// An image with failing cases: the tests check that it fails, and that it says where and why.
#include <sluice/engine/assert.hpp>
#include <sluice_test/test.hpp>

TEST(Failing, a_passing_case_comes_first) { EXPECT_TRUE(true); }

TEST(Failing, a_comparison_shows_both_sides) {
  const int negative = -5;
  EXPECT_EQ(negative, 7U) << "and the message " << 42;
}

TEST(Failing, an_assertion_leaves_the_case) {
  ASSERT_TRUE(false);
  ADD_FAILURE() << "not left";
}

TEST(Failing, a_promise_that_holds_is_noticed) {
  sluice_test::expect_broken_promise([] {}, "anything");
}

TEST(Failing, another_promise_is_noticed) {
  sluice_test::expect_broken_promise([] { sluice::engine::check(false, "the other one"); }, "this one");
}
