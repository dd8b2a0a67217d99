// SPDX-License-Identifier: BSL-1.0
// R2.6: the executor of bare metal, which is the one of the tests.
#include <sluice/engine/manual_executor.hpp>
#include <sluice_test/test.hpp>

#include "trace_text.hpp"

namespace sluice::engine {
namespace {

/// Writes its number; comes again as often as it is told.
class Step final : public Runnable {
public:
  void run() noexcept override {
    trace->add(number);
    if (again > 0) {
      --again;
      (void)executor->submit(*this);
      trace->add("again");
    }
  }
  sluice_test::TraceText* trace = nullptr;
  Executor* executor = nullptr;
  std::uint32_t number = 0;
  std::uint32_t again = 0;
};

constexpr std::uint32_t steps = 6;

struct Steps {
  explicit Steps(ManualExecutor& executor) noexcept {
    for (std::uint32_t i = 0; i < steps; ++i) {
      step[i].trace = &trace;
      step[i].executor = &executor;
      step[i].number = i;
    }
  }
  void submit_all(ManualExecutor& executor) noexcept {
    for (Step& one : step) {
      EXPECT_EQ(executor.submit(one), Submission::accepted);
    }
  }
  sluice_test::TraceText trace;
  Step step[steps];
};

TEST(ManualExecutor, runs_nothing_until_it_is_told_to) {
  ManualExecutor executor;
  Steps run{executor};

  run.submit_all(executor);

  EXPECT_EQ(run.trace.take(), "");
  executor.drain();
  EXPECT_EQ(run.trace.take(), "0 1 2 3 4 5");
}

TEST(ManualExecutor, a_tick_runs_no_more_than_its_budget) {  // R2.6
  ManualExecutor executor;
  Steps run{executor};
  run.submit_all(executor);

  EXPECT_EQ(executor.tick(0), 0u);
  EXPECT_EQ(executor.tick(4), 4u);
  EXPECT_EQ(run.trace.take(), "0 1 2 3");
  EXPECT_EQ(executor.tick(4), 2u);

  EXPECT_EQ(run.trace.take(), "4 5");
}

TEST(ManualExecutor, what_a_runnable_submits_runs_after_it_and_after_others) {
  ManualExecutor executor;
  Steps run{executor};
  run.step[0].again = 2;
  (void)executor.submit(run.step[0]);
  (void)executor.submit(run.step[1]);

  executor.run_until_idle();

  EXPECT_EQ(run.trace.take(), "0 again 1 0 again 0");
}

/// The order in which `seed` draws the steps, as the digits of a number.
std::uint32_t drawn(std::uint64_t seed) noexcept {
  ManualExecutor executor{seed};
  Steps run{executor};
  run.submit_all(executor);
  executor.drain();
  std::uint32_t order = 0;
  for (const char character : run.trace.take()) {
    order = character == ' ' ? order : order * 10 + static_cast<std::uint32_t>(character - '0');
  }
  return order;
}

TEST(ManualExecutor, the_same_seed_draws_the_same_order) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    EXPECT_EQ(drawn(seed), drawn(seed));
  }
}

TEST(ManualExecutor, every_order_begins_somewhere_and_runs_everything_once) {
  bool was_first[steps]{};

  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    std::uint32_t order = drawn(seed);
    std::uint32_t seen = 0;
    std::uint32_t first = 0;
    for (std::uint32_t i = 0; i < steps; ++i, order /= 10) {
      first = order % 10;
      seen |= 1u << first;
    }
    EXPECT_EQ(seen, (1u << steps) - 1);
    was_first[first] = true;
  }

  for (const bool was : was_first) {
    EXPECT_TRUE(was);
  }
}

TEST(ManualExecutor, a_drawn_runnable_may_come_again) {
  ManualExecutor executor{7};
  Steps run{executor};
  run.step[2].again = 3;
  run.submit_all(executor);

  EXPECT_EQ(executor.tick(100), steps + 3);

  EXPECT_EQ(executor.tick(100), 0u);
}

TEST(ManualExecutor, a_tick_of_a_seeded_one_leaves_the_rest_for_the_next) {
  ManualExecutor executor{7};
  Steps run{executor};
  run.submit_all(executor);

  EXPECT_EQ(executor.tick(2), 2u);
  EXPECT_EQ(executor.tick(100), steps - 2);
}

}  // namespace
}  // namespace sluice::engine
