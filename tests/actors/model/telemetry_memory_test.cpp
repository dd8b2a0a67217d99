// SPDX-License-Identifier: BSL-1.0
// R4.3: telemetry that nobody hears has no buffers; what listeners bring about ends with the system.
#include <sluice/actors/telemetry/samples.hpp>
#include <sluice/actors/telemetry/system_metrics.hpp>
#include <sluice_test/test.hpp>

#include <sluice_test/manual_system.hpp>

#include "counted_memory.hpp"

namespace sluice {
namespace {

using actor_model::living_blocks;

struct Job {};

struct Worker {
  void on(Job) {}
};

class TelemetryMemory : public testing::Test {
protected:
  [[nodiscard]] SystemOptions with(const TelemetryChoice& telemetry) noexcept {
    return {.executor = &executor, .clock = &clock, .telemetry = telemetry};
  }
  /// How many blocks a busy actor takes in a system that is there already.
  [[nodiscard]] std::int64_t blocks_of_a_worker(ActorSystem& system) {
    const std::int64_t before = living_blocks();
    const auto worker = system.spawn<Worker>();
    for (int i = 0; i < 100; ++i) {
      worker.tell(Job{});
    }
    const std::int64_t busy = living_blocks() - before;
    executor.run_until_idle();
    return busy;
  }

  engine::ManualExecutor executor;
  engine::ManualClock clock;
};

TEST_F(TelemetryMemory, that_nobody_hears_takes_no_block) {  // R4.3
  ActorSystem off{with({})};
  ActorSystem on{with(Telemetry{.alert_depth = 1})};
  executor.run_until_idle();

  EXPECT_EQ(blocks_of_a_worker(on), blocks_of_a_worker(off));
}

TEST_F(TelemetryMemory, that_is_heard_is_given_back) {  // nothing leaks
  const std::int64_t before = living_blocks();
  {
    ActorSystem system{with(Telemetry{})};
    const std::int64_t unheard = blocks_of_a_worker(system);
    {
      const auto samples = system.events().subscribe<MailboxSample>([](const MailboxSample&) noexcept {});
      executor.run_until_idle();
      EXPECT_GT(blocks_of_a_worker(system), unheard);
      const std::int64_t settled = living_blocks();
      for (int i = 0; i < 50; ++i) {
        const auto worker = system.spawn<Worker>();
        worker.tell(Job{});
        executor.run_until_idle();
        (void)system.stop(worker);
        executor.run_until_idle();
      }
      EXPECT_EQ(living_blocks(), settled);
    }
    executor.run_until_idle();
    EXPECT_EQ(blocks_of_a_worker(system), unheard);
  }
  EXPECT_EQ(living_blocks(), before);
}

TEST_F(TelemetryMemory, of_listeners_that_come_and_go_does_not_pile_up) {
  ActorSystem system{with(Telemetry{})};
  const auto listen_once = [&] {
    const auto samples = system.events().subscribe<MailboxSample>([](const MailboxSample&) noexcept {});
    EXPECT_TRUE(samples.has_value());
  };
  listen_once();
  executor.run_until_idle();
  const std::int64_t before = living_blocks();

  for (int i = 0; i < 100; ++i) {
    listen_once();
  }

  EXPECT_EQ(living_blocks(), before);
}

}  // namespace
}  // namespace sluice
