// SPDX-License-Identifier: BSL-1.0
// Slices that block their thread, and say so: who gets what waits behind them. R2.5
#include <sluice/graph/schedule/blocking.hpp>
#include <sluice_test/test.hpp>
#include <string>

#include "watched_crew.hpp"

namespace sluice::schedule {
namespace {

using Kind = ExecutorEvent::Kind;

TEST(Blocking, hands_slot_and_queue_to_a_sleeper_at_once) {  // R2.5
  Crew crew{2};
  Worker& worker = crew.workers[1];
  ASSERT_TRUE(crew.scheduler.inject(crew.job("blocks", [&] {
    EXPECT_TRUE(worker.submit(crew.job("slotted")));
    EXPECT_TRUE(crew.host.started.empty());
    blocking([&] {
      ASSERT_EQ(crew.host.started.size(), 1u);
      EXPECT_EQ(crew.host.take().work(false), Worker::End::asleep);
      EXPECT_EQ(crew.log, "blocks slotted ");
    });
  })));

  crew.run_started();

  EXPECT_EQ(crew.log, "blocks slotted ");
  EXPECT_EQ(crew.scheduler.blocked(), 0u);
}

TEST(Blocking, has_a_spare_worker_join_without_waiting_for_a_tick) {  // R2.5
  WatchedCrew watched{1, 1};
  watched.inject(watched.job("blocks", [&] {
    EXPECT_TRUE(watched.crew.workers[0].submit(watched.job("slotted")));
    blocking([&] {
      EXPECT_EQ(watched.crew.stirs, 1u);
      watched.core.look(watched.crew.clock.now());  // as the monitor does, who was woken
      watched.run_spare();
      EXPECT_EQ(watched.crew.log, "blocks slotted ");
    });
  }));

  watched.crew.run_started();

  EXPECT_EQ(watched.count(Kind::starvation), 0u);  // it has said so
  EXPECT_EQ(watched.count(Kind::rebalanced), 1u);
}

TEST(Blocking, does_not_wake_the_monitor_while_there_is_a_spare_worker) {
  WatchedCrew watched{1, 1};
  for (int i = 0; i < 5; ++i) {
    watched.inject(watched.job("blocks", [&] { blocking([&] { watched.core.look(watched.crew.clock.now()); }); }));
    watched.crew.run_started();
    while (!watched.crew.spare_host.started.empty()) {
      watched.run_spare();
    }
  }

  EXPECT_EQ(watched.crew.stirs, 1u);
}

TEST(Blocking, leaves_what_it_submits_to_others) {  // R2.5
  Crew crew{2};
  ASSERT_TRUE(crew.scheduler.inject(crew.job("blocks", [&] {
    blocking([&] {
      EXPECT_TRUE(crew.workers[1].submit(crew.job("told")));
      ASSERT_EQ(crew.host.started.size(), 1u);  // for what would be in the slot otherwise
      EXPECT_EQ(crew.host.take().work(false), Worker::End::asleep);
    });
    EXPECT_EQ(crew.log, "blocks told ");
    EXPECT_TRUE(crew.workers[1].submit(crew.job("next")));
    EXPECT_TRUE(crew.workers[1].has_slot());  // as before
  })));

  crew.run_started();

  EXPECT_EQ(crew.log, "blocks told next ");
}

TEST(Blocking, goes_on_with_what_nobody_took) {  // R2.5
  Crew crew{1};
  ASSERT_TRUE(crew.scheduler.inject(crew.job("blocks", [&] {
    EXPECT_TRUE(crew.workers[0].submit(crew.job("a")));
    EXPECT_TRUE(crew.workers[0].submit(crew.job("b")));
    blocking([] {});
  })));

  crew.run_started();

  EXPECT_EQ(crew.log, "blocks a b ");
}

TEST(Blocking, counts_once_if_it_is_nested) {
  Crew crew{1};
  ASSERT_TRUE(crew.scheduler.inject(crew.job("blocks", [&] {
    blocking([&] {
      blocking([&] { EXPECT_EQ(crew.scheduler.blocked(), 1u); });
      EXPECT_EQ(crew.scheduler.blocked(), 1u);
      EXPECT_TRUE(crew.workers[0].is_blocking());
    });
    EXPECT_FALSE(crew.workers[0].is_blocking());
  })));

  crew.run_started();

  EXPECT_EQ(crew.scheduler.blocked(), 0u);
}

TEST(Blocking, just_calls_its_function_on_a_thread_that_is_no_worker) {
  int value = 3;

  EXPECT_EQ(blocking([] { return std::string{"done"}; }), "done");
  int& same = blocking([&]() -> int& { return value; });

  EXPECT_EQ(&same, &value);
}

TEST(Blocking, is_over_when_its_function_throws) {
  Crew crew{1};
  ASSERT_TRUE(crew.scheduler.inject(crew.job("blocks", [&] {
    try {
      blocking([] { throw 1; });
    } catch (int) {
    }
    EXPECT_FALSE(crew.workers[0].is_blocking());
  })));

  crew.run_started();

  EXPECT_EQ(crew.scheduler.blocked(), 0u);
}

}  // namespace
}  // namespace sluice::schedule
