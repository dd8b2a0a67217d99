// SPDX-License-Identifier: BSL-1.0
// Where references work and where they do not: FR-ACT-4, FR-ACT-5, D16.
#include <sluice/actors/behaviors.hpp>
#include <sluice/actors/props.hpp>
#include <sluice_test/test.hpp>
#include <type_traits>

namespace sluice {
namespace {

using namespace std::chrono_literals;

struct Add {
  int amount;
};

struct Double {
  int number;
  using Reply = int;
};

TEST(SystemRun, an_actor_spawned_in_it_handles_what_it_is_told_once) {  // US1.1, FR-ACT-1, FR-ACT-5
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  int handled = 0;

  const Result<> told = system.run([&](SystemContext& context) {
    const auto echo = context.spawn(Props::from_behavior(Behaviors::receive_message<Add>([&](Add) { ++handled; })));
    const Result<> result = echo.tell({1});
    executor.run_until_idle();
    return result;
  });

  EXPECT_TRUE(told.has_value());
  EXPECT_EQ(handled, 1);
}

TEST(SystemRun, an_actor_spawned_in_it_answers) {  // US1.1, FR-ACT-2
  engine::ManualExecutor executor;
  ActorSystem system{executor};

  const int doubled = system.run([](SystemContext& context) {
    const auto calculator = context.spawn([](Double message) { return 2 * message.number; });
    const int asked = calculator.ask({4}, 1s).wait().value_or(-1);
    return asked + calculator.request_future<int>(Double{5}, 1s).wait().value_or(-1);
  });

  EXPECT_EQ(doubled, 18);
}

TEST(SystemRun, block_on_is_another_name_of_it) {  // FR-ACT-5
  engine::ManualExecutor executor;
  ActorSystem system{executor};

  const auto is_same = system.block_on([&](SystemContext& context) { return &context.system() == &system; });

  EXPECT_TRUE(is_same);
}

TEST(SystemRun, its_references_are_of_no_use_afterwards) {  // US1.2, FR-ACT-5, D16; boundary: out of scope
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  int handled = 0;
  const auto leaked = system.run([&](SystemContext& context) { return context.spawn([&](Add) { ++handled; }); });

  const Result<> told = leaked.tell({1});
  const auto asked = leaked.request_future<int>(Add{2}, 1s).wait();
  executor.run_until_idle();

  EXPECT_FALSE(leaked.is_valid());
  ASSERT_FALSE(told.has_value());
  EXPECT_EQ(told.error(), Error::out_of_scope);
  ASSERT_FALSE(asked.has_value());
  EXPECT_EQ(asked.error().reason, AskError::Reason::out_of_scope);
  EXPECT_TRUE(leaked.actor_ref() == ActorRef<Add>{});
  EXPECT_EQ(handled, 0);
  EXPECT_EQ(system.dead_letters().count(), 0u);
}

TEST(SystemRun, a_later_run_does_not_make_them_useful_again) {  // D16
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  int handled = 0;
  const auto leaked = system.run([&](SystemContext& context) { return context.spawn([&](Add) { ++handled; }); });

  const Result<> told = system.run([&](SystemContext&) { return leaked.tell({1}); });
  executor.run_until_idle();

  ASSERT_FALSE(told.has_value());
  EXPECT_EQ(told.error(), Error::out_of_scope);
  EXPECT_EQ(handled, 0);
}

TEST(SystemRun, one_within_another_ends_alone) {  // D16
  engine::ManualExecutor executor;
  ActorSystem system{executor};

  system.run([&](SystemContext& outer) {
    const auto of_outer = outer.spawn([](Add) {});
    const auto of_inner = system.run([](SystemContext& inner) { return inner.spawn([](Add) {}); });

    EXPECT_TRUE(of_outer.is_valid());
    EXPECT_FALSE(of_inner.is_valid());
  });
}

TEST(SystemRun, its_actors_live_on_and_so_do_their_references) {  // D16
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  int sum = 0;
  const ActorRef<Add> adder = system.run(
      [&](SystemContext& context) { return context.spawn([&](Add add) { sum += add.amount; }).actor_ref(); });

  const Result<> told = adder.tell({3});
  executor.run_until_idle();

  EXPECT_TRUE(told.has_value());
  EXPECT_EQ(sum, 3);
}

TEST(SystemRun, references_refer_to_nobody_at_first) {
  const ActorScopeRef<Add> nobody;

  const Result<> told = nobody.tell({1});

  EXPECT_FALSE(nobody.is_valid());
  ASSERT_FALSE(told.has_value());
  EXPECT_EQ(told.error(), Error::out_of_scope);
}

TEST(ActorRefScope, after_the_end_of_its_system_every_use_is_an_error) {  // D16, FR-ACT-4
  engine::ManualExecutor executor;
  ActorRef<Double> ref;
  {
    ActorSystem system{executor};
    ref = system.spawn([](Double message) { return message.number; });
    EXPECT_TRUE(ref.is_alive());
  }

  const Result<> told = ref.tell({1});
  const auto tried = ref.try_tell({2});
  const auto asked = ref.ask({3}, 1s).wait();
  const Result<> requested = ref.request({4}, ref);
  const Result<> untyped = ref.untyped().tell(Add{5});

  EXPECT_FALSE(ref.is_alive());
  EXPECT_EQ(told.error(), Error::out_of_scope);
  ASSERT_FALSE(tried.has_value());
  EXPECT_EQ(tried.error().error, Error::out_of_scope);
  EXPECT_EQ(tried.error().message.number, 2);
  ASSERT_FALSE(asked.has_value());
  EXPECT_EQ(asked.error().reason, AskError::Reason::out_of_scope);
  EXPECT_EQ(requested.error(), Error::out_of_scope);
  EXPECT_EQ(untyped.error(), Error::out_of_scope);
}

TEST(ActorRefScope, the_next_system_gets_no_messages_of_the_last_one) {  // D16
  engine::ManualExecutor executor;
  ActorRef<Add> ref;
  {
    ActorSystem system{executor};
    ref = system.spawn([](Add) {});
  }
  ActorSystem next{executor};
  int handled = 0;
  const auto in_the_same_cell = next.spawn([&](Add) { ++handled; });

  const Result<> told = ref.tell({1});
  const Result<> stopped = next.stop(ref);
  executor.run_until_idle();

  EXPECT_EQ(told.error(), Error::out_of_scope);
  EXPECT_EQ(stopped.error(), Error::out_of_scope);
  EXPECT_EQ(handled, 0);
  EXPECT_EQ(next.dead_letters().count(), 0u);
  EXPECT_TRUE(in_the_same_cell.is_alive());
}

TEST(ActorRefScope, what_an_actor_is_told_after_its_end_is_a_dead_letter) {  // D16, FR-ACT-3
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  const auto ref = system.spawn([](Add) {});
  EXPECT_TRUE(system.stop(ref).has_value());
  executor.run_until_idle();

  const Result<> told = ref.tell({1});
  const auto tried = ref.try_tell({2});

  EXPECT_EQ(told.error(), Error::closed);
  ASSERT_FALSE(tried.has_value());
  EXPECT_EQ(tried.error().error, Error::closed);
  EXPECT_EQ(tried.error().message.amount, 2);
  EXPECT_EQ(system.dead_letters().count(DeadLetterReason::stopped), 1u);
  EXPECT_EQ(system.dead_letters().count(), 1u);
}

TEST(ActorRefScope, who_moves_into_the_cell_of_another_gets_none_of_its_messages) {  // FR-ACT-4
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  int handled = 0;
  const auto gone = system.spawn([](Add) {});
  (void)system.stop(gone);
  executor.run_until_idle();
  const auto heir = system.spawn([&](Add) { ++handled; });

  const Result<> told = gone.tell({1});
  executor.run_until_idle();

  EXPECT_FALSE(told.has_value());
  EXPECT_FALSE(gone == heir);
  EXPECT_EQ(handled, 0);
  EXPECT_EQ(system.dead_letters().count(), 1u);
}

TEST(ActorRefScope, an_actor_that_has_ended_takes_no_orders) {  // FR-ACT-4
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  const auto ref = system.spawn([](Add) {});
  (void)system.stop(ref);
  executor.run_until_idle();

  EXPECT_EQ(system.stop(ref).error(), Error::closed);
  EXPECT_EQ(system.suspend(ref).error(), Error::closed);
  EXPECT_EQ(system.resume(ref).error(), Error::closed);
  EXPECT_EQ(system.stop(ActorRef<Add>{}).error(), Error::out_of_scope);
}

TEST(ActorRefScope, an_answer_to_the_sender_of_a_request_is_a_message) {  // FR-ACT-2
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  int answer = 0;
  const auto asker = system.spawn([&](int number) { answer = number; });
  const auto calculator = system.spawn([](Double message) { return 2 * message.number; });

  const Result<> told = calculator.request({21}, asker);
  executor.run_until_idle();

  EXPECT_TRUE(told.has_value());
  EXPECT_EQ(answer, 42);
}

}  // namespace
}  // namespace sluice
