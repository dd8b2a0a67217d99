// SPDX-License-Identifier: BSL-1.0
// Mailboxes said step by step, and what suspended ones do: R6.6, R3.5, FR-PLT, D10.
#include <chrono>
#include <sluice/actors/config/mailbox_builder.hpp>
#include <sluice_test/manual_system.hpp>
#include <sluice_test/test.hpp>
#include <sluice_test/trail.hpp>

namespace sluice {
namespace {

using namespace std::chrono_literals;
using actors_test::ManualSystem;
using sluice_test::Trail;

TEST(MailboxBuilder, says_capacity_overflow_and_what_a_suspended_one_does) {  // R6.6
  constexpr MailboxChoice choice = MailboxBuilder{}
                                       .bounded(64)
                                       .overflow(Overflow::block)
                                       .push_timeout(5ms)
                                       .suspend(SuspendPolicy::refuse)
                                       .marks(90, 10);

  constexpr engine::MailboxSettings settings = choice.settings();
  EXPECT_TRUE(settings.kind == engine::QueueKind::bounded);
  EXPECT_EQ(settings.capacity, 64u);
  EXPECT_TRUE(settings.overflow == Overflow::block);
  EXPECT_TRUE(settings.push_timeout == 5ms);
  EXPECT_TRUE(settings.when_suspended == SuspendPolicy::refuse);
  EXPECT_EQ(settings.high_water, 90);
  EXPECT_EQ(settings.low_water, 10);
}

TEST(MailboxBuilder, changes_one_thing_about_another_mailbox) {  // R6.6
  constexpr MailboxChoice small = Bounded{.capacity = 4, .overflow = Overflow::drop_oldest};

  constexpr MailboxChoice larger = MailboxBuilder{small}.bounded(8);

  EXPECT_EQ(larger.settings().capacity, 8u);
  EXPECT_TRUE(larger.settings().overflow == Overflow::drop_oldest);
}

TEST(MailboxBuilder, builds_no_mailbox_that_cannot_be) {  // R6.6, FR-PLT
  EXPECT_TRUE(MailboxBuilder{}.bounded(1).build().has_value());
  EXPECT_FALSE(MailboxBuilder{}.bounded(0).build().has_value());
  EXPECT_FALSE(MailboxBuilder{}.deque(0).build().has_value());
  EXPECT_FALSE(MailboxBuilder{}.bounded(engine::no_limit).build().has_value());
  EXPECT_FALSE(MailboxBuilder{}.bounded(4).marks(50, 75).build().has_value());
  EXPECT_FALSE(MailboxBuilder{}.bounded(4).marks(101, 75).build().has_value());
}

TEST(MailboxBuilder, of_a_capacity_of_0_fails_before_anything_is_spawned) {  // R6.6, FR-PLT
  ManualSystem manual;

  const auto spawned = manual.system.try_spawn([](int) {}, {.name = "none", .mailbox = MailboxBuilder{}.bounded(0)});

  ASSERT_FALSE(spawned.has_value());
  EXPECT_TRUE(spawned.error().error == Error::invalid_argument);
  EXPECT_FALSE(manual.system.find("none").has_value());
}

/// What becomes of a message to a suspended actor.
struct WhileSuspended {
  explicit WhileSuspended(const MailboxChoice& mailbox) {
    const auto actor = manual.system.spawn([this](int number) { seen.add(number); }, {.mailbox = mailbox});
    actor.tell(1);
    (void)manual.system.suspend(actor);
    manual.run();
    told = actor.tell(2);
    const auto tried = actor.try_tell(3);
    returned = tried.has_value() ? 0 : tried.error().message;
    (void)manual.system.resume(actor);
    manual.run();
    actor.tell(4);
    manual.run();
  }

  ManualSystem manual;
  Trail seen;
  Result<> told;
  int returned = 0;
};

TEST(SuspendedMailbox, keeps_what_comes_unless_somebody_says_otherwise) {  // R6.6, D10
  const WhileSuspended kept{MailboxBuilder{}.bounded(8)};

  EXPECT_TRUE(kept.told.has_value());
  EXPECT_EQ(kept.returned, 0);
  EXPECT_TRUE(kept.seen.is({1, 2, 3, 4}));
}

TEST(SuspendedMailbox, that_refuses_makes_dead_letters_and_gives_back) {  // R6.6
  for (const MailboxBuilder& kind : {MailboxBuilder{}.bounded(8), MailboxBuilder{}.unbounded()}) {
    WhileSuspended refused{kind.suspend(SuspendPolicy::refuse)};

    EXPECT_FALSE(refused.told.has_value());
    EXPECT_EQ(refused.returned, 3);
    EXPECT_TRUE(refused.seen.is({1, 4}));
    EXPECT_EQ(refused.manual.letters(DeadLetterReason::suspended), 1u);
    EXPECT_EQ(refused.manual.system.dead_letters().count(), 1u);
  }
}

TEST(SuspendedMailbox, that_refuses_tells_so_of_what_is_offered) {  // R6.6
  for (const MailboxBuilder& kind :
       {MailboxBuilder{}.bounded(8), MailboxBuilder{}.bounded(8).overflow(Overflow::drop_newest)}) {
    ManualSystem manual;
    Error error{};
    const auto target =
        manual.system.spawn([](int) {}, {.mailbox = MailboxChoice{kind.suspend(SuspendPolicy::refuse)}});
    const auto sender = manual.system.spawn([&](ActorContext<int>& context, int number) {
      const Result<> offered = context.offer(target, number);
      error = offered.has_value() ? Error{} : offered.error();
    });
    (void)manual.system.suspend(target);
    manual.run();

    sender.tell(1);
    manual.run();

    EXPECT_EQ(error, Error::rejected);
    EXPECT_EQ(manual.letters(DeadLetterReason::suspended), 1u);
    EXPECT_EQ(manual.system.dead_letters().count(), 1u);
  }
}

}  // namespace
}  // namespace sluice
