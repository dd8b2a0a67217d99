// SPDX-License-Identifier: BSL-1.0
#include <sluice/engine/assert.hpp>
#include <sluice_test/test.hpp>

namespace sluice::engine {
namespace {

void first_handler(const AssertFailure&) noexcept {}
void second_handler(const AssertFailure&) noexcept {}

TEST(Assert, a_kept_promise_changes_nothing) {
  check(true, "this holds");

  EXPECT_TRUE(true);
}

TEST(Assert, a_broken_promise_reaches_the_handler_with_its_words) {
  sluice_test::expect_broken_promise([] { check(false, "two is three"); }, "two is three");
}

TEST(Assert, replacing_the_handler_gives_back_the_former_one) {
  const AssertHandler original = set_assert_handler(&first_handler);

  const AssertHandler replaced = set_assert_handler(&second_handler);
  const AssertHandler last = set_assert_handler(original);

  EXPECT_TRUE(replaced == &first_handler);
  EXPECT_TRUE(last == &second_handler);
}

TEST(Assert, no_handler_means_the_default_one) {
  const AssertHandler original = set_assert_handler(nullptr);

  const AssertHandler restored = set_assert_handler(original);

  EXPECT_TRUE(restored == original);
}

}  // namespace
}  // namespace sluice::engine
