// SPDX-License-Identifier: BSL-1.0
// What actors are called, and how they are found: US5, FR-BEH-4.
#include <sluice/actors/behaviors.hpp>
#include <sluice/actors/props.hpp>
#include <sluice_test/test.hpp>
#include <string_view>

namespace sluice {
namespace {

struct Order {
  int number;
};
struct Ledger {
  void on(Order) {}
};

/// Room for the path of one actor, and what it says there.
struct Path {
  char text[64]{};
  std::string_view value;
};

/// Tells its path when it is told an order.
auto teller(Path& path) {
  return [&path](ActorContext<Order>& context, Order) { path.value = context.path(path.text); };
}

TEST(ActorNames, a_name_is_the_last_part_of_the_path) {  // US5.1
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  Path path;
  const auto actor = system.spawn(Props::from_fn(teller(path)).with_name("order-taker"));

  actor.tell({1});
  executor.run_until_idle();

  EXPECT_EQ(path.value, std::string_view{"/user/order-taker"});
}

TEST(ActorNames, who_has_none_gets_a_number) {  // US5.2, FR-BEH-4
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  Path paths[3];
  for (Path& path : paths) {
    system.spawn(teller(path)).tell({1});
  }

  executor.run_until_idle();

  EXPECT_EQ(paths[0].value, std::string_view{"/user/anonymous-1"});
  EXPECT_EQ(paths[1].value, std::string_view{"/user/anonymous-2"});
  EXPECT_EQ(paths[2].value, std::string_view{"/user/anonymous-3"});
}

TEST(ActorNames, a_second_one_of_the_same_name_gets_a_number_behind_it) {  // boundary: duplicate names
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  Path first;
  Path second;
  const auto original = system.spawn(teller(first), {.name = "worker"});
  const auto duplicate = system.spawn(teller(second), {.name = "worker"});

  original.tell({1});
  duplicate.tell({1});
  executor.run_until_idle();

  EXPECT_EQ(first.value, std::string_view{"/user/worker"});
  EXPECT_EQ(second.value, std::string_view{"/user/worker-2"});
  EXPECT_TRUE(system.find<Order>("worker").value() == original);
  EXPECT_TRUE(system.find<Order>("worker-2").value() == duplicate);
}

TEST(ActorNames, a_number_that_is_taken_as_well_is_passed_over) {
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  const auto original = system.spawn([](Order) {}, {.name = "worker"});
  const auto numbered = system.spawn([](Order) {}, {.name = "worker-3"});

  const auto duplicate = system.spawn([](Order) {}, {.name = "worker"});

  EXPECT_TRUE(system.find<Order>("worker").value() == original);
  EXPECT_TRUE(system.find<Order>("worker-3").value() == numbered);
  EXPECT_TRUE(system.find<Order>("worker-4").value() == duplicate);
}

TEST(ActorNames, of_children_are_below_those_of_their_parents) {  // US5.1
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  Path path;
  const auto spawn_child = [&path](ActorContext<Order>& context, Order) {
    context.spawn(teller(path), {.name = "child"}).tell({1});
  };
  system.spawn(spawn_child, {.name = "first"}).tell({1});
  executor.run_until_idle();
  EXPECT_EQ(path.value, std::string_view{"/user/first/child"});

  system.spawn(spawn_child, {.name = "second"}).tell({1});
  executor.run_until_idle();

  EXPECT_EQ(path.value, std::string_view{"/user/second/child"});
  EXPECT_TRUE(system.find<Order>("/user/first/child").has_value());
  EXPECT_TRUE(system.find<Order>("first/child").has_value());
  EXPECT_FALSE(system.find<Order>("child").has_value());
}

TEST(ActorNames, a_path_that_does_not_fit_is_cut_off) {
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  char text[8];
  std::string_view path;
  const auto actor =
      system.spawn([&](ActorContext<Order>& context, Order) { path = context.path(text); }, {.name = "long-name"});

  actor.tell({1});
  executor.run_until_idle();

  EXPECT_EQ(path, std::string_view{"/user/lo"});
}

TEST(ActorLookup, finds_by_name_and_by_path) {  // US5.1
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  const auto actor = system.spawn([](Order) {}, {.name = "worker"});
  const auto ledger = system.spawn<Ledger>({.name = "ledger"});

  EXPECT_TRUE(system.find<Order>("worker").value() == actor);
  EXPECT_TRUE(system.find<Order>("/user/worker").value() == actor);
  EXPECT_TRUE(system.find<Ledger>("ledger").value() == ledger);
  EXPECT_TRUE(actor == system.find("worker").value());
}

TEST(ActorLookup, tells_a_wrong_type_from_an_unknown_name) {
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  system.spawn([](Order) {}, {.name = "worker"});
  system.spawn<Ledger>({.name = "ledger"});

  EXPECT_EQ(system.find<int>("worker").error(), Error::type_mismatch);
  EXPECT_EQ(system.find<Ledger>("worker").error(), Error::type_mismatch);
  EXPECT_EQ(system.find<Order>("ledger").error(), Error::type_mismatch);
  EXPECT_EQ(system.find<Order>("nobody").error(), Error::not_found);
  EXPECT_EQ(system.find<Order>("").error(), Error::not_found);
  EXPECT_EQ(system.find<Order>("/worker").error(), Error::not_found);
  EXPECT_EQ(system.find("nobody").error(), Error::not_found);
}

TEST(ActorLookup, finds_nobody_who_has_ended) {
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  const auto first = system.spawn([](Order) {}, {.name = "worker"});
  (void)system.stop(first);
  executor.run_until_idle();
  EXPECT_EQ(system.find<Order>("worker").error(), Error::not_found);

  const auto second = system.spawn([](Order) {}, {.name = "worker"});

  EXPECT_TRUE(system.find<Order>("worker").value() == second);
}

TEST(ActorLookup, a_name_stays_with_an_actor_that_starts_anew) {
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  const auto actor = system.spawn([](Order) -> ActorResult<> { return fail(ActorError::retryable("asked to")); },
                                  {.name = "worker", .supervision = Restart{.max = 1}});

  actor.tell({1});
  executor.run_until_idle();

  EXPECT_TRUE(system.find<Order>("worker").value() == actor);
}

TEST(ActorLookup, a_name_can_be_used_again_by_who_hears_of_the_end) {
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  bool is_found = false;
  const auto child = system.spawn([](Order) {}, {.name = "worker"});
  system.spawn(Behaviors::setup<int>([&](ActorContext<int>& context) {
    (void)context.watch(child);
    return Behaviors::receive<int>([](ActorContext<int>&, int) {},
                                   [&](ActorContext<int>&, const Terminated&) {
                                     const auto heir = system.spawn([](Order) {}, {.name = "worker"});
                                     const auto found = system.find<Order>("worker");
                                     is_found = found.has_value() && *found == heir;
                                   });
  }));
  executor.run_until_idle();

  (void)system.stop(child);
  executor.run_until_idle();

  EXPECT_TRUE(is_found);
}

}  // namespace
}  // namespace sluice
