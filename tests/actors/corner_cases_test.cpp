// SPDX-License-Identifier: BSL-1.0
// What actors do at the wrong time: each was a defect.
#include <sluice/actors/behaviors.hpp>
#include <sluice_test/test.hpp>
#include <sluice_test/trail.hpp>

namespace sluice {
namespace {

using namespace std::chrono_literals;
using sluice_test::Trail;

struct Ping {
  int number = 0;
};

TEST(LateSpawn, below_a_guardian_that_has_stopped_is_an_error) {  // FR-ACT-4
  engine::ManualExecutor executor;
  ActorSystem system{Behaviors::receive_message<Ping>([](Ping) { return Behaviors::stopped<Ping>(); }),
                     SystemOptions{.executor = &executor}};
  system.guardian<Ping>().tell({});
  executor.run_until_idle();

  const auto spawned = system.try_spawn([](Ping) {}, {.name = "late"});

  ASSERT_FALSE(spawned.has_value());
  EXPECT_EQ(spawned.error().error, Error::closed);
}

TEST(LateSpawn, in_a_system_that_is_down_is_an_error) {  // FR-ACT-4, D16
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  (void)system.shutdown(1s);

  const auto spawned = system.try_spawn([](Ping) {});

  ASSERT_FALSE(spawned.has_value());
  EXPECT_EQ(spawned.error().error, Error::closed);
}

TEST(LateSpawn, in_the_stop_hook_of_an_actor_without_children_is_an_error) {  // FR-ACT-3
  struct Late {
    Trail* seen;
    void on(Ping) {}
    void on_stop(ActorContext<Late>& context) {
      const auto spawned = context.try_spawn([](Ping) {});
      seen->add(spawned.has_value() ? -1 : static_cast<int>(spawned.error().error));
    }
  };
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  Trail seen;
  const auto late = system.spawn<Late>({}, &seen);

  (void)system.stop(late);
  executor.run_until_idle();

  EXPECT_TRUE(seen.is({static_cast<int>(Error::closed)}));
  EXPECT_FALSE(late.is_alive());
}

TEST(StrayResume, of_an_actor_that_is_not_suspended_does_nothing) {  // D2
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  int handled = 0;
  const auto actor = system.spawn([&](Ping) { ++handled; });

  (void)system.resume(actor);
  executor.run_until_idle();
  (void)system.suspend(actor);
  actor.tell({});
  executor.run_until_idle();

  EXPECT_TRUE(actor.is_alive());
  EXPECT_EQ(handled, 0);
}

TEST(StrayResume, does_not_wake_an_actor_that_waits_for_its_children) {  // FR-ACT-3, D2
  engine::ManualExecutor executor;
  engine::ManualExecutor slow_executor;
  engine::Dispatcher slow{slow_executor};
  ActorSystem system{executor};
  int handled = 0;
  const auto parent = system.spawn([&](ActorContext<Ping>& context, Ping) {
    ++handled;
    context.spawn([](int) {}, {.dispatcher = &slow});
  });
  parent.tell({});
  executor.run_until_idle();
  (void)system.stop(parent);
  executor.run_until_idle();

  (void)system.resume(parent);
  (void)parent.tell({});
  executor.run_until_idle();
  slow_executor.run_until_idle();
  executor.run_until_idle();

  EXPECT_EQ(handled, 1);
  EXPECT_FALSE(parent.is_alive());
  EXPECT_EQ(system.dead_letters().count(DeadLetterReason::stopped), 1u);
}

TEST(StashedMessage, whose_handler_then_fails_has_one_owner) {  // D6, R3.7
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  static int calls;
  calls = 0;
  const auto actor =
      system.spawn(Behaviors::supervise(Behaviors::with_stash<Ping>(2, [](StashBuffer<Ping> stash) {
                     return Behaviors::receive_message<Ping>([stash](Ping ping) mutable -> ActorResult<> {
                       if (++calls > 1) {
                         return {};
                       }
                       (void)stash.stash(ping);
                       return fail(ActorError::retryable("after it was stashed"));
                     });
                   })).with_restart(3, 60s));

  actor.tell({1});
  executor.run_until_idle();

  EXPECT_EQ(calls, 2);
  EXPECT_EQ(system.dead_letters().count(), 0u);
}

TEST(StashedMessage, that_did_not_fit_and_then_fails_is_one_dead_letter) {  // D6, R3.9
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  const auto actor = system.spawn(Behaviors::with_stash<Ping>(1, [](StashBuffer<Ping> stash) {
    return Behaviors::receive_message<Ping>([stash](Ping ping) mutable -> ActorResult<> {
      return stash.stash(ping).has_value() ? ActorResult<>{} : ActorResult<>{fail(ActorError::fatal("full"))};
    });
  }));

  actor.tell({1});
  actor.tell({2});
  executor.run_until_idle();

  EXPECT_FALSE(actor.is_alive());
  EXPECT_EQ(system.dead_letters().count(DeadLetterReason::stash_overflow), 1u);
  EXPECT_EQ(system.dead_letters().count(DeadLetterReason::stopped), 1u);
  EXPECT_EQ(system.dead_letters().count(), 2u);
}

TEST(StashedMessage, that_is_called_unhandled_is_not_a_dead_letter_too) {  // D6
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  const auto actor = system.spawn(Behaviors::with_stash<Ping>(1, [](StashBuffer<Ping> stash) {
    return Behaviors::receive_message<Ping>([stash](Ping ping) mutable {
      (void)stash.stash(ping);
      return Behaviors::unhandled<Ping>();
    });
  }));

  actor.tell({1});
  executor.run_until_idle();

  EXPECT_EQ(system.dead_letters().count(), 0u);
}

TEST(StashedMessage, is_the_one_that_is_handled_and_no_signal_has_one) {
  sluice_test::expect_broken_promise(
      [] {
        engine::ManualExecutor executor;
        ActorSystem system{executor};
        const auto child = system.spawn([](int) {});
        const auto actor = system.spawn(Behaviors::with_stash<Ping>(2, [child](StashBuffer<Ping> stash) {
          return Behaviors::receive<Ping>(
              [child](ActorContext<Ping>& context, Ping) { (void)context.watch(child); },
              [stash](ActorContext<Ping>&, const Terminated&) mutable { (void)stash.stash({9}); });
        }));
        actor.tell({1});
        executor.run_until_idle();
        (void)system.stop(child);
        executor.run_until_idle();
      },
      "keeps the message that it handles");
}

/// Comes as another message, and is made into a `Ping`.
struct Foreign {
  int number;
};

TEST(StashedMessage, that_an_adapter_made_is_kept_as_any_other) {  // R3.7, FR-BEH-6
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  Trail seen;
  ActorRef<Foreign> foreign;
  const auto actor = system.spawn(
      Behaviors::setup<Ping>([&](ActorContext<Ping>& context) {
        foreign = context.message_adapter<Foreign>([](Foreign message) { return Ping{message.number}; }).value();
        return Behaviors::with_stash<Ping>(4, [&seen](StashBuffer<Ping> stash) {
          return Behaviors::receive_message<Ping>([&seen, stash, is_open = false](Ping ping) mutable {
            if (ping.number == 0) {
              is_open = true;
              stash.unstash_all();
            } else if (is_open) {
              seen.add(ping.number);
            } else {
              (void)stash.stash(ping);
            }
          });
        });
      }),
      {.mailbox = Deque{}});
  executor.run_until_idle();

  (void)foreign.tell({1});
  (void)actor.tell({2});
  (void)foreign.tell({3});
  (void)actor.tell({0});
  (void)foreign.tell({4});
  executor.run_until_idle();

  EXPECT_TRUE(seen.is({1, 2, 3, 4}));
  EXPECT_EQ(system.dead_letters().count(), 0u);
}

TEST(StashedMessage, that_an_adapter_made_and_that_does_not_fit_is_one_dead_letter) {  // R3.9
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  ActorRef<Foreign> foreign;
  const auto actor = system.spawn(
      Behaviors::setup<Ping>([&](ActorContext<Ping>& context) {
        foreign = context.message_adapter<Foreign>([](Foreign message) { return Ping{message.number}; }).value();
        return Behaviors::with_stash<Ping>(1, [](StashBuffer<Ping> stash) {
          return Behaviors::receive_message<Ping>([stash](Ping ping) mutable { (void)stash.stash(ping); });
        });
      }),
      {.mailbox = Deque{}});
  executor.run_until_idle();

  (void)foreign.tell({1});
  (void)foreign.tell({2});
  executor.run_until_idle();
  EXPECT_EQ(system.dead_letters().count(DeadLetterReason::stash_overflow), 1u);
  (void)system.stop(actor);
  executor.run_until_idle();

  EXPECT_EQ(system.dead_letters().count(DeadLetterReason::stopped), 1u);
  EXPECT_EQ(system.dead_letters().count(), 2u);
}

}  // namespace
}  // namespace sluice
