// SPDX-License-Identifier: BSL-1.0
// Actors whose state is a struct and whose handlers are overloads: US7, FR-BEH-1; and their children: FR-ACT-3.
#include <sluice/actors/actor_system.hpp>
#include <sluice_test/test.hpp>
#include <sluice_test/trail.hpp>

namespace sluice {
namespace {

using namespace std::chrono_literals;
using sluice_test::Trail;

struct Inc {
  int by = 1;
};
struct Get {};

struct Counter {
  int n = 0;
  void on(Inc inc) { n += inc.by; }
  int on(Get) { return n; }
};

TEST(ClassActor, has_a_handler_for_each_message) {  // US7, FR-BEH-1
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  const auto counter = system.spawn<Counter>();

  counter.tell(Inc{2});
  counter.tell(Inc{3});

  EXPECT_EQ(counter.ask(Get{}, 1s).wait().value_or(-1), 5);
}

TEST(ClassActor, is_made_of_the_arguments_of_its_spawn) {
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  const auto counter = system.spawn<Counter>({}, 40);

  counter.tell(Inc{2});

  EXPECT_EQ(counter.ask(Get{}, 1s).wait().value_or(-1), 42);
}

TEST(ClassActor, starts_anew_of_the_same_arguments) {  // US6, DESIGN 5
  struct Fragile {
    int n;
    void on(Inc inc) { n += inc.by; }
    int on(Get) { return n; }
    ActorResult<> on(int) { return fail(ActorError::retryable("asked to")); }
  };
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  const auto fragile = system.spawn<Fragile>({.supervision = Restart{.max = 3}}, 7);
  fragile.tell(Inc{2});

  fragile.tell(0);

  EXPECT_EQ(fragile.ask(Get{}, 1s).wait().value_or(-1), 7);
}

TEST(ClassActor, starts_before_the_first_message_and_stops_after_the_last) {  // FR-BEH-1
  struct Hooked {
    Trail* seen;
    void on_start() { seen->add(1); }
    void on(Inc inc) { seen->add(inc.by); }
    void on_stop() { seen->add(9); }
  };
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  Trail seen;
  const auto hooked = system.spawn<Hooked>({}, &seen);
  hooked.tell(Inc{2});
  executor.run_until_idle();

  (void)system.stop(hooked);
  executor.run_until_idle();

  EXPECT_TRUE(seen.is({1, 2, 9}));
}

TEST(ClassActor, has_its_context_in_all_hooks_and_handlers) {
  struct Hooked {
    int* calls;
    ActorRef<Hooked> self{};
    void on_start(ActorContext<Hooked>& context) { self = context.self(); }
    void on(ActorContext<Hooked>& context, Inc) {
      *calls += context.self() == self ? 1 : 0;
      context.stop();
    }
    void on_stop(ActorContext<Hooked>& context) { *calls += context.self() == self ? 10 : 0; }
  };
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  int calls = 0;
  const auto hooked = system.spawn<Hooked>({}, &calls);

  hooked.tell(Inc{});
  hooked.tell(Inc{});
  executor.run_until_idle();

  EXPECT_EQ(calls, 11);
  EXPECT_EQ(system.dead_letters().count(DeadLetterReason::stopped), 1u);
}

TEST(ClassActor, whose_start_fails_ends_without_a_message) {  // FR-BEH-5
  struct Failing {
    int* handled;
    ActorResult<> on_start() { return fail(ActorError::fatal("no disk")); }
    void on(Inc) { ++*handled; }
  };
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  int handled = 0;
  const auto failing = system.spawn<Failing>({}, &handled);

  failing.tell(Inc{});
  executor.run_until_idle();

  EXPECT_EQ(handled, 0);
  EXPECT_FALSE(failing.is_alive());
}

TEST(ClassActor, can_be_known_by_one_of_its_messages_only) {  // implicit narrowing, DESIGN 5
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  const auto counter = system.spawn<Counter>();

  const ActorRef<Inc> narrow = counter;
  narrow.tell({4});
  executor.run_until_idle();

  static_assert(!std::is_convertible_v<ActorRef<Inc>, ActorRef<Counter>>);
  static_assert(!std::is_convertible_v<ActorRef<Counter>, ActorRef<int>>);
  EXPECT_TRUE(narrow.address() == counter.address());
  EXPECT_EQ(counter.ask(Get{}, 1s).wait().value_or(-1), 4);
}

TEST(ClassActor, can_be_narrowed_inside_a_message) {
  struct Introduce {
    ActorRef<Inc> to;
  };
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  const auto counter = system.spawn<Counter>();
  const auto sender = system.spawn([](Introduce introduce) { introduce.to.tell({6}); });

  sender.tell({counter});
  executor.run_until_idle();

  EXPECT_EQ(counter.ask(Get{}, 1s).wait().value_or(-1), 6);
}

TEST(ClassActor, makes_a_dead_letter_of_a_foreign_message) {  // FR-TYP-2
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  const auto counter = system.spawn<Counter>();

  counter.untyped().tell(7L);
  executor.run_until_idle();

  EXPECT_TRUE(counter.is_alive());
  EXPECT_EQ(system.mismatches(), 1u);
  EXPECT_EQ(system.dead_letters().count(DeadLetterReason::type_mismatch), 1u);
}

TEST(ClassActor, of_a_class_with_a_move_only_message_gets_it) {
  struct Owned {
    explicit Owned(int of) noexcept : value{of} {}
    Owned(Owned&&) noexcept = default;
    int value;
  };
  struct Keeper {
    int* value;
    void on(Owned owned) { *value = owned.value; }
  };
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  int value = 0;

  system.spawn<Keeper>({}, &value).tell(Owned{8});
  executor.run_until_idle();

  EXPECT_EQ(value, 8);
}

TEST(ActorChildren, end_before_their_parent) {  // FR-ACT-3
  struct Child {
    Trail* seen;
    int number;
    void on(Inc) {}
    void on_stop() { seen->add(number); }
  };
  struct Parent {
    Trail* seen;
    void on(ActorContext<Parent>& context, Inc) {
      context.spawn<Child>({}, seen, 1);
      context.spawn<Child>({}, seen, 2);
    }
    void on_stop() { seen->add(3); }
  };
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  Trail seen;
  const auto parent = system.spawn<Parent>({}, &seen);
  parent.tell(Inc{});
  executor.run_until_idle();

  (void)system.stop(parent);
  executor.run_until_idle();

  EXPECT_TRUE(seen.is({1, 2, 3}));
  EXPECT_FALSE(parent.is_alive());
}

TEST(ActorChildren, may_end_alone) {
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  ActorRef<int> child;
  const auto parent = system.spawn([&](ActorContext<Inc>& context, Inc) { child = context.spawn([](int) {}); });
  parent.tell({});
  executor.run_until_idle();

  (void)system.stop(child);
  executor.run_until_idle();

  EXPECT_FALSE(child.is_alive());
  EXPECT_TRUE(parent.is_alive());
}

TEST(ActorChildren, are_stopped_by_their_parent) {
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  ActorRef<int> child;
  const auto parent = system.spawn([&](ActorContext<Inc>& context, Inc inc) {
    if (inc.by == 1) {
      child = context.spawn([](int) {});
    } else {
      (void)context.stop(child);
    }
  });
  parent.tell({1});
  executor.run_until_idle();
  EXPECT_TRUE(child.is_alive());

  parent.tell({2});
  executor.run_until_idle();

  EXPECT_FALSE(child.is_alive());
}

TEST(ActorChildren, end_with_a_parent_that_starts_anew) {  // DESIGN 5
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  ActorRef<int> child;
  const auto parent = system.spawn(
      [&](ActorContext<Inc>& context, Inc inc) -> ActorResult<> {
        if (inc.by == 0) {
          return fail(ActorError::retryable("asked to"));
        }
        child = context.spawn([](int) {});
        return {};
      },
      {.supervision = Restart{.max = 1}});
  parent.tell({1});
  executor.run_until_idle();
  const ActorRef<int> first = child;

  parent.tell({0});
  parent.tell({2});
  executor.run_until_idle();

  EXPECT_FALSE(first.is_alive());
  EXPECT_TRUE(child.is_alive());
  EXPECT_TRUE(parent.is_alive());
}

TEST(ActorChildren, come_no_more_to_a_parent_that_stops) {
  struct Late {
    Error* error;
    void on_start(ActorContext<Late>& context) {
      context.spawn([](int) {});
    }
    void on(Inc) {}
    void on_stop(ActorContext<Late>& context) {
      *error = context.try_spawn([](int) {}).error().error;
    }
  };
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  Error error = Error::not_found;
  const auto late = system.spawn<Late>({}, &error);
  executor.run_until_idle();

  (void)system.stop(late);
  executor.run_until_idle();

  EXPECT_EQ(error, Error::closed);
  EXPECT_FALSE(late.is_alive());
}

}  // namespace
}  // namespace sluice
