// SPDX-License-Identifier: BSL-1.0
// Buffers of events between threads: nothing is taken after the end, nothing is lost without being counted. SC-13, FR-EVT-3
#include <gtest/gtest.h>

#include <atomic>
#include <sluice/actors/actor_system.hpp>
#include <sluice/actors/events/buffer/buffered_subscription.hpp>
#include <sluice/actors/events/event_reports.hpp>

#include "crowd.hpp"

namespace sluice::stress {
namespace {

struct Tick {
  std::uint32_t publisher;
  std::uint32_t number;
};

constexpr std::uint32_t publishers = 2;

class EventBufferStress : public testing::Test {
protected:
  void SetUp() override { stream.set_log(EventLog::nothing); }

  /// Two publish as long as `live` runs on a thread of its own.
  template <class Live>
  void run(Live live) {
    std::atomic<bool> is_over{false};
    on_threads(publishers + 1, [&](std::uint32_t index) {
      if (index == publishers) {
        live();
        is_over.store(true, std::memory_order_relaxed);
        return;
      }
      for (std::uint32_t number = 1; !is_over.load(std::memory_order_relaxed); ++number) {
        stream.publish(Tick{index, number});
        std::this_thread::yield();  // the lock is not fair
      }
    });
  }

  EventStream stream;
};

TEST_F(EventBufferStress, a_thousand_subscriptions_end_in_the_midst_of_publications) {  // SC-13
  constexpr int rounds = 1'000;
  std::uint64_t taken = 0;
  std::atomic<std::uint64_t> late{0};
  run([&] {
    for (int i = 0; i < rounds || taken == 0; ++i) {
      auto buffered = *stream.subscribe_buffered<Tick>({.capacity = 4});
      bool has_ended = false;  // plain: a callback that reads it after the end is a race, too
      auto called =
          *stream.subscribe<Tick>([&](const Tick&) { late.fetch_add(has_ended ? 1 : 0, std::memory_order_relaxed); });
      taken += buffered.drain([](Tick) {});
      std::this_thread::yield();
      taken += buffered.drain([](Tick) {});
      called.end();
      has_ended = true;
      buffered.end();
      late.fetch_add(buffered.try_next().has_value() ? 1 : 0, std::memory_order_relaxed);
    }
  });

  const EventCounters counters = stream.counters();
  EXPECT_EQ(late.load(), 0u);
  EXPECT_EQ(counters.subscribed, counters.unsubscribed);
  EXPECT_FALSE(stream.has_subscribers());
}

TEST_F(EventBufferStress, every_event_is_taken_lost_or_abandoned) {
  const std::uint64_t enough = share_of_messages(1) / 10;
  std::atomic<std::uint64_t> reported{0};
  const auto reports = stream.subscribe<EventsDropped>(
      [&](const EventsDropped& dropped) { reported.fetch_add(dropped.count, std::memory_order_relaxed); });
  std::uint64_t taken = 0;
  std::uint64_t disorder = 0;
  for (const Overflow overflow : {Overflow::drop_oldest, Overflow::drop_newest, Overflow::grow}) {
    auto buffered = *stream.subscribe_buffered<Tick>({.capacity = 8, .overflow = overflow});
    std::uint32_t last[publishers]{};
    run([&] {
      for (std::uint64_t count = 0; count < enough;) {
        count += buffered.drain([&](Tick tick) {
          disorder += tick.number <= last[tick.publisher] ? 1 : 0;
          last[tick.publisher] = tick.number;
          ++taken;
        });
        std::this_thread::yield();
      }
    });
    buffered.end();
  }

  const EventCounters counters = stream.counters();
  const std::uint64_t told = reported.load(std::memory_order_relaxed);
  EXPECT_EQ(disorder, 0u);
  EXPECT_EQ(told, counters.dropped());
  // What was published to the reports' subscriber is none of the ticks.
  EXPECT_GE(counters.delivered, taken + counters.dropped() + counters.abandoned);
}

TEST(ActorBufferStress, every_event_is_handled_or_lost_and_the_last_one_is_handled) {
  const auto count = static_cast<std::uint32_t>(share_of_messages(1));
  std::atomic<std::uint64_t> handled{0};
  std::atomic<std::uint32_t> ready{0};
  Workers workers;
  {
    ActorSystem system{workers.executor()};
    system.events().set_log(EventLog::nothing);
    struct Hearer {
      std::atomic<std::uint64_t>* handled;
      std::atomic<std::uint32_t>* ready;
      void on_start(ActorContext<Hearer>& context) {
        (void)context.subscribe<Tick>({.capacity = 16, .overflow = Overflow::drop_oldest});
        ready->fetch_add(1, std::memory_order_relaxed);
      }
      void on(Tick) { handled->fetch_add(1, std::memory_order_relaxed); }
    };
    for (int i = 0; i < 3; ++i) {
      SpawnOptions options;
      if (i == 1) {
        options.mailbox = Bounded{.capacity = 1, .overflow = Overflow::drop_newest};
      } else if (i == 2) {
        options.mailbox = Bounded{.capacity = 1, .overflow = Overflow::drop_oldest};
      }
      (void)system.spawn<Hearer>(options, Hearer{&handled, &ready});
    }
    yield_until([&] { return ready.load(std::memory_order_relaxed) == 3; });

    on_threads(publishers, [&](std::uint32_t index) {
      for (std::uint32_t number = 0; number < count; ++number) {
        system.events().publish(Tick{index, number});
      }
    });

    // Nothing is published any more, so nothing but the news of before brings what is left.
    yield_until([&] {
      const EventCounters counters = system.events().counters();
      return handled.load(std::memory_order_relaxed) + counters.dropped() == counters.delivered;
    });
    EXPECT_EQ(system.dead_letters().count(), 0u);
  }
  EXPECT_GT(handled.load(std::memory_order_relaxed), 0u);
}

}  // namespace
}  // namespace sluice::stress
