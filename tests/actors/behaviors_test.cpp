// SPDX-License-Identifier: BSL-1.0
// Behaviors and props: US4, US7, FR-BEH-1, FR-BEH-2, FR-BEH-3, FR-BEH-5.
#include <sluice/actors/behaviors.hpp>
#include <sluice/actors/events/actor_events.hpp>
#include <sluice/actors/events/event_stream.hpp>
#include <sluice/actors/props.hpp>
#include <sluice_test/test.hpp>
#include <sluice_test/trail.hpp>

namespace sluice {
namespace {

using namespace std::chrono_literals;
using sluice_test::Trail;

/// Adds, or asks for the sum.
struct Count {
  enum class Kind : std::uint8_t { add, get, fail };
  using Reply = int;

  Kind kind = Kind::add;
  int amount = 1;
};

constexpr Count get{.kind = Count::Kind::get};
constexpr Count failing{.kind = Count::Kind::fail};

Behavior<Count> counting(int sum) {
  return Behaviors::receive<Count>([sum](ActorContext<Count>& context, Count count) {
    if (count.kind == Count::Kind::add) {
      return counting(sum + count.amount);
    }
    context.reply(sum);
    return Behaviors::same<Count>();
  });
}

TEST(Behaviors, a_counter_is_a_function_from_its_state_to_the_next) {  // US4.1, FR-BEH-1
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  const auto counter = system.spawn(Props::from_behavior(counting(0)));

  for (int i = 0; i < 3; ++i) {
    counter.tell({});
  }

  EXPECT_EQ(counter.ask(get, 1s).wait().value_or(-1), 3);
}

TEST(Behaviors, a_counter_may_keep_its_state_and_tell_of_success) {  // US4.1, FR-BEH-5
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  const auto counter = system.spawn(Props::from_behavior(
      Behaviors::receive<Count>([sum = 0](ActorContext<Count>& context, Count count) mutable -> ActorResult<> {
        if (count.kind == Count::Kind::get) {
          context.reply(sum);
        } else {
          sum += count.amount;
        }
        return {};
      })));

  for (int i = 0; i < 3; ++i) {
    counter.tell({});
  }

  EXPECT_EQ(counter.ask(get, 1s).wait().value_or(-1), 3);
}

TEST(Behaviors, one_value_makes_many_actors_that_share_no_state) {  // FR-BEH-1
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  const Behavior<Count> prototype =
      Behaviors::receive<Count>([sum = 0](ActorContext<Count>& context, Count count) mutable {
        if (count.kind == Count::Kind::get) {
          context.reply(sum);
        } else {
          sum += count.amount;
        }
      });
  const auto first = system.spawn(prototype);
  const auto second = system.spawn(prototype);

  first.tell({.amount = 5});

  EXPECT_EQ(first.ask(get, 1s).wait().value_or(-1), 5);
  EXPECT_EQ(second.ask(get, 1s).wait().value_or(-1), 0);
}

TEST(Behaviors, setup_comes_once_before_the_first_message) {  // US4.2
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  Trail seen;
  const auto actor = system.spawn(Props::from_behavior(Behaviors::setup<Count>([&](ActorContext<Count>& context) {
    seen.add(context.self().is_alive() ? 1 : 0);
    return Behaviors::receive_message<Count>([&](Count count) { seen.add(count.amount); });
  })));

  actor.tell({.amount = 2});
  actor.tell({.amount = 3});
  executor.run_until_idle();

  EXPECT_TRUE(seen.is({1, 2, 3}));
}

TEST(Behaviors, setup_may_lead_to_another_setup) {
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  Trail seen;
  const auto actor = system.spawn(Behaviors::setup<Count>([&](ActorContext<Count>&) {
    seen.add(1);
    return Behaviors::setup<Count>([&](ActorContext<Count>&) {
      seen.add(2);
      return Behaviors::receive_message<Count>([&](Count) { seen.add(3); });
    });
  }));

  actor.tell({});
  executor.run_until_idle();

  EXPECT_TRUE(seen.is({1, 2, 3}));
}

TEST(Behaviors, setup_may_end_the_actor) {
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  const auto actor =
      system.spawn(Behaviors::setup<Count>([](ActorContext<Count>&) { return Behaviors::stopped<Count>(); }));

  actor.tell({});
  executor.run_until_idle();

  EXPECT_FALSE(actor.is_alive());
  EXPECT_EQ(system.dead_letters().count(DeadLetterReason::stopped), 1u);
}

TEST(Behaviors, setup_that_fails_ends_the_actor_and_says_so) {  // FR-BEH-5
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  int failures = 0;
  const auto subscription =
      system.events().subscribe<ActorFailed>([&](const ActorFailed& event) { failures += event.restarts ? 0 : 1; });
  const auto actor = system.spawn(Behaviors::setup<Count>(
      [](ActorContext<Count>&) -> ActorResult<Behavior<Count>> { return fail(ActorError::retryable("no luck")); }));

  executor.run_until_idle();

  ASSERT_TRUE(subscription.has_value());
  EXPECT_EQ(failures, 1);
  EXPECT_FALSE(actor.is_alive());
}

TEST(Behaviors, stopped_ends_the_actor_after_the_message) {  // FR-BEH-2
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  int handled = 0;
  const auto actor = system.spawn(Behaviors::receive_message<Count>([&](Count) {
    ++handled;
    return Behaviors::stopped<Count>();
  }));

  actor.tell({});
  actor.tell({});
  executor.run_until_idle();

  EXPECT_EQ(handled, 1);
  EXPECT_FALSE(actor.is_alive());
  EXPECT_EQ(system.dead_letters().count(DeadLetterReason::stopped), 1u);
}

TEST(Behaviors, unhandled_makes_a_dead_letter_and_stays) {  // FR-BEH-2
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  int handled = 0;
  const auto actor = system.spawn(Behaviors::receive_message<Count>([&](Count count) {
    handled += count.amount;
    return count.amount == 1 ? Behaviors::same<Count>() : Behaviors::unhandled<Count>();
  }));

  actor.tell({.amount = 2});
  actor.tell({.amount = 1});
  executor.run_until_idle();

  EXPECT_EQ(handled, 3);
  EXPECT_TRUE(actor.is_alive());
  EXPECT_EQ(system.dead_letters().count(DeadLetterReason::unhandled), 1u);
}

TEST(Behaviors, an_ask_left_unhandled_fails_at_once) {
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  const auto actor =
      system.spawn(Behaviors::receive_message<Count>([](Count) { return Behaviors::unhandled<Count>(); }));

  const auto asked = actor.ask(get, 1s).wait();

  ASSERT_FALSE(asked.has_value());
  EXPECT_NE(asked.error().reason, AskError::Reason::timed_out);
}

TEST(Behaviors, a_behavior_that_is_only_a_mark_is_no_crash) {
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  const auto same = system.spawn(Behaviors::same<Count>());
  const auto stopped = system.spawn(Behaviors::stopped<Count>());

  same.tell({});
  executor.run_until_idle();

  EXPECT_TRUE(same.is_alive());
  EXPECT_EQ(system.dead_letters().count(DeadLetterReason::unhandled), 1u);
  EXPECT_FALSE(stopped.is_alive());
}

TEST(Behaviors, supervise_starts_anew_with_the_state_of_before) {  // FR-BEH-2, US6
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  int setups = 0;
  const auto inner = Behaviors::setup<Count>([&](ActorContext<Count>&) {
    ++setups;
    return Behaviors::receive<Count>([sum = 0](ActorContext<Count>& context, Count count) mutable -> ActorResult<> {
      if (count.kind == Count::Kind::fail) {
        return fail(ActorError::retryable("asked to"));
      }
      if (count.kind == Count::Kind::get) {
        context.reply(sum);
      }
      sum += count.amount;
      return {};
    });
  });
  const auto actor = system.spawn(Behaviors::supervise(inner).with_restart(3, 60s));
  actor.tell({.amount = 5});

  actor.tell(failing);

  EXPECT_EQ(actor.ask(get, 1s).wait().value_or(-1), 0);
  EXPECT_EQ(setups, 2);
  EXPECT_EQ(system.dead_letters().count(DeadLetterReason::handler_failed), 1u);
}

TEST(Behaviors, supervise_with_stop_ends_the_actor) {  // FR-BEH-2, US6.2
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  const auto actor = system.spawn(Behaviors::supervise(Behaviors::receive_message<Count>([](Count) -> ActorResult<> {
                                    return fail(ActorError::retryable());
                                  })).with_stop());

  actor.tell(failing);
  executor.run_until_idle();

  EXPECT_FALSE(actor.is_alive());
}

TEST(Behaviors, a_signal_handler_hears_of_the_end_of_another) {  // FR-BEH-2, FR-ACT-3
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  int heard = 0;
  const auto child = system.spawn([](int) {});
  const auto watcher = system.spawn(Behaviors::setup<Count>([&](ActorContext<Count>& context) {
    (void)context.watch(child);
    return Behaviors::receive<Count>([](ActorContext<Count>&, Count) {},
                                     [&](ActorContext<Count>&, const Terminated& terminated) {
                                       heard += child == terminated.who ? 1 : 0;
                                       return Behaviors::stopped<Count>();
                                     });
  }));
  executor.run_until_idle();

  (void)system.stop(child);
  executor.run_until_idle();

  EXPECT_EQ(heard, 1);
  EXPECT_FALSE(watcher.is_alive());
}

TEST(Behaviors, a_behavior_that_is_replaced_ends_after_its_handler) {  // DESIGN 5
  static int alive;
  struct Tracked {
    Tracked() noexcept { ++alive; }
    Tracked(const Tracked&) noexcept { ++alive; }
    ~Tracked() { --alive; }
  };
  alive = 0;
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  int alive_in_handler = 0;
  const auto actor = system.spawn(Behaviors::setup<Count>([&](ActorContext<Count>&) {
    return Behaviors::receive_message<Count>([&alive_in_handler, tracked = Tracked{}](Count) {
      Behavior<Count> next = Behaviors::receive_message<Count>([](Count) {});
      alive_in_handler = alive;
      return next;
    });
  }));

  actor.tell({});
  executor.run_until_idle();

  EXPECT_GE(alive_in_handler, 1);
  EXPECT_EQ(alive, 0);
}

TEST(Props, from_fn_keep_what_the_function_captured) {  // US7.1, FR-BEH-3
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  const auto counter = system.spawn(Props::from_fn([sum = 0](Count count) mutable {
    sum += count.kind == Count::Kind::add ? count.amount : 0;
    return sum;
  }));

  for (int i = 0; i < 3; ++i) {
    counter.tell({.amount = 1});
  }

  EXPECT_EQ(counter.ask(get, 1s).wait().value_or(-1), 3);
}

TEST(Props, from_fn_take_handlers_that_may_fail) {  // FR-BEH-5
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  const auto counter = system.spawn(Props::from_fn([](ActorContext<Count>&, Count count) -> ActorResult<int> {
    if (count.kind == Count::Kind::fail) {
      return fail(ActorError::fatal("asked to"));
    }
    return count.amount;
  }));

  EXPECT_EQ(counter.ask({.amount = 4}, 1s).wait().value_or(-1), 4);
  const auto failed = counter.ask(failing, 1s).wait();

  ASSERT_FALSE(failed.has_value());
  EXPECT_EQ(failed.error().reason, AskError::Reason::failed);
  executor.run_until_idle();
  EXPECT_FALSE(counter.is_alive());
}

TEST(Props, from_fn_spawn_and_ask_within_the_handler) {  // US7.2
  struct Start {};
  struct Told {
    int sum;
  };
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  int heard = 0;
  struct Asker {
    int* heard;
    void on(ActorContext<Asker>& context, Start) {
      const auto child = context.spawn([](Count count) { return 2 * count.amount; });
      (void)context.ask(child, Count{.amount = 21}, 1s,
                        [](const std::expected<int, AskError>& answer) { return Told{answer.value_or(-1)}; });
    }
    void on(Told told) { *heard = told.sum; }
  };
  const auto asker = system.spawn<Asker>({}, &heard);

  asker.tell(Start{});
  executor.run_until_idle();

  EXPECT_EQ(heard, 42);
}

TEST(Props, say_name_mailbox_and_supervision) {  // FR-BEH-3, FR-BEH-4, FR-MBX-1
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  const auto from_fn = system.spawn(Props::from_fn([](Count count) -> ActorResult<> {
                                      return count.kind == Count::Kind::fail
                                                 ? ActorResult<>{fail(ActorError::retryable())}
                                                 : ActorResult<>{};
                                    })
                                        .with_name("function")
                                        .with_mailbox(Bounded{.capacity = 1, .overflow = Overflow::fail})
                                        .with_supervision(Restart{.max = 1}));
  const auto from_behavior = system.spawn(Props::from_behavior(counting(0))
                                              .with_name("behavior")
                                              .with_mailbox(Bounded{.capacity = 1, .overflow = Overflow::fail}));

  from_fn.tell(failing);
  const Result<> second = from_fn.tell({});
  from_behavior.tell({});
  const Result<> other = from_behavior.tell({});
  executor.run_until_idle();

  EXPECT_FALSE(second.has_value());
  EXPECT_FALSE(other.has_value());
  EXPECT_TRUE(from_fn.is_alive());
  EXPECT_TRUE(system.find<Count>("function").has_value());
  EXPECT_TRUE(system.find<Count>("behavior").has_value());
  from_fn.tell(failing);
  executor.run_until_idle();
  EXPECT_FALSE(from_fn.is_alive());
}

TEST(Props, say_which_dispatcher_runs_the_actor) {  // FR-BEH-3
  engine::ManualExecutor executor;
  engine::ManualExecutor other_executor;
  engine::Dispatcher other{other_executor};
  int handled = 0;
  ActorSystem system{executor};
  const auto actor = system.spawn(Props::from_fn([&](Count) { ++handled; }).with_dispatcher(other));

  actor.tell({});
  executor.run_until_idle();
  EXPECT_EQ(handled, 0);
  other_executor.run_until_idle();

  EXPECT_EQ(handled, 1);
  (void)system.stop(actor);
  other_executor.run_until_idle();
  EXPECT_FALSE(actor.is_alive());
}

TEST(Props, that_cannot_be_spawned_say_why) {
  engine::ManualExecutor executor;
  ActorSystem system{executor};

  const auto spawned = system.try_spawn(Props::from_fn([](Count) {}).with_mailbox(Bounded{.capacity = 0}));

  ASSERT_FALSE(spawned.has_value());
  EXPECT_EQ(spawned.error().error, Error::invalid_argument);
}

}  // namespace
}  // namespace sluice
