// SPDX-License-Identifier: BSL-1.0
#include <sluice/actors/actor_system.hpp>
#include <sluice/engine/manual_executor.hpp>
#include <sluice_test/test.hpp>

namespace sluice {
namespace {

struct Add {
  int amount;
};

struct Forward {
  int amount;
  ActorRef<Add> to;
};

TEST(ActorSystem, an_actor_handles_what_it_is_told) {  // US1
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  int sum = 0;
  const auto adder = system.spawn([&sum](Add add) { sum += add.amount; });

  adder.tell({.amount = 2});
  adder.tell({.amount = 3});
  EXPECT_EQ(sum, 0);
  executor.run_until_idle();

  EXPECT_EQ(sum, 5);
}

TEST(ActorSystem, an_actor_can_tell_another_one) {
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  int sum = 0;
  const auto adder = system.spawn([&sum](Add add) { sum += add.amount; });
  const auto forwarder = system.spawn([](Forward forward) { forward.to.tell({forward.amount}); });

  forwarder.tell({4, adder});
  executor.run_until_idle();

  EXPECT_EQ(sum, 4);
}

TEST(ActorSystem, a_handler_with_a_context_knows_itself) {  // US7
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  int handled = 0;
  const auto countdown = system.spawn([&handled](ActorContext<Add>& context, Add add) {
    ++handled;
    if (add.amount > 0) {
      context.self().tell({add.amount - 1});
    }
  });

  countdown.tell({3});
  executor.run_until_idle();

  EXPECT_EQ(handled, 4);
}

TEST(ActorSystem, a_handler_keeps_its_state_between_messages) {
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  int last = 0;
  const auto counter = system.spawn([&last, count = 0](Add) mutable { last = ++count; });

  counter.tell({});
  counter.tell({});
  executor.run_until_idle();

  EXPECT_EQ(last, 2);
}

TEST(ActorSystem, its_end_handles_what_was_sent) {
  engine::ManualExecutor executor;
  int sum = 0;
  {
    ActorSystem system{executor};
    system.spawn([&sum](Add add) { sum += add.amount; }).tell({6});
  }

  EXPECT_EQ(sum, 6);
}

TEST(ActorSystem, its_end_destroys_the_handlers) {
  static int alive;
  struct Tracked {
    Tracked() noexcept { ++alive; }
    Tracked(const Tracked&) noexcept { ++alive; }
    Tracked(Tracked&&) noexcept { ++alive; }
    ~Tracked() { --alive; }
    void operator()(Add) {}
  };
  alive = 0;
  engine::ManualExecutor executor;
  {
    ActorSystem system{executor};
    system.spawn(Tracked{});
    EXPECT_EQ(alive, 1);
  }

  EXPECT_EQ(alive, 0);
}

TEST(ActorSystem, runs_on_the_default_executor_of_the_build) {
  int sum = 0;
  {
    ActorSystem system;
    const auto adder = system.spawn([&sum](Add add) { sum += add.amount; });
    for (int i = 1; i <= 10; ++i) {
      adder.tell({i});
    }
  }

  EXPECT_EQ(sum, 55);
}

TEST(ActorRef, equals_copies_of_itself_only) {
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  const auto first = system.spawn([](Add) {});
  const auto second = system.spawn([](Add) {});

  const auto copy = first;

  EXPECT_TRUE(copy == first);
  EXPECT_FALSE(first == second);
}

TEST(ActorRef, one_that_refers_to_nobody_gives_an_error) {  // FR-ACT-4
  EXPECT_EQ(ActorRef<Add>{}.tell({1}).error(), Error::out_of_scope);
}

}  // namespace
}  // namespace sluice
