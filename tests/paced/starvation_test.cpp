// SPDX-License-Identifier: BSL-1.0
// Handlers that block every worker for 50 ms at a time, with a monitor and without; and what the monitor costs. R2.5
#include <gtest/gtest.h>

#include <sluice/engine/dispatch/dispatcher.hpp>
#include <sluice/graph/schedule/taskflow_executor.hpp>
#include <sluice/graph/schedule/tbb_executor.hpp>
#include <sluice/graph/schedule/thread_executor.hpp>

#include "pacer.hpp"

namespace sluice::paced {
namespace {

using contract::Numbered;
using contract::Probe;
using contract::Tally;
using engine::Dispatcher;

constexpr std::uint32_t workers = 2;
constexpr std::uint32_t questions = 1'000;

/// Blocks its thread, again and again.
class Blocker final : public Probe {
public:
  using Probe::Probe;
  Tally is_enough;

private:
  void on_message(Numbered message) noexcept override {
    std::this_thread::sleep_for(milliseconds{50});
    if (is_enough.get() == 0) {
      (void)send({0, message.number + 1}, this);
    }
  }
};

/// How long 99 of 100 wait while all workers are blocked most of the time.
template <class Executor>
microseconds p99(bool has_monitor) {
  Executor executor{{.workers = workers, .monitor = {.is_on = has_monitor}}};
  Dispatcher dispatcher{executor, {.throughput = 1}};
  Timed other{dispatcher, questions};
  Blocker first{dispatcher};
  Blocker second{dispatcher};
  (void)first.send({0, 0});
  (void)second.send({0, 0});
  at_rate(1'000, questions, [&](std::uint32_t number) { other.send_now(number); });
  first.is_enough.set(1);
  second.is_enough.set(1);
  executor.drain();
  EXPECT_EQ(other.handled.get(), questions);
  return other.waits.percentile(99);
}

template <class Executor>
class Starvation : public testing::Test {};
using Executors = testing::Types<schedule::ThreadExecutor, schedule::TaskflowExecutor, schedule::TbbExecutor>;
TYPED_TEST_SUITE(Starvation, Executors);

TYPED_TEST(Starvation, others_wait_five_times_less_with_a_monitor) {  // R2.5
  const microseconds without = p99<TypeParam>(false);
  const microseconds with = p99<TypeParam>(true);

  EXPECT_LE(5 * with, without) << with.count() << " us with, " << without.count() << " us without";
}

}  // namespace
}  // namespace sluice::paced
