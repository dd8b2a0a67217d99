// SPDX-License-Identifier: BSL-1.0
// Middleware and messages that do not come by the mailbox: of timers, notices, events, and those tried again. FR-MBX-5.
#include <sluice/actors/middleware/middleware.hpp>
#include <sluice_test/gate.hpp>
#include <sluice_test/manual_system.hpp>
#include <sluice_test/test.hpp>
#include <sluice_test/trail.hpp>

namespace sluice {
namespace {

using actors_test::ManualSystem;
using actors_test::milliseconds;
using sluice_test::Gate;
using sluice_test::Passing;
using sluice_test::Trail;

/// Counts those that exist.
struct Parcel {
  explicit Parcel(int of) noexcept : number{of} { ++alive; }
  Parcel(const Parcel& other) noexcept : number{other.number} { ++alive; }
  Parcel& operator=(const Parcel&) = default;
  ~Parcel() { --alive; }

  int number;
  static inline int alive = 0;
};
struct Fence {};
struct SetTimers {
  int count;
};
struct Wait {
  Gate* gate;
};

/// Handles parcels, which come in several ways; 0 is one that it fails with.
struct Receiver {
  static constexpr std::uint32_t stash_capacity = 2;

  explicit Receiver(Trail* of) noexcept : trail{of} {}

  void on(ActorContext<Receiver>& context, ActorRef<Fence> other) { (void)context.watch_with(other, Parcel{1}); }
  void on(ActorContext<Receiver>& context, SetTimers set) {
    for (int number = 1; number <= set.count; ++number) {
      (void)context.timers().once(number, milliseconds{10}, Parcel{number});
    }
  }
  void on(ActorContext<Receiver>& context, Fence fence) { (void)context.stash(fence); }
  Passing on(Wait wait) { return Passing{*wait.gate, 0}; }
  ActorResult<> on(const Parcel& parcel) {
    trail->add(10 * parcel.number);
    if (parcel.number == 0) {
      return fail(ActorError::retryable("a parcel of none"));
    }
    return {};
  }

  Trail* trail;
};

/// Notes parcels, and fails with what comes behind the first few of them.
struct Inspecting {
  Trail* trail;
  int passes = 100;
  ActorResult<> inbound(Inbound& message) {
    if (const Parcel* const parcel = message.message<Parcel>(); parcel != nullptr) {
      trail->add(1 + parcel->number);
      if (passes-- <= 0) {
        return fail(ActorError::retryable("too many parcels"));
      }
    }
    message.next();
    return {};
  }
};

class UnqueuedMessages : public testing::Test {
protected:
  void SetUp() override { manual.system.dead_letters().set_writing(false); }
  ActorRef<Receiver> spawn(const Supervision& supervision = {}) {
    return manual.system.spawn<Receiver>({.supervision = supervision, .middleware = &chain}, &trail);
  }
  /// Whether each dead letter, of which there is one, was shown while it was there.
  void expect_one_letter(DeadLetterReason reason) {
    EXPECT_EQ(manual.letters(reason), 1u);
    EXPECT_EQ(manual.system.dead_letters().count(), 1u);
    EXPECT_EQ(alive_at_letter, 1);
    EXPECT_EQ(Parcel::alive, 0);
  }

