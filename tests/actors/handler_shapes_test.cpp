// SPDX-License-Identifier: BSL-1.0
// What can be a handler: US7, FR-BEH-3, FR-TYP-1.
#include <sluice/actors/actor_system.hpp>
#include <sluice_test/test.hpp>

namespace sluice {
namespace {

struct Value {
  int number;
  using Reply = int;
};

struct Functor {
  int* sum;
  void operator()(Value value) { *sum += value.number; }
};

TEST(HandlerShape, may_take_its_message_by_value_or_by_reference) {
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  int sum = 0;
  system.spawn([&](Value value) { sum += value.number; }).tell({1});
  system.spawn([&](const Value& value) { sum += value.number; }).tell({10});
  system.spawn([&](Value&& value) { sum += value.number; }).tell({100});
  system.spawn([&](ActorContext<Value>&, const Value& value) { sum += value.number; }).tell({1000});

  executor.run_until_idle();

  EXPECT_EQ(sum, 1111);
}

TEST(HandlerShape, may_promise_not_to_throw) {
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  int sum = 0;
  system.spawn([&](Value value) noexcept { sum += value.number; }).tell({1});
  system.spawn([&](Value value) mutable noexcept { sum += value.number; }).tell({10});
  system.spawn([&](ActorContext<Value>&, Value value) noexcept { sum += value.number; }).tell({100});

  executor.run_until_idle();

  EXPECT_EQ(sum, 111);
}

TEST(HandlerShape, may_be_an_object_of_a_class) {
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  int sum = 0;
  Functor functor{&sum};
  system.spawn(Functor{&sum}).tell({1});
  system.spawn(functor).tell({10});

  executor.run_until_idle();

  EXPECT_EQ(sum, 11);
}

TEST(HandlerShape, may_be_one_that_can_only_be_moved) {
  struct MoveOnly {
    explicit MoveOnly(int* of) noexcept : sum{of} {}
    MoveOnly(MoveOnly&&) noexcept = default;
    void operator()(Value value) { *sum += value.number; }
    int* sum;
  };
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  int sum = 0;

  system.spawn(MoveOnly{&sum}).tell({3});
  executor.run_until_idle();

  EXPECT_EQ(sum, 3);
}

TEST(RequestAnswer, reaches_an_actor_of_a_class) {  // FR-ACT-2
  struct Listener {
    int* heard;
    void on(int answer) { *heard = answer; }
  };
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  int heard = 0;
  const auto listener = system.spawn<Listener>({}, &heard);
  const auto echo = system.spawn([](Value value) { return value.number; });

  EXPECT_TRUE(echo.request({5}, listener).has_value());
  executor.run_until_idle();

  EXPECT_EQ(heard, 5);
  EXPECT_EQ(system.dead_letters().count(), 0u);
}

}  // namespace
}  // namespace sluice
