// SPDX-License-Identifier: BSL-1.0
#include <sluice/engine/error.hpp>
#include <sluice_test/test.hpp>

namespace sluice {
namespace {

TEST(Error, every_error_has_a_sentence_of_its_own) {
  constexpr Error all[] = {Error::out_of_memory, Error::closed, Error::rejected, Error::invalid_argument};

  for (const Error error : all) {
    EXPECT_FALSE(describe(error).empty());
    for (const Error other : all) {
      EXPECT_EQ(describe(error) == describe(other), error == other);
    }
  }
}

TEST(Error, a_result_is_a_value_or_an_error) {
  const Result<int> value = 7;
  const Result<int> error = std::unexpected{Error::closed};

  EXPECT_TRUE(value.has_value());
  EXPECT_EQ(*value, 7);
  EXPECT_FALSE(error.has_value());
  EXPECT_TRUE(error.error() == Error::closed);
}

}  // namespace
}  // namespace sluice
