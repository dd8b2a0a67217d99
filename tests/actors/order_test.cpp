// SPDX-License-Identifier: BSL-1.0
// In which order messages are handled: US2.2, US10, US11, FR-MBX-2, FR-MBX-3, SC-8, D2, D10, D18.
#include <sluice/actors/actor_system.hpp>
#include <sluice_test/test.hpp>
#include <sluice_test/trail.hpp>

namespace sluice {
namespace {

using sluice_test::Trail;

struct Step {
  int number;
};

TEST(MessageOrder, of_a_bounded_mailbox_is_that_of_sending) {  // US10.1
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  int expected = 0;
  int violations = 0;
  const auto worker = system.spawn(
      [&](Step step) {
        violations += step.number == expected ? 0 : 1;
        ++expected;
      },
      {.mailbox = Bounded{.capacity = 8, .overflow = Overflow::fail}});

  for (int number = 0; number < 1000;) {
    if (worker.tell({number}).has_value()) {
      ++number;
    } else {
      executor.run_until_idle();
    }
  }
  executor.run_until_idle();

  EXPECT_EQ(expected, 1000);
  EXPECT_EQ(violations, 0);
  EXPECT_EQ(system.dead_letters().count(), 0u);
}

TEST(MessageOrder, of_actors_fed_in_turn_is_that_of_feeding) {  // US2.2, D18
  engine::ManualExecutor executor;
  ActorSystem system{SystemOptions{.executor = &executor, .dispatcher = {.throughput = 1}}};
  Trail seen;
  const auto first = system.spawn([&](Step step) { seen.add(10 + step.number); });
  const auto second = system.spawn([&](Step step) { seen.add(20 + step.number); });
  const auto third = system.spawn([&](Step step) { seen.add(30 + step.number); });

  for (int round = 1; round <= 3; ++round) {
    first.tell({round});
    second.tell({round});
    third.tell({round});
  }
  executor.run_until_idle();

  EXPECT_TRUE(seen.is({11, 21, 31, 12, 22, 32, 13, 23, 33}));
}

TEST(MessageOrder, lets_an_actor_handle_as_many_at_once_as_its_throughput_says) {  // US2.2, R2.1
  engine::ManualExecutor executor;
  ActorSystem system{SystemOptions{.executor = &executor, .dispatcher = {.throughput = 2}}};
  Trail seen;
  const auto first = system.spawn([&](Step step) { seen.add(10 + step.number); });
  const auto second = system.spawn([&](Step step) { seen.add(20 + step.number); });

  for (int number = 1; number <= 3; ++number) {
    first.tell({number});
    second.tell({number});
  }
  executor.run_until_idle();

  EXPECT_TRUE(seen.is({11, 12, 21, 22, 13, 23}));
}

TEST(MessageOrder, a_control_comes_before_all_messages) {  // US10.2, FR-MBX-2, D15
  struct Worker {
    Trail* seen;
    void on(Step step) { seen->add(step.number); }
    void on_stop() { seen->add(-1); }
  };
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  Trail seen;
  const auto worker = system.spawn<Worker>({.mailbox = Bounded{.capacity = 4}}, &seen);

  worker.tell(Step{1});
  (void)system.suspend(worker);
  worker.tell(Step{2});
  (void)system.resume(worker);
  (void)system.stop(worker);
  executor.run_until_idle();

  EXPECT_TRUE(seen.is({-1}));
  EXPECT_EQ(system.dead_letters().count(DeadLetterReason::stopped), 2u);
}

TEST(Suspension, keeps_messages_in_order_until_it_is_resumed) {  // US11.2, FR-MBX-3, D10
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  Trail seen;
  const auto worker = system.spawn([&](Step step) { seen.add(step.number); });
  worker.tell({1});
  (void)system.suspend(worker);
  worker.tell({2});
  executor.run_until_idle();
  worker.tell({3});
  executor.run_until_idle();
  EXPECT_TRUE(seen.is({}));

  (void)system.resume(worker);
  worker.tell({4});
  executor.run_until_idle();

  EXPECT_TRUE(seen.is({1, 2, 3, 4}));
}

TEST(Suspension, nests) {  // D2
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  int handled = 0;
  const auto worker = system.spawn([&](Step) { ++handled; }, {.mailbox = Bounded{.capacity = 2}});
  (void)system.suspend(worker);
  (void)system.suspend(worker);
  worker.tell({1});

  (void)system.resume(worker);
  executor.run_until_idle();
  EXPECT_EQ(handled, 0);
  (void)system.resume(worker);
  executor.run_until_idle();

  EXPECT_EQ(handled, 1);
}

TEST(Suspension, does_not_keep_an_actor_from_its_end) {  // R5.4
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  const auto worker = system.spawn([](Step) {});
  (void)system.suspend(worker);
  worker.tell({1});
  executor.run_until_idle();

  (void)system.stop(worker);
  executor.run_until_idle();

  EXPECT_FALSE(worker.is_alive());
  EXPECT_EQ(system.dead_letters().count(DeadLetterReason::stopped), 1u);
}

TEST(Suspension, of_a_full_mailbox_overflows_as_ever) {  // US11, D10
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  Trail seen;
  const auto worker = system.spawn([&](Step step) { seen.add(step.number); },
                                   {.mailbox = Bounded{.capacity = 2, .overflow = Overflow::drop_oldest}});
  (void)system.suspend(worker);
  for (int number = 1; number <= 3; ++number) {
    worker.tell({number});
    executor.run_until_idle();
  }

  (void)system.resume(worker);
  executor.run_until_idle();

  EXPECT_TRUE(seen.is({2, 3}));
}

TEST(Suspension, a_hundred_times_leaves_the_order_as_it_was) {  // SC-8
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  int expected = 0;
  int violations = 0;
  const auto worker = system.spawn(
      [&](Step step) {
        violations += step.number == expected ? 0 : 1;
        ++expected;
      },
      {.mailbox = Bounded{.capacity = 16, .overflow = Overflow::fail}});
  int number = 0;

  for (int cycle = 0; cycle < 100; ++cycle) {
    worker.tell({number++});
    (void)system.suspend(worker);
    worker.tell({number++});
    executor.run_until_idle();
    worker.tell({number++});
    (void)system.resume(worker);
    worker.tell({number++});
    executor.run_until_idle();
  }

  EXPECT_EQ(expected, 400);
  EXPECT_EQ(violations, 0);
}

}  // namespace
}  // namespace sluice
