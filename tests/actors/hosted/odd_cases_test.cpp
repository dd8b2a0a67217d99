// SPDX-License-Identifier: BSL-1.0
// What went wrong once.
#include <gtest/gtest.h>
#include <sluice/actors/behaviors.hpp>
#include <sluice/actors/events/event_stream.hpp>
#include <string>

namespace sluice {
namespace {

using namespace std::chrono_literals;

struct Untold {};
struct Class {
  using Accepted = MessageTypes<Untold>;
  int* handled;
  void on(Untold) { ++*handled; }
};

TEST(OddCase, an_actor_of_a_class_handles_what_it_says_it_accepts) {  // US8, FR-TYP-1
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  int handled = 0;

  system.spawn<Class>({}, &handled).untyped().tell(Untold{});
  executor.run_until_idle();

  EXPECT_EQ(handled, 1);
}

TEST(OddCase, a_given_name_is_never_that_of_an_anonymous_actor_or_a_path) {  // US5.2, SC-5
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  const std::string long_name(300, 'x');

  for (const std::string_view name :
       {std::string_view{"anonymous-2"}, std::string_view{"a/b"}, std::string_view{long_name}}) {
    const auto spawned = system.try_spawn([](int) {}, {.name = name});

    ASSERT_FALSE(spawned.has_value());
    EXPECT_TRUE(spawned.error().has_bad_name);
  }
}

TEST(OddCase, a_dead_letter_that_an_actor_gets_refers_to_no_envelope) {  // FR-EVT-2
  struct Undertaker {
    const engine::Envelope** envelope;
    void on_start(ActorContext<Undertaker>& context) { (void)context.subscribe<DeadLetter>(); }
    void on(DeadLetter letter) { *envelope = letter.envelope; }
  };
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  const engine::Envelope* envelope = nullptr;
  system.spawn<Undertaker>({}, &envelope);
  const auto gone = system.spawn([](int) {});
  (void)system.stop(gone);
  executor.run_until_idle();

  (void)gone.tell(1);
  executor.run_until_idle();

  EXPECT_EQ(envelope, nullptr);
}

TEST(OddCase, a_notice_with_a_message_is_never_dropped) {  // D6
  struct Ended {};
  struct Watcher {
    ActorRef<int> other;
    int* heard;
    void on_start(ActorContext<Watcher>& context) { (void)context.watch_with(other, Ended{}); }
    void on(int) {}
    void on(Ended) { ++*heard; }
  };
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  int heard = 0;
  const auto other = system.spawn([](int) {});
  const auto watcher = system.spawn<Watcher>({.mailbox = Bounded{.capacity = 1}}, other, &heard);
  executor.run_until_idle();
  (void)system.suspend(watcher);
  (void)watcher.tell(1);

  (void)system.stop(other);
  executor.run_until_idle();
  (void)system.resume(watcher);
  executor.run_until_idle();

  EXPECT_EQ(heard, 1);
}

}  // namespace
}  // namespace sluice
