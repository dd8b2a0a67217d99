// SPDX-License-Identifier: BSL-1.0
// A tree that fails everywhere, a thousand times, each with another seed: FR-SUP-1, FR-SUP-5, SC-3.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/manual_executor.hpp>
#include <string>

#include "failing_tree.hpp"

namespace sluice::stress {
namespace {

using std::chrono::milliseconds;

/// What all seeds together came to.
struct Sum {
  std::uint64_t restarts = 0;
  std::uint64_t resumes = 0;
  std::uint64_t stops = 0;
  std::uint64_t escalations = 0;
  std::uint64_t throws = 0;
  std::uint64_t dropped = 0;
  std::uint64_t retried = 0;
  std::uint64_t probed = 0;

  void add(const SupervisionCounters& counters) noexcept {
    restarts += counters.restarts();
    resumes += counters.resumes();
    stops += counters.stops();
    escalations += counters.escalations();
    throws += counters.throws();
    dropped += counters.dropped();
    retried += counters.retried();
  }
};

class SeededTree {
public:
  explicit SeededTree(std::uint64_t seed) noexcept : forest_{seed}, executor_{seed} {
    system_.dead_letters().set_writing(false);
  }

  /// Why it is not as it should be; nothing if it is.
  [[nodiscard]] std::string run(Sum& sum) {
    for (std::uint32_t round = 0; round < 8; ++round) {
      forest_.plant(system_);
      for (std::uint32_t job = 0; job < 40; ++job) {
        forest_.send_job();
        executor_.tick(forest_.draw() % 24);
      }
      pass(milliseconds{forest_.draw() % 3});
    }
    forest_.calm();
    if (!comes_to_rest()) {
      return "messages are left that nobody handles: " + std::to_string(forest_.outstanding(system_));
    }
    sum.probed += forest_.probe();
    executor_.run_until_idle();
    if (forest_.outstanding(system_) != 0) {
      return "actors are left suspended: " + std::to_string(forest_.outstanding(system_));
    }
    sum.add(system_.supervision());
    if (!system_.shutdown(std::chrono::seconds{5}).is_complete) {
      return "actors do not end";
    }
    return forest_.states == 0 && forest_.outstanding(system_) == 0 ? "" : "something is left of the end";
  }

private:
  void pass(Duration time) {
    clock_.advance(time);
    system_.advance_timers();
    executor_.run_until_idle();
  }
  /// Longer than all back-offs.
  [[nodiscard]] bool comes_to_rest() {
    for (std::uint32_t wait = 0; wait < 10; ++wait) {
      pass(milliseconds{7});
    }
    return forest_.outstanding(system_) == 0;
  }

  Forest forest_;
  engine::ManualClock clock_;
  engine::ManualExecutor executor_;
  ActorSystem system_{{.executor = &executor_, .clock = &clock_, .seed = 1}};
};

TEST(FailingTree, leaves_nobody_suspended_and_no_message_without_an_end) {
  const char* const only = std::getenv("SLUICE_SEED");
  const std::uint64_t first = only == nullptr ? 0 : std::strtoull(only, nullptr, 10);
  const std::uint64_t last = only == nullptr ? 1000 : first + 1;
  Sum sum;
  testing::internal::CaptureStderr();

  std::string failure;
  std::uint64_t seed = first;
  for (; seed < last && failure.empty(); ++seed) {
    failure = SeededTree{seed}.run(sum);
  }

  (void)testing::internal::GetCapturedStderr();
  EXPECT_EQ(failure, "") << "replay: SLUICE_SEED=" << seed - 1 << " failing_tree_tests";
  if (only == nullptr && failure.empty()) {
    for (const std::uint64_t each :
         {sum.restarts, sum.resumes, sum.stops, sum.escalations, sum.throws, sum.dropped, sum.retried, sum.probed}) {
      EXPECT_GT(each, 1000u);
    }
  }
}

}  // namespace
}  // namespace sluice::stress
