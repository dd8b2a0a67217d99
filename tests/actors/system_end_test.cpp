// SPDX-License-Identifier: BSL-1.0
// How a system ends: FR-ACT-1, FR-ACT-5, D16.
#include <sluice/actors/actor_system.hpp>
#include <sluice/actors/behaviors.hpp>
#include <sluice/actors/events/event_stream.hpp>
#include <sluice_test/test.hpp>

namespace sluice {
namespace {

using namespace std::chrono_literals;

struct Work {
  int number;
};

/// Counts the dead letters for `reason`, also while their system ends.
[[nodiscard]] Subscription count_letters(ActorSystem& system, DeadLetterReason reason, int& count) {
  auto subscription = system.events().subscribe<DeadLetter>(
      [reason, &count](const DeadLetter& letter) { count += letter.reason == reason ? 1 : 0; });
  EXPECT_TRUE(subscription.has_value());
  return std::move(*subscription);
}

TEST(SystemEnd, handles_what_comes_of_what_was_sent) {
  engine::ManualExecutor executor;
  int handled = 0;
  {
    ActorSystem system{executor};
    const auto countdown = system.spawn([&](ActorContext<Work>& context, Work work) {
      ++handled;
      if (work.number > 0) {
        context.self().tell({work.number - 1});
      }
    });
    countdown.tell({9});
  }

  EXPECT_EQ(handled, 10);
}

TEST(SystemEnd, makes_dead_letters_of_what_a_suspended_actor_has_left) {  // D16
  engine::ManualExecutor executor;
  int handled = 0;
  int letters = 0;
  {
    ActorSystem system{executor};
    const Subscription subscription = count_letters(system, DeadLetterReason::shutdown, letters);
    const auto worker = system.spawn([&](Work) { ++handled; });
    (void)system.suspend(worker);
    worker.tell({1});
    worker.tell({2});
    const SystemReport report = system.shutdown(1s);

    EXPECT_TRUE(report.is_complete);
    EXPECT_EQ(report.dead_letters, 2u);
  }

  EXPECT_EQ(handled, 0);
  EXPECT_EQ(letters, 2);
}

TEST(SystemEnd, comes_although_an_actor_feeds_itself) {
  engine::ManualExecutor executor;
  int handled = 0;
  int letters = 0;
  Subscription subscription;  // lives longer, so as to hear of the end
  {
    ActorSystem system{SystemOptions{.executor = &executor, .shutdown_timeout = 2ms}};
    subscription = count_letters(system, DeadLetterReason::shutdown, letters);
    const auto eternal = system.spawn([&](ActorContext<Work>& context, Work work) {
      ++handled;
      context.self().tell({work.number + 1});
    });
    eternal.tell({0});
  }

  EXPECT_GT(handled, 0);
  EXPECT_EQ(letters, 1);
}

TEST(SystemEnd, tells_every_actor_to_stop_children_first) {  // FR-ACT-3
  struct Child {
    int* order;
    int* position;
    void on(Work) {}
    void on_stop() { *position = ++*order; }
  };
  struct Parent {
    int* order;
    int* parent;
    int* child;
    void on_start(ActorContext<Parent>& context) { context.spawn<Child>({}, order, child); }
    void on(Work) {}
    void on_stop() { *parent = ++*order; }
  };
  engine::ManualExecutor executor;
  int order = 0;
  int parent = 0;
  int child = 0;
  {
    ActorSystem system{executor};
    system.spawn<Parent>({}, &order, &parent, &child);
  }

  EXPECT_EQ(child, 1);
  EXPECT_EQ(parent, 2);
}

TEST(SystemEnd, comes_once) {
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  const auto worker = system.spawn([](Work) {});
  (void)system.suspend(worker);
  worker.tell({1});

  const SystemReport first = system.shutdown(1s);
  const SystemReport second = system.shutdown(1s);

  EXPECT_TRUE(first.is_complete);
  EXPECT_TRUE(second.is_complete);
  EXPECT_EQ(second.dead_letters, 1u);
  EXPECT_EQ(second.top_level_left, 0u);
}

TEST(SystemEnd, leaves_nothing_to_the_next_system) {  // D16
  engine::ManualExecutor executor;
  {
    ActorSystem system{executor};
    const auto worker = system.spawn([](Work) {}, {.name = "worker"});
    (void)system.stop(worker);
    executor.run_until_idle();
    worker.tell({1});
    worker.untyped().tell(2);
    system.dead_letters().suppress<Work>();
    EXPECT_EQ(system.dead_letters().count(), 2u);
  }

  ActorSystem next{executor};
  int letters = 0;
  const Subscription subscription = count_letters(next, DeadLetterReason::stopped, letters);
  const auto worker = next.spawn([](Work) {});
  (void)next.stop(worker);
  executor.run_until_idle();

  EXPECT_EQ(next.dead_letters().count(), 0u);
  EXPECT_EQ(next.mismatches(), 0u);
  EXPECT_FALSE(next.find("worker").has_value());
  worker.tell({1});
  EXPECT_EQ(letters, 1);
}

TEST(SystemEnd, two_systems_at_once_end_apart) {
  engine::ManualExecutor executor;
  ActorSystem first{executor};
  int handled = 0;
  const auto worker = first.spawn([&](Work) { ++handled; });
  {
    ActorSystem second{executor};
    second.spawn([&worker](Work work) { worker.tell(work); }).tell({1});
  }

  worker.tell({2});
  executor.run_until_idle();

  EXPECT_EQ(handled, 2);
}

TEST(GuardianBehavior, handles_messages_and_is_above_all_others) {  // FR-ACT-1
  engine::ManualExecutor executor;
  int handled = 0;
  ActorSystem system{Behaviors::receive_message<Work>([&](Work work) { handled += work.number; }),
                     SystemOptions{.executor = &executor}};
  bool is_below = false;
  const auto worker = system.spawn(
      [&](ActorContext<Work>& context, Work) {
        char text[64];
        is_below = context.path(text) == std::string_view{"/user/worker"};
      },
      {.name = "worker"});

  system.guardian<Work>().tell({5});
  worker.tell({1});
  executor.run_until_idle();

  EXPECT_EQ(handled, 5);
  EXPECT_TRUE(is_below);
}

TEST(GuardianBehavior, spawns_in_its_setup) {  // FR-ACT-1, US1
  engine::ManualExecutor executor;
  int handled = 0;
  ActorSystem system{Behaviors::setup<Work>([&](ActorContext<Work>& context) {
                       const auto child = context.spawn([&](Work) { ++handled; }, {.name = "child"});
                       return Behaviors::receive_message<Work>([child](Work work) { child.tell(work); });
                     }),
                     SystemOptions{.executor = &executor}};

  system.guardian<Work>().tell({1});
  executor.run_until_idle();

  EXPECT_EQ(handled, 1);
  EXPECT_TRUE(system.find<Work>("child").has_value());
}

TEST(GuardianBehavior, ends_the_system_when_it_stops) {  // FR-ACT-1
  engine::ManualExecutor executor;
  ActorSystem system{Behaviors::receive_message<Work>([](Work) { return Behaviors::stopped<Work>(); }),
                     SystemOptions{.executor = &executor}};
  const auto worker = system.spawn([](Work) {});
  const ActorRef<Work> guardian = system.guardian<Work>();

  guardian.tell({1});
  executor.run_until_idle();

  EXPECT_FALSE(worker.is_alive());
  EXPECT_FALSE(guardian.is_alive());
  EXPECT_EQ(worker.tell({2}).error(), Error::closed);
  EXPECT_TRUE(system.shutdown(1s).is_complete);
}

}  // namespace
}  // namespace sluice
