// SPDX-License-Identifier: BSL-1.0
// Actors that come, fail and go, listeners that come and go, and somebody who reads all figures all the time: no count goes
// back, and in the end nothing is left that nobody waits for.
#include <gtest/gtest.h>

#include <atomic>
#include <sluice/actors/actor_system.hpp>
#include <sluice/actors/events/event_stream.hpp>
#include <sluice/actors/telemetry/samples.hpp>
#include <sluice/actors/telemetry/system_metrics.hpp>
#include <string_view>

#include "crowd.hpp"

namespace sluice::stress {
namespace {

struct Work {
  std::uint32_t number;
};

/// Fails now and then, and starts anew.
class Laborer {
public:
  ActorResult<> on(Work work) {
    if (work.number % 17 == 0) {
      return fail(ActorError::retryable());
    }
    return {};
  }
};

class TelemetryStress : public testing::Test {
protected:
  [[nodiscard]] MailboxMetrics laborers() const {
    MailboxMetrics found;
    system.metrics().each_mailbox([&](const MailboxMetrics& each) {
      if (std::string_view{each.kind}.ends_with("Laborer")) {
        found = each;
      }
    });
    return found;
  }

  void live_once(std::uint32_t index, std::uint64_t round) {
    constexpr std::uint32_t messages = 40;
    SpawnOptions options{.supervision = Restart{.max = 1}};
    if (round % 3 == 0) {
      options.mailbox = Bounded{.capacity = 8};
    }
    const auto laborer = system.spawn<Laborer>(options);
    for (std::uint32_t i = 1; i <= messages; ++i) {
      (void)laborer.tell(Work{i + index});
      if (i == messages / 4) {
        (void)system.suspend(laborer);
        (void)system.resume(laborer);
      }
    }
    (void)system.stop(laborer);
    (void)laborer.tell(Work{1});  // perhaps too late
  }

  void listen_once() {
    auto samples = system.events().subscribe<MailboxSample>(
        [this](const MailboxSample&) noexcept { heard.fetch_add(1, std::memory_order_relaxed); });
    auto alerts = system.events().subscribe<MailboxAlert>(
        [this](const MailboxAlert&) noexcept { heard.fetch_add(1, std::memory_order_relaxed); });
    std::this_thread::yield();
  }

  std::atomic<std::uint64_t> heard{0};
  ActorSystem system{{.telemetry = Telemetry{.period = std::chrono::milliseconds{1},
                                             .alert_depth = 4,
                                             .alert_residence = std::chrono::microseconds{50},
                                             .alert_suspension = std::chrono::microseconds{10}}}};
};

TEST_F(TelemetryStress, figures_are_read_while_actors_and_listeners_come_and_go) {  // FR-MBX-5, US12
  system.dead_letters().set_writing(false);
  const std::uint64_t rounds = share_of_messages(1) / 120;
  std::atomic<std::uint32_t> living{2};

  on_threads(4, [&](std::uint32_t index) {
    if (index < 2) {
      for (std::uint64_t round = 0; round < rounds; ++round) {
        live_once(index, round);
      }
      living.fetch_sub(1);
    } else if (index == 2) {
      while (living.load() != 0) {
        listen_once();
      }
    } else {
      MailboxMetrics last;
      do {
        const MailboxMetrics now = laborers();
        ASSERT_GE(now.handled, last.handled);
        ASSERT_GE(now.arrived, last.arrived);
        ASSERT_GE(now.residence.count(), last.residence.count());
        ASSERT_GE(now.suspended_time, last.suspended_time);
        last = now;
      } while (living.load() != 0);
    }
  });
  EXPECT_TRUE(system.shutdown(std::chrono::seconds{30}).is_complete);

  const MailboxMetrics at_the_end = laborers();
  EXPECT_EQ(at_the_end.actors, 0u);
  EXPECT_EQ(at_the_end.depth, 0u);
  EXPECT_EQ(at_the_end.stashed, 0u);
  EXPECT_EQ(at_the_end.suspended, 0u);
}

}  // namespace
}  // namespace sluice::stress
