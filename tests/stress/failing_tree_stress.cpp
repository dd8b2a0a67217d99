// SPDX-License-Identifier: BSL-1.0
// The same tree on the threads of the executors, in real time: FR-SUP-1, FR-SUP-5. For three seconds on each, or as many as
// SLUICE_STRESS_SECONDS says.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <memory>
#include <sluice/graph/schedule/taskflow_executor.hpp>
#include <sluice/graph/schedule/tbb_executor.hpp>
#include <thread>

#include "crowd.hpp"
#include "failing_tree.hpp"

namespace sluice::stress {
namespace {

using Time = std::chrono::steady_clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

Time::duration time_to_spend() {
  const char* const asked = std::getenv("SLUICE_STRESS_SECONDS");
  return seconds{asked == nullptr ? 3 : std::atoi(asked)};
}

template <class Made>
class FailingTreeOn : public testing::Test {};

using Executors = testing::Types<schedule::TaskflowExecutor, schedule::TbbExecutor>;

class ExecutorNames {
public:
  template <class Made>
  static std::string GetName(int) {
    return std::is_same_v<Made, schedule::TaskflowExecutor> ? "Taskflow" : "Tbb";
  }
};
TYPED_TEST_SUITE(FailingTreeOn, Executors, ExecutorNames);

/// True if all jobs have an end before long.
bool comes_to_rest(const Forest& forest, ActorSystem& system) {
  const auto deadline = Time::now() + seconds{60};
  while (forest.outstanding(system) != 0) {
    if (Time::now() > deadline) {
      return false;
    }
    std::this_thread::sleep_for(milliseconds{1});
  }
  return true;
}

/// One tree, until `end` or until it has withered.
void grow(std::uint64_t seed, engine::Executor& executor, Time::time_point end) {
  Forest forest{seed};
  {
    ActorSystem system{{.executor = &executor, .seed = seed}};
    system.dead_letters().set_writing(false);
    forest.plant(system);
    on_threads(2, [&](std::uint32_t thread) {
      const auto pause = Time::now() + milliseconds{300};
      for (std::uint32_t job = 0; Time::now() < std::min(end, pause); ++job) {
        forest.send_job();
        if (thread == 0 && job % 256 == 0) {
          forest.plant(system);
        }
      }
    });

    forest.calm();
    ASSERT_TRUE(comes_to_rest(forest, system)) << forest.outstanding(system) << " messages are left; seed " << seed;
    (void)forest.probe();
    ASSERT_TRUE(comes_to_rest(forest, system)) << "actors are left suspended; seed " << seed;
    EXPECT_TRUE(system.shutdown(seconds{60}).is_complete);
    EXPECT_EQ(forest.outstanding(system), 0);
  }
  EXPECT_EQ(forest.states, 0);
}

TYPED_TEST(FailingTreeOn, leaves_nobody_suspended_and_no_message_without_an_end) {
  TypeParam executor{{.workers = 2}};
  const auto end = Time::now() + time_to_spend();
  testing::internal::CaptureStderr();

  for (std::uint64_t seed = 1; Time::now() < end && !this->HasFatalFailure(); ++seed) {
    grow(seed, executor, end);
  }

  (void)testing::internal::GetCapturedStderr();
}

}  // namespace
}  // namespace sluice::stress
