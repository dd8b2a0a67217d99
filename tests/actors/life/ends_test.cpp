// SPDX-License-Identifier: BSL-1.0
// What must not happen to actors that end, or start anew.
#include <sluice/actors/actor_system.hpp>
#include <sluice/actors/behaviors.hpp>
#include <sluice/engine/manual_executor.hpp>
#include <sluice_test/test.hpp>

namespace sluice {
namespace {

struct Go {};

/// What an actor has seen, in the order in which it came.
struct Seen {
  std::uint32_t starts = 0;
  std::uint32_t messages = 0;
  std::uint32_t ends = 0;
  bool has_spawned = false;
};

class Late {
public:
  explicit Late(Seen* seen) noexcept : seen_{seen} {}
  void on(Go) {}
  void on_stop(ActorContext<Late>& context) {
    seen_->has_spawned = context.try_spawn([](Go) {}).has_value();
    ++seen_->ends;
  }

private:
  Seen* seen_;
};

TEST(ActorEnd, nobody_is_spawned_by_a_stop_hook) {
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  Seen seen;
  const auto actor = system.spawn<Late>({}, &seen);

  (void)system.stop(actor);
  executor.run_until_idle();

  EXPECT_EQ(seen.ends, 1u);
  EXPECT_FALSE(seen.has_spawned);
}

TEST(ActorEnd, a_resume_without_a_suspend_is_nothing) {  // D10
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  std::uint32_t handled = 0;
  const auto actor = system.spawn([&handled](Go) { ++handled; });

  (void)system.resume(actor);
  (void)actor.tell({});
  executor.run_until_idle();

  EXPECT_EQ(handled, 1u);
}

TEST(ActorEnd, nobody_is_spawned_below_a_guardian_that_has_ended) {
  engine::ManualExecutor executor;
  ActorSystem system{Behaviors::receive_message<Go>([](Go) { return Behaviors::stopped<Go>(); }),
                     SystemOptions{.executor = &executor}};

  (void)system.guardian<Go>().tell({});
  executor.run_until_idle();
  const auto spawned = system.try_spawn([](Go) {});

  EXPECT_FALSE(spawned.has_value());
  EXPECT_EQ(spawned.error().error, Error::closed);
}

TEST(ActorEnd, nobody_is_spawned_after_a_shutdown) {
  engine::ManualExecutor executor;
  ActorSystem system{executor};

  (void)system.shutdown(Duration{});
  const auto spawned = system.try_spawn([](Go) {});

  EXPECT_FALSE(spawned.has_value());
}

/// Fails when it is told to, and again when it hears of the end of its child.
class Frail {
public:
  explicit Frail(Seen* seen) noexcept : seen_{seen} {}
  void on_start(ActorContext<Frail>& context) {
    ++seen_->starts;
    (void)context.watch(context.spawn([](Go) {}));
  }
  ActorResult<> on(Go) {
    ++seen_->messages;
    return seen_->messages == 1 ? ActorResult<>{fail(ActorError::retryable("as told"))} : ActorResult<>{};
  }
  ActorResult<> on(Terminated) { return fail(ActorError::retryable("once more")); }

private:
  Seen* seen_;
};

TEST(ActorRestart, failures_before_the_new_start_lead_to_one_start) {
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  Seen seen;
  const auto actor = system.spawn<Frail>({.supervision = Restart{}}, &seen);

  (void)actor.tell(Go{});
  (void)actor.tell(Go{});
  executor.run_until_idle();

  EXPECT_EQ(seen.starts, 2u);
  EXPECT_EQ(seen.messages, 2u);
}

}  // namespace
}  // namespace sluice
