// SPDX-License-Identifier: BSL-1.0
// What middleware throws: FR-MBX-5, US21.
#include <sluice/actors/middleware/middleware.hpp>
#include <sluice_test/manual_system.hpp>
#include <sluice_test/test.hpp>
#include <stdexcept>
#include <string>

namespace sluice {
namespace {

using actors_test::ManualSystem;

struct Job {
  int number;
};

/// Why an actor failed, as the event says.
struct Failures {
  explicit Failures(ManualSystem& manual)
      : subscription{manual.system.events().subscribe<ActorFailed>([this](const ActorFailed& failed) {
          text = failed.error.text;
          ++count;
        })} {}
  std::string text;
  int count = 0;
  Result<Subscription> subscription;
};

TEST(ThrowingMiddleware, on_the_way_in_ends_its_actor_as_a_handler_would) {  // FR-MBX-5
  struct Throwing {
    void inbound(Inbound&) { throw std::runtime_error{"on the way in"}; }
  };
  Middleware<Throwing> throwing;
  const MiddlewareChain chain{throwing};
  ManualSystem manual;
  Failures failures{manual};
  const auto actor = manual.system.spawn([](Job) { FAIL(); }, {.middleware = &chain});

  actor.tell({1});
  manual.run();

  EXPECT_FALSE(actor.is_alive());
  EXPECT_EQ(failures.text, "on the way in");
  EXPECT_EQ(manual.letters(DeadLetterReason::handler_failed), 1u);
  EXPECT_EQ(manual.system.dead_letters().count(), 1u);
}

TEST(ThrowingMiddleware, on_the_way_out_lets_the_handler_return_and_then_ends_its_actor) {  // FR-MBX-5
  struct Throwing {
    void outbound(Outbound&) { throw 1; }
  };
  Middleware<Throwing> throwing;
  const MiddlewareChain chain{throwing};
  ManualSystem manual;
  Failures failures{manual};
  bool has_returned = false;
  const auto sink = manual.system.spawn([](Job) { FAIL(); });
  const auto actor = manual.system.spawn(
      [&](Job job) {
        EXPECT_EQ(sink.tell(job).error(), Error::rejected);
        EXPECT_EQ(failures.count, 0);
        has_returned = true;
      },
      {.middleware = &chain});

  actor.tell({1});
  manual.run();

  EXPECT_TRUE(has_returned);
  EXPECT_FALSE(actor.is_alive());
  EXPECT_EQ(failures.count, 1);
  EXPECT_EQ(manual.letters(DeadLetterReason::filtered), 1u);
  EXPECT_EQ(manual.system.dead_letters().count(), 1u);
}

TEST(ThrowingMiddleware, of_a_start_hook_ends_its_actor) {  // FR-MBX-5
  struct Throwing {
    void outbound(Outbound&) { throw std::runtime_error{std::string(200, 'x')}; }
  };
  struct Eager {
    ActorRef<Job> sink;
    void on_start() { (void)sink.tell({1}); }
    void on(Job) {}
  };
  Middleware<Throwing> throwing;
  const MiddlewareChain chain{throwing};
  ManualSystem manual;
  Failures failures{manual};
  const auto sink = manual.system.spawn([](Job) {});

  const auto actor = manual.system.spawn<Eager>({.middleware = &chain}, sink);
  manual.run();

  EXPECT_FALSE(actor.is_alive());
  EXPECT_EQ(failures.text, std::string(79, 'x'));
}

}  // namespace
}  // namespace sluice
