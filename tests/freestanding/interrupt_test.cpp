// SPDX-License-Identifier: BSL-1.0
// Interrupts that come at any instruction: nothing that an image shares with them may be lost.
#include <cstdint>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/memory.hpp>
#include <sluice/engine/platform.hpp>
#include <sluice_test/interrupt.hpp>
#include <sluice_test/test.hpp>

namespace sluice::engine {
namespace {

constexpr std::uint32_t enough = 1000;

Atomic<std::uint32_t> interrupts{0};
Atomic<std::uint32_t> sum{0};
Atomic<std::uint32_t> flags{0};

class Interrupts : public testing::Test {
public:
  void SetUp() override {
    interrupts.store(0, std::memory_order_relaxed);
    sum.store(0, std::memory_order_relaxed);
    flags.store(0, std::memory_order_relaxed);
  }

  static bool are_enough() noexcept { return interrupts.load(std::memory_order_relaxed) >= enough; }
};

TEST_F(Interrupts, an_addition_is_never_lost) {
  std::uint32_t own = 0;
  {
    const sluice_test::RepeatedInterrupt interrupt{[]() noexcept {
      interrupts.fetch_add(1, std::memory_order_relaxed);
      sum.fetch_add(1, std::memory_order_relaxed);
    }};

    for (; !are_enough(); ++own) {
      sum.fetch_add(1, std::memory_order_relaxed);
    }
  }

  EXPECT_EQ(sum.load(std::memory_order_relaxed), own + interrupts.load(std::memory_order_relaxed));
}

TEST_F(Interrupts, a_compare_exchange_notices_the_change) {
  std::uint32_t own = 0;
  {
    const sluice_test::RepeatedInterrupt interrupt{[]() noexcept {
      interrupts.fetch_add(1, std::memory_order_relaxed);
      sum.fetch_add(1, std::memory_order_relaxed);
    }};

    for (; !are_enough(); ++own) {
      std::uint32_t seen = sum.load(std::memory_order_relaxed);
      while (!sum.compare_exchange_weak(seen, seen + 1, std::memory_order_relaxed, std::memory_order_relaxed)) {
      }
    }
  }

  EXPECT_EQ(sum.load(std::memory_order_relaxed), own + interrupts.load(std::memory_order_relaxed));
}

// Each writer changes its own bit and finds it next time as it left it, unless the other has overwritten it.
bool changes_own_bit(std::uint32_t bit, bool& is_set) noexcept {
  const std::uint32_t before = is_set ? flags.fetch_and(~bit, std::memory_order_relaxed)  //
                                      : flags.fetch_or(bit, std::memory_order_relaxed);
  const bool was_as_left = ((before & bit) != 0) == is_set;
  is_set = !is_set;
  return was_as_left;
}

TEST_F(Interrupts, bits_of_two_writers_do_not_disturb_each_other) {
  static bool interrupt_has_set;
  interrupt_has_set = false;
  bool program_has_set = false;
  std::uint32_t disturbed = 0;
  {
    const sluice_test::RepeatedInterrupt interrupt{[]() noexcept {
      interrupts.fetch_add(1, std::memory_order_relaxed);
      sum.fetch_add(changes_own_bit(1, interrupt_has_set) ? 0U : 1U, std::memory_order_relaxed);
    }};

    while (!are_enough()) {
      disturbed += changes_own_bit(2, program_has_set) ? 0U : 1U;
    }
  }

  EXPECT_EQ(disturbed, 0U);
  EXPECT_EQ(sum.load(std::memory_order_relaxed), 0U) << "times the interrupt was disturbed";
}

std::uint32_t* allocate_marked(std::uint32_t mark) noexcept {
  auto* const block = static_cast<std::uint32_t*>(memory::allocate(sizeof(mark)));
  if (block != nullptr) {
    *block = mark;
  }
  return block;
}

TEST_F(Interrupts, a_block_of_memory_has_one_owner) {
  static std::uint32_t* held;  // by the interrupt, from one time to the next
  held = nullptr;
  std::uint32_t disturbed = 0;
  {
    const sluice_test::RepeatedInterrupt interrupt{[]() noexcept {
      interrupts.fetch_add(1, std::memory_order_relaxed);
      if (held == nullptr) {
        held = allocate_marked(1);
        return;
      }
      sum.fetch_add(*held == 1 ? 0U : 1U, std::memory_order_relaxed);
      memory::release(held, sizeof(*held));
      held = nullptr;
    }};

    while (!are_enough()) {
      std::uint32_t* const block = allocate_marked(2);
      ASSERT_TRUE(block != nullptr);
      asm volatile("" ::: "memory");
      disturbed += *block == 2 ? 0U : 1U;
      memory::release(block, sizeof(*block));
    }
  }
  memory::release(held, sizeof(*held));

  EXPECT_EQ(disturbed, 0U);
  EXPECT_EQ(sum.load(std::memory_order_relaxed), 0U) << "times the interrupt was disturbed";
}

TEST_F(Interrupts, sleeping_between_them_misses_none) {
  const sluice_test::RepeatedInterrupt interrupt{[]() noexcept { interrupts.fetch_add(1, std::memory_order_relaxed); }};

  while (!are_enough()) {
    const platform::CriticalState state = platform::enter_critical();
    const std::uint32_t before = interrupts.load(std::memory_order_relaxed);
    if (before < enough) {
      platform::wait_for_event();
    }
    platform::leave_critical(state);
  }

  EXPECT_GE(interrupts.load(std::memory_order_relaxed), enough);
}

// A port whose timer interrupts now and then would hide a lost wake-up; only the time shows that it slept too long.
TEST_F(Interrupts, one_that_is_pending_ends_the_wait_at_once) {
  sluice_test::RaisedInterrupt interrupt{[]() noexcept { interrupts.fetch_add(1, std::memory_order_relaxed); }};
  const platform::CriticalState state = platform::enter_critical();
  interrupt.raise();
  const std::uint64_t start = platform::now_nanoseconds();

  platform::wait_for_event();

  const std::uint64_t slept = platform::now_nanoseconds() - start;
  platform::leave_critical(state);
  EXPECT_EQ(interrupts.load(std::memory_order_relaxed), 1U);
  EXPECT_LT(slept, 200'000'000U);
}

TEST_F(Interrupts, the_clock_goes_on_and_never_back) {
  const sluice_test::RepeatedInterrupt interrupt{[]() noexcept { interrupts.fetch_add(1, std::memory_order_relaxed); }};
  const std::uint64_t start = platform::now_nanoseconds();
  std::uint64_t last = start;

  while (!are_enough()) {
    const std::uint64_t now = platform::now_nanoseconds();
    ASSERT_LE(last, now);
    last = now;
  }

  EXPECT_LT(start, last);
}

}  // namespace
}  // namespace sluice::engine
