// SPDX-License-Identifier: BSL-1.0
#include <cstdint>
#include <sluice/engine/atomic.hpp>
#include <sluice_test/test.hpp>

namespace sluice::engine {
namespace {

// The suite is about values; orders are for the explorer and the stress tests.
constexpr auto relaxed = std::memory_order_relaxed;
constexpr auto acq_rel = std::memory_order_acq_rel;
constexpr auto acquire = std::memory_order_acquire;

TEST(Atomic, starts_with_zero_or_the_given_value) {
  const Atomic<std::uint32_t> zero;
  const Atomic<std::uint32_t> seven{7};

  EXPECT_EQ(zero.load(relaxed), 0U);
  EXPECT_EQ(seven.load(relaxed), 7U);
}

TEST(Atomic, is_initialised_before_any_code_runs) {
  static constinit Atomic<std::uint32_t> value{3};

  EXPECT_EQ(value.load(relaxed), 3U);
}

TEST(Atomic, a_stored_value_is_loaded) {
  Atomic<std::uint32_t> value;

  value.store(5, std::memory_order_release);

  EXPECT_EQ(value.load(acquire), 5U);
}

TEST(Atomic, exchange_gives_the_value_from_before) {
  Atomic<std::uint32_t> value{1};

  const std::uint32_t before = value.exchange(2, acq_rel);

  EXPECT_EQ(before, 1U);
  EXPECT_EQ(value.load(relaxed), 2U);
}

TEST(Atomic, a_strong_compare_exchange_writes_if_the_value_is_the_expected_one) {
  Atomic<std::uint32_t> value{1};
  std::uint32_t expected = 1;

  const bool was_written = value.compare_exchange_strong(expected, 9, acq_rel, acquire);

  EXPECT_TRUE(was_written);
  EXPECT_EQ(expected, 1U);
  EXPECT_EQ(value.load(relaxed), 9U);
}

TEST(Atomic, a_strong_compare_exchange_otherwise_tells_the_value) {
  Atomic<std::uint32_t> value{1};
  std::uint32_t expected = 2;

  const bool was_written = value.compare_exchange_strong(expected, 9, acq_rel, acquire);

  EXPECT_FALSE(was_written);
  EXPECT_EQ(expected, 1U);
  EXPECT_EQ(value.load(relaxed), 1U);
}

TEST(Atomic, a_weak_compare_exchange_succeeds_if_repeated) {
  Atomic<std::uint32_t> value{1};
  std::uint32_t expected = 0;

  while (!value.compare_exchange_weak(expected, expected + 10, acq_rel, acquire)) {
  }

  EXPECT_EQ(value.load(relaxed), 11U);
}

TEST(Atomic, arithmetic_gives_the_value_from_before_and_wraps) {
  Atomic<std::uint32_t> value{5};

  const std::uint32_t before_addition = value.fetch_add(3, acq_rel);
  const std::uint32_t before_subtraction = value.fetch_sub(9, acq_rel);

  EXPECT_EQ(before_addition, 5U);
  EXPECT_EQ(before_subtraction, 8U);
  EXPECT_EQ(value.load(relaxed), UINT32_MAX);
}

TEST(Atomic, bits_are_set_and_cleared_apart) {
  Atomic<std::uint32_t> value{0b0101};

  const std::uint32_t before_setting = value.fetch_or(0b0010, acq_rel);
  const std::uint32_t before_clearing = value.fetch_and(0b0110, acq_rel);

  EXPECT_EQ(before_setting, 0b0101U);
  EXPECT_EQ(before_clearing, 0b0111U);
  EXPECT_EQ(value.load(relaxed), 0b0110U);
}

TEST(Atomic, pointers_are_exchanged_whole) {
  int first = 1;
  int second = 2;
  Atomic<int*> pointer{&first};

  int* const before = pointer.exchange(&second, acq_rel);
  int* expected = &second;
  const bool was_written = pointer.compare_exchange_strong(expected, nullptr, acq_rel, acquire);

  EXPECT_TRUE(before == &first);
  EXPECT_TRUE(was_written);
  EXPECT_TRUE(pointer.load(relaxed) == nullptr);
}

// 32 bits: RISC-V has no read-modify-write of a byte.
TEST(Atomic, enumerations_are_values_too) {
  enum class Phase : std::uint32_t { open, closed };
  Atomic<Phase> phase{Phase::open};
  Phase expected = Phase::open;

  const bool was_written = phase.compare_exchange_strong(expected, Phase::closed, acq_rel, acquire);

  EXPECT_TRUE(was_written);
  EXPECT_TRUE(phase.load(relaxed) == Phase::closed);
}

TEST(Atomic, plain_variables_hold_what_was_set) {
  Plain<int> plain{1};

  plain.set(2);

  EXPECT_EQ(plain.get(), 2);
}

TEST(Atomic, a_spin_hint_is_only_a_hint) {
  spin_hint();

  EXPECT_TRUE(true);
}

}  // namespace
}  // namespace sluice::engine
