// SPDX-License-Identifier: BSL-1.0
#pragma once

/// The part of GoogleTest that our portable suites use, for images: no heap, exceptions, RTTI or C library.
#include <sluice_test/broken_promise.hpp>
#include <sluice_test/case.hpp>
#include <sluice_test/compare.hpp>

#define TEST(suite, name)                                                                  \
  static void suite##_##name##_body();                                                     \
  static ::sluice_test::Case suite##_##name##_case{#suite, #name, &suite##_##name##_body}; \
  static void suite##_##name##_body()

#define TEST_F(fixture, name)                                                                                    \
  namespace {                                                                                                    \
  struct fixture##_##name##_test final : fixture {                                                               \
    void run_body();                                                                                             \
  };                                                                                                             \
  }                                                                                                              \
  static ::sluice_test::Case fixture##_##name##_case{#fixture, #name,                                            \
                                                     &::sluice_test::run_with_fixture<fixture##_##name##_test>}; \
  void fixture##_##name##_test::run_body()

// The switch keeps an `else` of the test from belonging to our `if`.
#define SLUICE_TEST_EXPECT(holds) \
  switch (0)                      \
  case 0:                         \
  default:                        \
    if (holds) [[likely]] {       \
    } else                        \
      ::sluice_test::Message {}

#define SLUICE_TEST_ASSERT(holds) \
  switch (0)                      \
  case 0:                         \
  default:                        \
    if (holds) [[likely]] {       \
    } else                        \
      return ::sluice_test::LeaveCase{} = ::sluice_test::Message {}

#define SLUICE_TEST_CLAIM(text) \
  ::sluice_test::Claim { __FILE__, __LINE__, text }

// `text` is made in the outermost macro: one level further in, the arguments would be shown with their macros expanded.
#define SLUICE_TEST_IS(text, condition, wanted) \
  ::sluice_test::expect(SLUICE_TEST_CLAIM(text), static_cast<bool>(condition) == wanted)

#define SLUICE_TEST_COMPARE(text, a, b, ...) ::sluice_test::compare<__VA_ARGS__>(SLUICE_TEST_CLAIM(text), a, b)

#define SLUICE_TEST_EQ(text, a, b) SLUICE_TEST_COMPARE(text, a, b, ::sluice_test::Equal)
#define SLUICE_TEST_NE(text, a, b) SLUICE_TEST_COMPARE(text, a, b, ::sluice_test::Equal, false)
#define SLUICE_TEST_LT(text, a, b) SLUICE_TEST_COMPARE(text, a, b, ::sluice_test::Less)
#define SLUICE_TEST_LE(text, a, b) SLUICE_TEST_COMPARE(text, a, b, ::sluice_test::LessOrEqual)
#define SLUICE_TEST_GT(text, a, b) SLUICE_TEST_COMPARE(text, a, b, ::sluice_test::LessOrEqual, false)
#define SLUICE_TEST_GE(text, a, b) SLUICE_TEST_COMPARE(text, a, b, ::sluice_test::Less, false)

#define EXPECT_TRUE(condition) SLUICE_TEST_EXPECT(SLUICE_TEST_IS("EXPECT_TRUE(" #condition ")", condition, true))
#define EXPECT_FALSE(condition) SLUICE_TEST_EXPECT(SLUICE_TEST_IS("EXPECT_FALSE(" #condition ")", condition, false))
#define EXPECT_EQ(a, b) SLUICE_TEST_EXPECT(SLUICE_TEST_EQ("EXPECT_EQ(" #a ", " #b ")", a, b))
#define EXPECT_NE(a, b) SLUICE_TEST_EXPECT(SLUICE_TEST_NE("EXPECT_NE(" #a ", " #b ")", a, b))
#define EXPECT_LT(a, b) SLUICE_TEST_EXPECT(SLUICE_TEST_LT("EXPECT_LT(" #a ", " #b ")", a, b))
#define EXPECT_LE(a, b) SLUICE_TEST_EXPECT(SLUICE_TEST_LE("EXPECT_LE(" #a ", " #b ")", a, b))
#define EXPECT_GT(a, b) SLUICE_TEST_EXPECT(SLUICE_TEST_GT("EXPECT_GT(" #a ", " #b ")", a, b))
#define EXPECT_GE(a, b) SLUICE_TEST_EXPECT(SLUICE_TEST_GE("EXPECT_GE(" #a ", " #b ")", a, b))

#define ASSERT_TRUE(condition) SLUICE_TEST_ASSERT(SLUICE_TEST_IS("ASSERT_TRUE(" #condition ")", condition, true))
#define ASSERT_FALSE(condition) SLUICE_TEST_ASSERT(SLUICE_TEST_IS("ASSERT_FALSE(" #condition ")", condition, false))
#define ASSERT_EQ(a, b) SLUICE_TEST_ASSERT(SLUICE_TEST_EQ("ASSERT_EQ(" #a ", " #b ")", a, b))
#define ASSERT_NE(a, b) SLUICE_TEST_ASSERT(SLUICE_TEST_NE("ASSERT_NE(" #a ", " #b ")", a, b))
#define ASSERT_LT(a, b) SLUICE_TEST_ASSERT(SLUICE_TEST_LT("ASSERT_LT(" #a ", " #b ")", a, b))
#define ASSERT_LE(a, b) SLUICE_TEST_ASSERT(SLUICE_TEST_LE("ASSERT_LE(" #a ", " #b ")", a, b))
#define ASSERT_GT(a, b) SLUICE_TEST_ASSERT(SLUICE_TEST_GT("ASSERT_GT(" #a ", " #b ")", a, b))
#define ASSERT_GE(a, b) SLUICE_TEST_ASSERT(SLUICE_TEST_GE("ASSERT_GE(" #a ", " #b ")", a, b))

#define ADD_FAILURE() SLUICE_TEST_EXPECT(::sluice_test::expect(SLUICE_TEST_CLAIM("ADD_FAILURE()"), false))
#define FAIL() SLUICE_TEST_ASSERT(::sluice_test::expect(SLUICE_TEST_CLAIM("FAIL()"), false))
