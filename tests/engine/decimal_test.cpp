// SPDX-License-Identifier: BSL-1.0
#include <cstdint>
#include <sluice/engine/decimal.hpp>
#include <sluice_test/test.hpp>
#include <string_view>

namespace sluice::engine {
namespace {

TEST(Decimal, zero_is_one_digit) { EXPECT_EQ(Decimal{0}.text(), std::string_view{"0"}); }

TEST(Decimal, digits_are_in_reading_order) { EXPECT_EQ(Decimal{9'807'650'123}.text(), std::string_view{"9807650123"}); }

TEST(Decimal, zeros_at_the_end_stay) { EXPECT_EQ(Decimal{1'000}.text(), std::string_view{"1000"}); }

TEST(Decimal, the_largest_number_fits) {
  EXPECT_EQ(Decimal{UINT64_MAX}.text(), std::string_view{"18446744073709551615"});
}

TEST(Decimal, is_known_at_compile_time) {
  static_assert(Decimal{42}.text() == "42");

  EXPECT_TRUE(true);
}

}  // namespace
}  // namespace sluice::engine
