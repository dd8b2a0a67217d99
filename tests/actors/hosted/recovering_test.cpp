// SPDX-License-Identifier: BSL-1.0
// Exceptions end an actor, unless they are recovered: US20, FR-SUP-3, SC-14.
#include <sluice_test/test.hpp>
#include <stdexcept>
#include <string>
#include <utility>

#include <sluice/actors/supervision/recover_exceptions.hpp>
#include <sluice_test/manual_system.hpp>

namespace sluice {
namespace {

using actors_test::ManualSystem;

enum class Deed : std::uint8_t { count, fail, throw_it };
struct Do {
  Deed deed;
};

struct Seen {
  int starts = 0;
  int count = 0;
  int constructions_that_throw = 0;
};

class Worker {
public:
  explicit Worker(Seen* seen) : seen_{seen} {
    if (seen_->constructions_that_throw != 0) {
      --seen_->constructions_that_throw;
      throw std::runtime_error{"no state"};
    }
  }
  void on_start() { ++seen_->starts; }
  ActorResult<> on(Do order) {
    if (order.deed == Deed::fail) {
      return fail(ActorError::retryable("on purpose"));
    }
    if (order.deed == Deed::throw_it) {
      throw std::runtime_error{"thrown on purpose"};
    }
    ++seen_->count;
    return {};
  }

private:
  Seen* seen_;
};

class Recovering : public testing::Test {
protected:
  [[nodiscard]] ActorRef<Worker> spawn(const Supervision& supervision) {
    return on.system.spawn<Worker>({.supervision = supervision}, &seen);
  }
  void tell(const ActorRef<Worker>& actor, Deed deed) {
    actor.tell(Do{deed});
    on.run();
  }

