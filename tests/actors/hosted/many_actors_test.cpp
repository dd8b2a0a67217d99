// SPDX-License-Identifier: BSL-1.0
// Actors in numbers, and with what only hosted programs have: SC-5, US8.1, US10.1, FR-BEH-5.
#include <gtest/gtest.h>
#include <memory>
#include <set>
#include <sluice/actors/behaviors.hpp>
#include <sluice/actors/props.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace sluice {
namespace {

using namespace std::chrono_literals;

struct Tell {
  std::set<std::string>* paths;
};

TEST(ManyActors, ten_thousand_without_a_name_have_ten_thousand_paths) {  // SC-5
  constexpr int count = 10'000;
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  std::set<std::string> paths;

  for (int i = 0; i < count; ++i) {
    system
        .spawn([](ActorContext<Tell>& context, Tell tell) {
          char text[64];
          tell.paths->emplace(context.path(text));
        })
        .tell({&paths});
  }
  executor.run_until_idle();

  EXPECT_EQ(paths.size(), static_cast<std::size_t>(count));
  EXPECT_TRUE(paths.contains("/user/anonymous-1"));
  EXPECT_TRUE(paths.contains("/user/anonymous-10000"));
}

TEST(ManyActors, a_thousand_of_one_name_have_a_thousand_paths) {  // boundary: duplicate names
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  std::set<std::string> paths;

  testing::internal::CaptureStderr();
  for (int i = 0; i < 1000; ++i) {
    system
        .spawn(
            [](ActorContext<Tell>& context, Tell tell) {
              char text[64];
              tell.paths->emplace(context.path(text));
            },
            {.name = "worker"})
        .tell({&paths});
  }
  executor.run_until_idle();
  (void)testing::internal::GetCapturedStderr();

  EXPECT_EQ(paths.size(), 1000u);
}

TEST(ManyActors, names_are_free_again_after_a_thousand_lives) {
  engine::ManualExecutor executor;
  ActorSystem system{executor};

  for (int i = 0; i < 1000; ++i) {
    const auto actor = system.spawn([](int) {}, {.name = "phoenix"});
    ASSERT_TRUE(system.find<int>("phoenix").value() == actor);
    (void)system.stop(actor);
    executor.run_until_idle();
  }

  EXPECT_FALSE(system.find<int>("phoenix").has_value());
}

TEST(ManyActors, a_thousand_messages_wait_in_a_bounded_mailbox_in_order) {  // US10.1
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  std::vector<int> handled;
  const auto worker =
      system.spawn(Props::from_fn([&](int number) { handled.push_back(number); }).with_mailbox(Bounded{}));

  for (int number = 0; number < 1000; ++number) {
    ASSERT_TRUE(worker.tell(number).has_value());
  }
  EXPECT_FALSE(worker.tell(1000).has_value());
  executor.run_until_idle();

  ASSERT_EQ(handled.size(), 1000u);
  for (int number = 0; number < 1000; ++number) {
    EXPECT_EQ(handled[static_cast<std::size_t>(number)], number);
  }
}

TEST(ManyActors, systems_come_and_go_a_thousand_times) {  // D16: the record is used again
  engine::ManualExecutor executor;
  ActorRef<int> first;
  int handled = 0;

  for (int i = 0; i < 1000; ++i) {
    ActorSystem system{executor};
    const auto actor = system.spawn([&](int) { ++handled; });
    first = i == 0 ? actor : first;
    actor.tell(1);
  }

  testing::internal::CaptureStderr();
  EXPECT_EQ(first.tell(1).error(), Error::out_of_scope);
  (void)testing::internal::GetCapturedStderr();
  EXPECT_EQ(handled, 1000);
}

TEST(HostedActor, takes_messages_that_own_memory) {  // US8.1
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  std::string heard;
  const auto listener = system.spawn([&](std::string text) { heard = std::move(text); });
  const auto owner = system.spawn([&](std::unique_ptr<int> number) { heard += std::to_string(*number); });

  listener.tell("hello");
  owner.tell(std::make_unique<int>(4));
  executor.run_until_idle();

  EXPECT_EQ(heard, "hello4");
}

TEST(HostedActor, gives_back_a_message_that_owns_memory) {  // D6
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  const auto full = system.spawn([](std::unique_ptr<int>) {}, {.mailbox = Bounded{.capacity = 1}});
  (void)full.tell(std::make_unique<int>(1));

  const auto tried = full.try_tell(std::make_unique<int>(2));

  ASSERT_FALSE(tried.has_value());
  ASSERT_NE(tried.error().message, nullptr);
  EXPECT_EQ(*tried.error().message, 2);
}

TEST(HostedActor, whose_constructor_throws_is_not_spawned) {
  struct Throwing {
    explicit Throwing(bool throws) {
      if (throws) {
        throw std::runtime_error{"no"};
      }
    }
    void on(int) {}
  };
  engine::ManualExecutor executor;
  ActorSystem system{executor};

  EXPECT_THROW((void)system.spawn<Throwing>({.name = "throwing"}, true), std::runtime_error);

  EXPECT_FALSE(system.find("throwing").has_value());
  EXPECT_TRUE(system.spawn<Throwing>({.name = "throwing"}, false).is_alive());
}

TEST(HostedActor, a_run_that_throws_ends_its_references) {  // FR-ACT-5, D16
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  ActorScopeRef<int> leaked;

  EXPECT_THROW(system.run([&](SystemContext& context) {
    leaked = context.spawn([](int) {});
    throw std::runtime_error{"out"};
  }),
               std::runtime_error);

  EXPECT_FALSE(leaked.is_valid());
}

TEST(HostedActor, a_behavior_that_throws_ends_and_never_starts_anew) {  // US20.1
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  int setups = 0;
  const auto actor = system.spawn(Behaviors::supervise(Behaviors::setup<int>([&](ActorContext<int>&) {
                                    ++setups;
                                    return Behaviors::receive_message<int>(
                                        [](int) -> ActorResult<> { throw std::runtime_error{"broken"}; });
                                  })).with_restart(3, 60s));

  actor.tell(1);
  executor.run_until_idle();

  EXPECT_FALSE(actor.is_alive());
  EXPECT_EQ(setups, 1);
}

}  // namespace
}  // namespace sluice
