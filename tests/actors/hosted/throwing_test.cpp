// SPDX-License-Identifier: BSL-1.0
// User code that throws ends its actor and nothing else: FR-SUP-3.
#include <sluice_test/test.hpp>
#include <stdexcept>
#include <string>

#include <sluice_test/manual_system.hpp>

namespace sluice {
namespace {

using actors_test::ManualSystem;

struct Work {
  using Reply = int;
  int number = 0;
};
struct Event {};

class Throwing : public testing::Test {
protected:
  ManualSystem on;
  int failures = 0;
  bool restarts = false;
  std::string text;
  Result<Subscription> subscription = on.system.events().subscribe<ActorFailed>([this](const ActorFailed& failed) {
    ++failures;
    restarts = failed.restarts;
    text = failed.error.text;
  });
};

TEST_F(Throwing, a_handler_that_throws_ends_its_actor) {  // FR-SUP-3
  const auto actor = on.system.spawn([](Work) { throw std::runtime_error{"on purpose"}; });

  actor.tell({1});
  actor.tell({2});
  on.run();

  EXPECT_FALSE(actor.is_alive());
  EXPECT_EQ(failures, 1);
  EXPECT_EQ(text, "on purpose");
  EXPECT_EQ(on.letters(DeadLetterReason::handler_failed), 1U);
  EXPECT_EQ(on.letters(DeadLetterReason::stopped), 1U);
}

TEST_F(Throwing, a_handler_that_throws_does_not_restart) {  // FR-SUP-3; boundary: a throw ends
  const auto actor = on.system.spawn([](Work) { throw 7; }, {.supervision = Restart{}});

  actor.tell({1});
  on.run();

  EXPECT_FALSE(actor.is_alive());
  EXPECT_FALSE(restarts);
}

TEST_F(Throwing, a_handler_that_throws_fails_the_question) {
  const auto actor = on.system.spawn([](Work) -> int { throw 7; });

  const auto outcome = actor.ask({1}).wait();

  ASSERT_FALSE(outcome.has_value());
  EXPECT_EQ(outcome.error().reason, AskError::Reason::failed);
}

TEST_F(Throwing, a_class_that_throws_ends_with_its_stop_hook) {
  struct Class {
    void on(Work) { throw 7; }
    void on_stop() { ++*stops; }
    int* stops;
  };
  int stops = 0;
  const auto actor = on.system.spawn<Class>({}, Class{&stops});

  actor.tell(Work{1});
  on.run();

  EXPECT_FALSE(actor.is_alive());
  EXPECT_EQ(stops, 1);
}

TEST_F(Throwing, a_start_that_throws_ends_its_actor) {
  struct Class {
    void on(Work) {}
    void on_start() { throw 7; }
  };
  const auto actor = on.system.spawn<Class>({.supervision = Restart{.max = 3}});

  on.run();

  EXPECT_FALSE(actor.is_alive());
  EXPECT_EQ(failures, 1);
}

TEST_F(Throwing, a_stop_that_throws_ends_nevertheless) {
  struct Class {
    void on(Work) {}
    void on_stop() { throw 7; }
  };
  const auto actor = on.system.spawn<Class>();

  on.system.stop(actor);
  on.run();

  EXPECT_FALSE(actor.is_alive());
  EXPECT_EQ(failures, 1);
}

TEST_F(Throwing, a_behavior_that_throws_ends) {
  const auto actor = on.system.spawn(
      Behaviors::supervise(Behaviors::receive_message<Work>([](Work) { throw 7; })).on_failure(Restart{}));

  actor.tell({1});
  on.run();

  EXPECT_FALSE(actor.is_alive());
  EXPECT_EQ(failures, 1);
}

TEST_F(Throwing, a_setup_that_throws_ends) {
  const auto actor = on.system.spawn(
      Behaviors::setup<Work>([](ActorContext<Work>&) -> Behavior<Work> { throw std::runtime_error{"on purpose"}; }));

  on.run();

  EXPECT_FALSE(actor.is_alive());
  EXPECT_EQ(text, "on purpose");
}

TEST_F(Throwing, a_signal_that_throws_fails_once) {
  const auto target = on.system.spawn([](Work) {});
  const auto actor = on.system.spawn(
      Behaviors::receive<Work>([&](ActorContext<Work>& context, Work) { context.watch(target); },
                               [](ActorContext<Work>&, const Terminated&) { throw std::runtime_error{"on purpose"}; }));
  actor.tell({1});
  on.run();

  on.system.stop(target);
  on.run();

  EXPECT_FALSE(actor.is_alive());
  EXPECT_EQ(failures, 1);
  EXPECT_EQ(text, "on purpose");
}

TEST_F(Throwing, an_adapter_that_throws_is_its_owners_failure) {  // FR-BEH-6
  int handled = 0;
  const auto actor = on.system.spawn(Behaviors::setup<Work>([&](ActorContext<Work>& context) {
    (void)context.message_adapter<Event>([](Event) -> Work { throw std::runtime_error{"on purpose"}; });
    return Behaviors::receive_message<Work>([&](Work) { ++handled; });
  }));
  on.run();

  actor.untyped().tell(Event{});
  actor.tell({1});
  on.run();

  EXPECT_FALSE(actor.is_alive());
  EXPECT_EQ(failures, 1);
  EXPECT_EQ(text, "on purpose");
  EXPECT_EQ(on.letters(DeadLetterReason::handler_failed), 1U);
  EXPECT_EQ(handled, 0);
}

TEST_F(Throwing, an_adapter_that_throws_behind_a_message_that_was_stashed_loses_nothing) {  // FR-BEH-6
  const auto actor = on.system.spawn(Behaviors::with_stash<Work>(4, [](StashBuffer<Work> stash) {
    return Behaviors::setup<Work>([stash](ActorContext<Work>& context) {
      (void)context.message_adapter<Event>([](Event) -> Work { throw std::runtime_error{"on purpose"}; });
      return Behaviors::receive_message<Work>([stash](Work work) mutable { (void)stash.stash(work); });
    });
  }));
  on.run();

  actor.tell({1});
  actor.untyped().tell(Event{});
  on.run();

  EXPECT_FALSE(actor.is_alive());
  EXPECT_EQ(on.letters(DeadLetterReason::handler_failed), 1U);
  EXPECT_EQ(on.letters(DeadLetterReason::stopped), 1U);
}

TEST_F(Throwing, what_makes_a_message_of_an_answer_is_its_askers_failure) {
  const auto server = on.system.spawn([](Work work) { return work.number; });
  const auto asker = on.system.spawn([&](ActorContext<Event>& context, Event) {
    (void)context.ask(server, Work{1}, {}, [](std::expected<int, AskError>) -> Event { throw 7; });
  });

  asker.tell({});
  on.run();

  EXPECT_FALSE(asker.is_alive());
  EXPECT_TRUE(server.is_alive());
  EXPECT_EQ(failures, 1);
}

/// Its objects cannot be made any more from the second one on.
struct OnlyOnce {
  explicit OnlyOnce(int* made) {
    if (++*made > 1) {
      throw std::runtime_error{"only once"};
    }
  }
  ActorResult<> on(Work) { return fail(ActorError::retryable("first")); }
};

TEST_F(Throwing, a_state_that_cannot_be_made_anew_ends_its_actor) {
  int made = 0;
  const auto actor = on.system.spawn<OnlyOnce>({.supervision = Restart{}}, &made);

  actor.tell(Work{});
  actor.tell(Work{});
  on.run();

  EXPECT_FALSE(actor.is_alive());
  EXPECT_EQ(made, 2);
  EXPECT_EQ(text, "only once");
}

TEST_F(Throwing, a_constructor_throws_to_its_spawner) {
  int made = 1;

  EXPECT_THROW(on.system.spawn<OnlyOnce>({}, &made), std::runtime_error);
  on.run();

  EXPECT_EQ(failures, 0);
}

/// Moves, and throws when it is copied.
struct Uncopied {
  Uncopied() = default;
  Uncopied(Uncopied&&) noexcept = default;
  Uncopied(const Uncopied&) { throw std::runtime_error{"no copy"}; }
  void operator()(Work) {}
};

TEST_F(Throwing, a_handler_whose_copy_throws_throws_to_its_spawner) {
  EXPECT_THROW(on.system.spawn(Uncopied{}, {.supervision = Restart{}}), std::runtime_error);
  on.run();

  EXPECT_EQ(failures, 0);
  EXPECT_TRUE(on.system.spawn(Uncopied{}).is_alive());
}

}  // namespace
}  // namespace sluice