  ManualSystem on;
  Seen seen;
  std::string text;
  SupervisionDecision last{};
  Result<Subscription> subscription =
      on.system.events().subscribe<SupervisionDecision>([this](const SupervisionDecision& decision) {
        last = decision;
        text = decision.error.text;
      });
};

TEST_F(Recovering, what_is_thrown_ends_and_is_told_as_fatal) {  // US20.1, FR-SUP-3
  const auto actor = spawn(Restart{});

  tell(actor, Deed::throw_it);

  EXPECT_FALSE(actor.is_alive());
  EXPECT_EQ(seen.starts, 1);
  EXPECT_EQ(last.directive, Directive::stop);
  EXPECT_EQ(last.error.kind, ActorError::Kind::fatal);
  EXPECT_TRUE(last.has_thrown);
  EXPECT_EQ(on.system.supervision().throws(), 1u);
  EXPECT_EQ(on.system.supervision().restarts(), 0u);
}

TEST_F(Recovering, what_is_thrown_is_an_error_if_that_is_wanted) {  // US20.2, FR-SUP-3
  const auto actor = spawn(recover_exceptions(Restart{.max = 1}));

  tell(actor, Deed::throw_it);
  EXPECT_TRUE(actor.is_alive());
  EXPECT_EQ(seen.starts, 2);
  EXPECT_EQ(last.error.kind, ActorError::Kind::retryable);
  EXPECT_EQ(text, "thrown on purpose");
  tell(actor, Deed::throw_it);

  EXPECT_FALSE(actor.is_alive());
  EXPECT_EQ(on.letters(DeadLetterReason::handler_failed), 2u);
}

TEST_F(Recovering, a_parent_may_want_that_for_its_children) {  // US20.2
  int count = 0;
  const auto parent = on.system.spawn(
      [&](ActorContext<Do>& context, Do order) {
        const auto child = context.spawn([&](Do of_child) -> void {
          if (of_child.deed == Deed::throw_it) {
            throw 7;
          }
          ++count;
        });
        child.tell(order);
        child.tell({Deed::count});
      },
      {.children = OneForOne{recover_exceptions(Resume{})}});

  parent.tell({Deed::throw_it});
  on.run();

  EXPECT_EQ(count, 1);
  EXPECT_EQ(last.directive, Directive::resume);
}

TEST_F(Recovering, a_group_learns_of_what_one_has_thrown) {
  const auto parent =
      on.system.spawn([&](ActorContext<Do>& context, Do order) { context.spawn<Worker>({}, &seen).tell(order); },
                      {.children = AllForOne{recover_exceptions(Restart{})}});

  parent.tell({Deed::throw_it});
  on.run();

  EXPECT_EQ(seen.starts, 2);
  EXPECT_EQ(last.directive, Directive::restart);
  EXPECT_EQ(text, "it has thrown");
}

TEST_F(Recovering, a_constructor_that_throws_at_a_restart_is_one_more_failure) {
  const auto actor = spawn(recover_exceptions(Restart{.max = 3}));
  seen.constructions_that_throw = 2;

  tell(actor, Deed::fail);
  tell(actor, Deed::count);

  EXPECT_TRUE(actor.is_alive());
  EXPECT_EQ(seen.count, 1);
  EXPECT_EQ(last.statistics.restarts, 3u);
}

TEST_F(Recovering, a_constructor_that_throws_for_ever_ends) {
  const auto actor = spawn(recover_exceptions(Restart{.max = 3}));
  seen.constructions_that_throw = 100;

  tell(actor, Deed::fail);

  EXPECT_FALSE(actor.is_alive());
  EXPECT_EQ(seen.constructions_that_throw, 97);
}

TEST_F(Recovering, a_decider_that_throws_means_stop) {
  const auto actor =
      spawn([](const ActorError&, const RestartStatistics&) -> Directive { throw std::runtime_error{"undecided"}; });

  tell(actor, Deed::fail);

  EXPECT_FALSE(actor.is_alive());
  EXPECT_TRUE(last.has_decider_failed);
  EXPECT_EQ(last.directive, Directive::stop);
}

TEST_F(Recovering, a_decider_of_a_group_that_throws_means_stop) {
  const auto parent = on.system.spawn(
      [&](ActorContext<Do>& context, Do order) { context.spawn<Worker>({}, &seen).tell(order); },
      {.children = AllForOne{[](const ActorError&, const RestartStatistics&) -> Directive { throw 7; }}});

  parent.tell({Deed::fail});
  on.run();

  EXPECT_TRUE(parent.is_alive());
  EXPECT_TRUE(last.has_decider_failed);
  EXPECT_EQ(on.system.supervision().stops(), 1u);
}

TEST_F(Recovering, no_throw_restarts_and_every_retryable_error_does) {  // SC-14, SC-3
  constexpr int actors = 500;
  int alive = 0;

  for (int number = 0; number < actors; ++number) {
    const auto throws = spawn(Restart{});
    const auto retries = spawn(Restart{});
    tell(throws, Deed::throw_it);
    tell(retries, Deed::fail);
    tell(retries, Deed::count);
    alive += retries.is_alive() ? 1 : 0;
    EXPECT_FALSE(throws.is_alive());
  }

  EXPECT_EQ(on.system.supervision().throws(), static_cast<std::uint64_t>(actors));
  EXPECT_EQ(on.system.supervision().restarts(), static_cast<std::uint64_t>(actors));
  EXPECT_EQ(alive, actors);
  EXPECT_EQ(seen.count, actors);
}

/// Throws when it is polled again, and looks at its actor when it ends.
template <class Actor>
class Doomed {
public:
  Doomed(const Actor& actor, int* strays) noexcept : actor_{&actor}, life_{actor.life}, strays_{strays} {}
  Doomed(Doomed&& from) noexcept
      : actor_{std::exchange(from.actor_, nullptr)}, life_{from.life_}, strays_{from.strays_} {}
  ~Doomed() { *strays_ += actor_ != nullptr && actor_->life != life_ ? 1 : 0; }

  engine::Poll<engine::Done> poll(const engine::Waker& waker) {
    if (std::exchange(is_polled_, true)) {
      throw std::runtime_error{"thrown while it waits"};
    }
    waker.wake();
    return engine::pending;
  }

private:
  const Actor* actor_;
  int life_;
  int* strays_;
  bool is_polled_ = false;
};

TEST(RecoveringWait, that_throws_ends_before_the_state_of_its_actor) {  // US20, FR-SUP-3
  struct Waiter {
    int* lives;
    int* strays;
    int life = ++*lives;
    Doomed<Waiter> on(Do) { return {*this, strays}; }
  };
  ManualSystem on;
  int lives = 0;
  int strays = 0;
  const auto waiter = on.system.spawn<Waiter>({.supervision = recover_exceptions(Restart{.max = 3})}, &lives, &strays);

  waiter.tell(Do{Deed::throw_it});
  on.run();

  EXPECT_TRUE(waiter.is_alive());
  EXPECT_EQ(lives, 2);
  EXPECT_EQ(strays, 0);
}

}  // namespace
}  // namespace sluice
