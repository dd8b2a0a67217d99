// SPDX-License-Identifier: BSL-1.0
// A thousand events a second, on every hosted executor: how long they wait for their actor. SC-12
#include <gtest/gtest.h>

#include <atomic>
#include <sluice/actors/actor_system.hpp>
#include <sluice_test/hosted_backends.hpp>

#include "pacer.hpp"

namespace sluice::paced {
namespace {

using contract::BackendChoice;

struct Tick {
  std::uint32_t number;
};

/// Notes how many came, by a buffer.
struct Hearer {
  std::atomic<std::uint32_t>* heard;
  std::atomic<bool>* is_ready;

  void on_start(ActorContext<Hearer>& context) {
    (void)context.subscribe<Tick>({.capacity = 64, .overflow = Overflow::drop_oldest});
    is_ready->store(true, std::memory_order_release);
  }
  void on(Tick) { heard->fetch_add(1, std::memory_order_relaxed); }
};

class EventLoad : public testing::TestWithParam<BackendChoice> {};
INSTANTIATE_TEST_SUITE_P(On, EventLoad, testing::ValuesIn(contract::hosted_backends_with(2)),
                         [](const auto& choice) { return choice.param.name; });

TEST_P(EventLoad, a_thousand_events_a_second_wait_five_milliseconds_at_most) {  // SC-12
  constexpr std::uint32_t per_second = 1'000;
  constexpr std::uint32_t count = 2 * per_second;
  const auto backend = GetParam().make();
  const engine::PlatformClock clock;
  EventMeter meter{clock};
  std::atomic<std::uint32_t> heard{0};
  std::atomic<bool> is_ready{false};
  {
    ActorSystem system{backend->executor()};
    (void)system.spawn<Hearer>({}, Hearer{&heard, &is_ready});
    while (!is_ready.load(std::memory_order_acquire)) {
      std::this_thread::yield();
    }
    system.events().measure(&meter);

    at_rate(per_second, count, [&](std::uint32_t number) { (void)system.events().publish(Tick{number}); });
    backend->drain();

    const EventMetrics metrics = meter.metrics();
    EXPECT_EQ(heard.load(), count - system.events().counters().dropped());
    EXPECT_EQ(metrics.published, count);
    EXPECT_EQ(metrics.taken, heard.load());
    EXPECT_LE(metrics.mean_delay(), milliseconds{5});
    EXPECT_EQ(system.events().counters().dropped(), 0u);
    RecordProperty("mean_delay_ns", static_cast<int>(metrics.mean_delay().count()));
    system.events().measure(nullptr);
  }
}

}  // namespace
}  // namespace sluice::paced
