// SPDX-License-Identifier: BSL-1.0
// The event stream where memory has an end, and under interrupts that come at any instruction. R4.5
#include <cstdint>
#include <sluice/actors/events/event_stream.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice_test/interrupt.hpp>
#include <sluice_test/test.hpp>
#include "all_blocks.hpp"

namespace sluice {
namespace {

struct Tick {};
struct Tock {};

constexpr std::uint32_t enough = 1000;

constinit EventStream stream;
engine::Atomic<std::uint32_t> interrupts{0};
engine::Atomic<std::uint32_t> heard{0};

bool are_enough() noexcept { return interrupts.load(std::memory_order_relaxed) >= enough; }

/// Knows whether it was ended: a late call is heard.
struct Poisoned {
  explicit Poisoned(std::uint32_t& counter) noexcept : late{&counter} {}
  Poisoned(Poisoned&& other) noexcept : late{other.late} { other.is_alive = false; }
  Poisoned& operator=(Poisoned&&) = delete;
  ~Poisoned() { is_alive = false; }
  void operator()(const Tick&) const noexcept { *late += is_alive ? 0u : 1u; }

  std::uint32_t* late;
  volatile bool is_alive = true;  // what a destructor writes would be left out otherwise
};

TEST(EventImage, a_subscription_that_finds_no_memory_is_an_error_and_leaves_nothing_behind) {
  const int before = engine::AllBlocks{}.count;
  {
    const engine::AllBlocks all;

    const auto subscription = stream.subscribe<Tick>([](const Tick&) {});

    ASSERT_FALSE(subscription.has_value());
    EXPECT_EQ(subscription.error(), Error::out_of_memory);
    EXPECT_FALSE(stream.has_subscribers());
  }
  {
    auto subscription = stream.subscribe<Tick>([](const Tick&) {});
    const auto other = stream.subscribe<Tick>([](const Tick&) {});
    EXPECT_EQ(engine::AllBlocks{}.count, before - 2);
    subscription->end();
    EXPECT_EQ(engine::AllBlocks{}.count, before - 1);
    stream.clear();
  }

  EXPECT_EQ(engine::AllBlocks{}.count, before);
}

TEST(EventImage, publications_of_interrupts_reach_who_is_subscribed_and_nobody_else) {  // SC-13
  interrupts.store(0, std::memory_order_relaxed);
  std::uint32_t late = 0;
  const int before = engine::AllBlocks{}.count;
  {
    const auto always = stream.subscribe<Tock>([](const Tock&) { heard.fetch_add(1, std::memory_order_relaxed); });
    const sluice_test::RepeatedInterrupt interrupt{[]() noexcept {
      stream.publish(Tick{});
      stream.publish(Tock{});
      interrupts.fetch_add(1, std::memory_order_relaxed);
    }};

    while (!are_enough()) {
      auto first = stream.subscribe<Tick>(Poisoned{late});
      const auto second = stream.subscribe<Tick>(Poisoned{late});
      stream.publish(Tick{});
      first->end();
    }
  }

  EXPECT_EQ(late, 0u);
  EXPECT_EQ(heard.load(std::memory_order_relaxed), interrupts.load(std::memory_order_relaxed));
  EXPECT_EQ(engine::AllBlocks{}.count, before);
}

TEST(EventImage, an_interrupt_may_clear_at_any_time) {
  interrupts.store(0, std::memory_order_relaxed);
  std::uint32_t late = 0;
  const int before = engine::AllBlocks{}.count;
  {
    const sluice_test::RepeatedInterrupt interrupt{[]() noexcept {
      stream.clear();
      interrupts.fetch_add(1, std::memory_order_relaxed);
    }};

    while (!are_enough()) {
      const auto first = stream.subscribe<Tick>(Poisoned{late});
      auto second = stream.subscribe<Tick>(Poisoned{late});
      stream.publish(Tick{});
      second->end();
    }
  }

  EXPECT_EQ(late, 0u);
  EXPECT_FALSE(stream.has_subscribers());
  EXPECT_EQ(engine::AllBlocks{}.count, before);
}

}  // namespace
}  // namespace sluice