  Trail trail;
  Middleware<Inspecting> inspecting{&trail};
  const MiddlewareChain chain{inspecting};
  ManualSystem manual;
  int alive_at_letter = 0;
  Result<Subscription> letters = manual.system.events().subscribe<DeadLetter>(
      [this](const DeadLetter& letter) { alive_at_letter = letter.message<Parcel>() == nullptr ? -1 : Parcel::alive; });
};

TEST_F(UnqueuedMessages, that_stands_for_a_notice_is_there_when_a_link_fails_with_it) {  // FR-MBX-5
  inspecting->passes = 0;
  const auto other = manual.system.spawn([](Fence) {});
  const auto receiver = spawn();
  receiver.tell(other);
  manual.run();

  (void)manual.system.stop(other);
  manual.run();

  EXPECT_FALSE(receiver.is_alive());
  EXPECT_TRUE(trail.is({2}));
  expect_one_letter(DeadLetterReason::handler_failed);
}

TEST_F(UnqueuedMessages, of_a_timer_is_there_when_a_link_fails_with_it) {  // FR-MBX-5
  inspecting->passes = 0;
  const auto receiver = spawn(Restart{});
  receiver.tell(SetTimers{1});
  manual.run();

  manual.pass(milliseconds{10});

  EXPECT_TRUE(receiver.is_alive());
  EXPECT_TRUE(trail.is({2}));
  expect_one_letter(DeadLetterReason::handler_failed);
}

TEST_F(UnqueuedMessages, that_is_tried_again_is_there_when_a_link_fails_with_it) {  // FR-MBX-5, FR-SUP-5
  inspecting->passes = 1;
  const auto receiver = spawn(Resume{.failing_message = FailingMessage::retry<Parcel>()});

  receiver.tell(Parcel{0});
  manual.run();

  EXPECT_TRUE(trail.is({1, 0, 1}));
  EXPECT_EQ(manual.system.dead_letters().count(), 1u);
  EXPECT_EQ(manual.letters(DeadLetterReason::handler_failed), 1u);
  EXPECT_GE(alive_at_letter, 1);
  EXPECT_EQ(Parcel::alive, 0);
}

TEST_F(UnqueuedMessages, that_fails_behind_a_stashed_one_is_a_dead_letter) {  // FR-MBX-5
  inspecting->passes = 0;
  const auto receiver = spawn(Resume{});

  receiver.tell(Fence{});
  receiver.tell(Parcel{1});
  manual.run();

  expect_one_letter(DeadLetterReason::handler_failed);
}

TEST_F(UnqueuedMessages, pass_the_links_one_by_one_behind_a_suspension) {  // FR-MBX-5, D2
  const auto receiver = spawn();
  receiver.tell(SetTimers{3});
  (void)manual.system.suspend(receiver);
  manual.run();
  (void)manual.system.resume(receiver);
  manual.run();
  (void)manual.system.suspend(receiver);
  manual.run();

  manual.pass(milliseconds{10});
  EXPECT_TRUE(trail.is({}));
  (void)manual.system.resume(receiver);
  manual.run();

  EXPECT_TRUE(trail.is({2, 10, 3, 20, 4, 30}));
}

TEST_F(UnqueuedMessages, pass_the_links_behind_a_handler_that_waited) {  // FR-MBX-5, US14.1
  Gate gate;
  const auto receiver = spawn();
  receiver.tell(SetTimers{2});
  receiver.tell(Wait{&gate});
  manual.run();

  manual.pass(milliseconds{10});
  EXPECT_TRUE(trail.is({}));
  gate.open();
  manual.run();

  EXPECT_TRUE(trail.is({2, 10, 3, 20}));
}

TEST(BufferedEvents, pass_the_links_and_not_the_news_of_them) {  // FR-MBX-5, FR-EVT-2
  struct Listener {
    explicit Listener(Trail* of) noexcept : trail{of} {}
    void on_start(ActorContext<Listener>& context) {
      (void)context.subscribe<SetTimers>(EventBufferOptions{.capacity = 4});
    }
    void on(SetTimers event) { trail->add(10 * event.count); }
    Trail* trail;
  };
  struct Seeing {
    Trail* trail;
    void inbound(Inbound& message) {
      const SetTimers* const event = message.message<SetTimers>();
      trail->add(event == nullptr ? -1 : event->count);
      if (event == nullptr || event->count != 2) {
        message.next();
      }
    }
  };
  Trail trail;
  Middleware<Seeing> seeing{&trail};
  const MiddlewareChain chain{seeing};
  ManualSystem manual;
  (void)manual.system.spawn<Listener>({.middleware = &chain}, &trail);
  manual.run();

  for (int number = 1; number <= 3; ++number) {
    (void)manual.system.events().publish(SetTimers{number});
  }
  manual.run();

  EXPECT_TRUE(trail.is({1, 10, 2, 3, 30}));
  EXPECT_EQ(manual.letters(DeadLetterReason::filtered), 1u);
}

}  // namespace
}  // namespace sluice
