// SPDX-License-Identifier: BSL-1.0
// Executors that come and go. US13
#include <gtest/gtest.h>

#include <chrono>
#include <sluice/graph/schedule/tbb_executor.hpp>
#include <sluice_test/hosted_backends.hpp>
#include <sluice_test/probe.hpp>
#include <thread>

namespace sluice::contract {
namespace {

using engine::Dispatcher;

class Lifetime : public testing::TestWithParam<BackendChoice> {};
INSTANTIATE_TEST_SUITE_P(On, Lifetime, testing::ValuesIn(hosted_backends_with(2)),
                         [](const auto& choice) { return choice.param.name; });

TEST_P(Lifetime, a_thousand_lives_without_work) {
  const std::uint32_t lives = GetParam().make()->share(1'000);

  for (std::uint32_t life = 0; life < lives; ++life) {
    const auto backend = GetParam().make();
    EXPECT_EQ(backend->workers(), 2u);
  }
}

TEST_P(Lifetime, a_thousand_lives_with_a_little_work_that_is_done) {
  const std::uint32_t lives = GetParam().make()->share(1'000);
  std::uint32_t handled = 0;

  for (std::uint32_t life = 0; life < lives; ++life) {
    const auto backend = GetParam().make();
    Dispatcher dispatcher{backend->executor(), {.throughput = 1}};
    PlainProbe first{dispatcher};
    PlainProbe second{dispatcher};
    for (std::uint32_t number = 0; number < 3; ++number) {
      (void)first.send({0, number});
      (void)second.send({0, number});
    }
    if (life % 2 == 0) {
      backend->drain();
    } else {
      EXPECT_EQ(backend->shut_down(std::chrono::seconds{10}).handed_back, 0u);
    }
    handled += first.handled.get() + second.handled.get();
  }

  EXPECT_EQ(handled, lives * 6);
}

TEST_P(Lifetime, an_executor_that_ends_runs_what_is_queued) {
  class Errand final : public engine::Runnable {
  public:
    void run() noexcept override { runs.add(); }
    Tally runs;
  };
  constexpr std::uint32_t count = 50;
  for (std::uint32_t life = 0; life < 20; ++life) {
    std::vector<Errand> errands(count);
    {
      const auto backend = GetParam().make();
      for (Errand& errand : errands) {
        EXPECT_EQ(backend->executor().submit(errand), engine::Submission::accepted);
      }
    }
    for (const Errand& errand : errands) {
      EXPECT_EQ(errand.runs.get(), 1u);
    }
  }
}

/// Stays in its handler until the other one is in its own.
class Meeting final : public Probe {
public:
  Meeting(Dispatcher& dispatcher, Tally& present) noexcept : Probe{dispatcher}, present_{present} {}

  bool met = false;

private:
  void on_message(Numbered) noexcept override {
    present_.add();
    for (const auto end = std::chrono::steady_clock::now() + std::chrono::seconds{3};
         present_.get() < 2 && std::chrono::steady_clock::now() < end;) {
      std::this_thread::yield();
    }
    met = present_.get() == 2;
  }

  Tally& present_;
};

TEST_P(Lifetime, a_small_executor_beside_it_takes_no_worker_away) {
  for (const BackendChoice& small_choice : hosted_backends_with(1)) {
    if (small_choice.name == "SharedTbb_1") {
      continue;  // there the test itself limits TBB's threads, as its user may
    }
    const auto smaller = small_choice.make();
    const auto backend = GetParam().make();
    Tally present;
    Dispatcher dispatcher{backend->executor()};
    Meeting first{dispatcher, present};
    Meeting second{dispatcher, present};

    (void)first.send({});
    (void)second.send({});
    backend->drain();

    EXPECT_TRUE(first.met && second.met) << "beside " << small_choice.name;
  }
}

}  // namespace
}  // namespace sluice::contract
