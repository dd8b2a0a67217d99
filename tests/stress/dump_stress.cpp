// SPDX-License-Identifier: BSL-1.0
// Dumps in a row while actors are spawned, run and stop, on every executor. R4.4
#include <gtest/gtest.h>

#include <atomic>
#include <semaphore>
#include <sluice/actors/actor_system.hpp>
#include <sluice/profiling/metrics/dispatcher_dump.hpp>
#include <sluice_test/hosted_backends.hpp>
#include <string>
#include <thread>

namespace sluice {
namespace {

using contract::BackendChoice;

struct Grow {
  int levels;
};
struct Work {};

/// Has children that have children, and stops.
struct Node {
  void on(ActorContext<Node>& context, Grow grow) {
    if (grow.levels != 0) {
      feed(context.spawn<Node>(), grow.levels - 1);
      feed(context.spawn<Node>({.mailbox = Bounded{.capacity = 8}}), grow.levels - 1);
    }
  }
  static void feed(const ActorRef<Node>& child, int levels) {
    (void)child.tell(Work{});
    (void)child.tell(Grow{levels});
  }
  void on(Work) {}
};

class DumpStress : public testing::TestWithParam<BackendChoice> {};
INSTANTIATE_TEST_SUITE_P(On, DumpStress, testing::ValuesIn(contract::hosted_backends_with(2)),
                         [](const auto& choice) { return choice.param.name; });

TEST_P(DumpStress, dumps_go_on_while_actors_are_spawned_run_and_stop) {
  const auto backend = GetParam().make();
  ActorSystem system{*backend->hosted()};
  std::atomic<bool> is_over{false};
  std::atomic<std::size_t> seen{0};
  {
    std::jthread dumper{[&] {
      while (!is_over) {
        const metrics::DispatcherDump dump = metrics::dump(system);
        seen += dump.actors.size();
        EXPECT_FALSE(describe(dump).empty());
        EXPECT_EQ(dump.workers.size(), 2u);
      }
    }};
    for (int round = 0; round < 200; ++round) {
      const std::string name = "root of " + std::to_string(round);
      const auto root = system.spawn<Node>({.name = name});
      (void)root.tell(Grow{4});
      (void)system.stop(root);
    }
    const auto last = system.spawn<Node>();
    (void)last.tell(Grow{3});
    backend->drain();
    while (seen == 0) {
      std::this_thread::yield();
    }
    is_over = true;
  }
}

TEST_P(DumpStress, a_handler_that_does_not_return_is_shown_with_its_worker) {
  const auto backend = GetParam().make();
  ActorSystem system{*backend->hosted()};
  std::binary_semaphore began{0};
  std::binary_semaphore may_end{0};
  const auto stuck = system.spawn(
      [&](Work) {
        began.release();
        may_end.acquire();
      },
      {.name = "stuck"});
  (void)stuck.tell(Work{});
  began.acquire();

  (void)metrics::dump(system);
  const metrics::DispatcherDump dump = metrics::dump(system);

  may_end.release();
  ASSERT_EQ(dump.actors.size(), 1u);
  EXPECT_EQ(dump.actors[0].path, "/user/stuck");
  EXPECT_TRUE(dump.actors[0].is_running);
  ASSERT_TRUE(dump.actors[0].worker.has_value());
  EXPECT_LT(*dump.actors[0].worker, 2u);
  EXPECT_TRUE(dump.actors[0].lasted.has_value());
  EXPECT_EQ(dump.working, 1u);
}

}  // namespace
}  // namespace sluice
