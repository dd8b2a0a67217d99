// SPDX-License-Identifier: BSL-1.0
// Mailboxes that feed themselves for ever keep every worker busy; whoever asks from outside is answered all the same.
// R1.4, R2.5, SC-1, D19
#include <gtest/gtest.h>

#include <sluice/engine/dispatch/dispatcher.hpp>
#include <sluice_test/hosted_backends.hpp>
#include <taskflow/taskflow.hpp>

#include "pacer.hpp"

namespace sluice::paced {
namespace {

using contract::BackendChoice;
using contract::Numbered;
using contract::Probe;
using contract::Tally;
using engine::Dispatcher;

constexpr std::uint32_t probes = 200;
constexpr std::uint32_t probes_per_second = 1'000;
constexpr milliseconds bound{5};
constexpr std::chrono::seconds patience{3};

/// Sends itself another message for ever, until it is told to end.
class Feeder final : public Probe {
public:
  using Probe::Probe;
  Tally is_enough;

private:
  void on_message(Numbered message) noexcept override {
    if (is_enough.get() == 0) {
      (void)send(message, this);
    }
  }
};

/// As many feeders as there are workers, and one who is asked `probes` times, 1 ms apart.
class Contest {
public:
  Contest(engine::Executor& executor, std::uint32_t workers) : dispatcher_{executor}, target_{dispatcher_, probes} {
    for (std::uint32_t index = 0; index < workers; ++index) {
      feeders_.push_back(std::make_unique<Feeder>(dispatcher_));
    }
  }

  /// Asks, and waits for the answers, but not for longer than `patience`.
  void run() {
    for (const auto& feeder : feeders_) {
      (void)feeder->send({});
    }
    wait_until([this] { return has_fed(); });  // every worker has one
    at_rate(probes_per_second, probes, [this](std::uint32_t number) { target_.send_now(number); });
    wait_until([this] { return target_.handled.get() >= probes; });
    answered_ = target_.handled.get();
    for (const auto& feeder : feeders_) {
      feeder->is_enough.set(1);
    }
  }

  [[nodiscard]] std::uint32_t answered() const { return answered_; }
  [[nodiscard]] bool has_fed() const {
    return std::all_of(feeders_.begin(), feeders_.end(), [](const auto& feeder) { return feeder->handled.get() > 1; });
  }
  /// When all is quiet.
  [[nodiscard]] microseconds percentile(std::uint32_t percent) { return target_.waits.percentile(percent); }

private:
  template <class Condition>
  static void wait_until(Condition condition) {
    const auto end = SteadyClock::now() + patience;
    while (!condition() && SteadyClock::now() < end) {
      std::this_thread::sleep_for(milliseconds{1});
    }
  }

  Dispatcher dispatcher_;
  Timed target_;
  std::vector<std::unique_ptr<Feeder>> feeders_;
  std::uint32_t answered_ = 0;
};

class Fairness : public testing::TestWithParam<BackendChoice> {};
INSTANTIATE_TEST_SUITE_P(On, Fairness, testing::ValuesIn(contract::hosted_backends()),
                         [](const auto& choice) { return choice.param.name; });

TEST_P(Fairness, who_asks_from_outside_is_answered_within_five_milliseconds) {
  const auto backend = GetParam().make();
  Contest contest{backend->executor(), backend->workers()};

  contest.run();
  backend->drain();

  EXPECT_TRUE(contest.has_fed());
  EXPECT_EQ(contest.answered(), probes);
  EXPECT_LE(contest.percentile(99), bound);
}

/// One task of the library for each slice: what is obvious, and starves.
class NaiveExecutor final : public engine::Executor {
public:
  explicit NaiveExecutor(std::uint32_t workers) : executor_{workers} {}
  [[nodiscard]] engine::Submission submit(engine::Runnable& runnable) noexcept override {
    executor_.silent_async([&runnable]() noexcept { runnable.run(); });
    return engine::Submission::accepted;
  }
  void drain() noexcept override { executor_.wait_for_all(); }

private:
  tf::Executor executor_;
};

// A demonstration of why the executors have queues of their own: if it fails, Taskflow has become fair.
TEST(NaiveResubmission, starves_who_asks_from_outside) {
  for (const std::uint32_t workers : {1u, 2u}) {
    NaiveExecutor executor{workers};
    Contest contest{executor, workers};

    contest.run();
    executor.drain();

    EXPECT_TRUE(contest.has_fed());
    EXPECT_LT(contest.answered(), probes / 2) << workers << " workers";
  }
}

}  // namespace
}  // namespace sluice::paced
