// SPDX-License-Identifier: BSL-1.0
// Watches and their notices: FR-ACT-3.
#include <sluice_test/test.hpp>

#include <sluice_test/manual_system.hpp>

namespace sluice {
namespace {

using actors_test::ManualSystem;

struct Work {
  int number = 0;
};
struct Ended {
  int number = 0;
};
enum class Deed : std::uint8_t { watch, watch_with, unwatch, watch_then_unwatch, stop_then_unwatch, leave, work };

struct Order {
  Deed deed;
  ActorRef<Work> target{};
  int number = 0;
};

struct Heard {
  int notices = 0;
  int failures = 0;  ///< those notices that told of one
  int messages = 0;
  int last_message = 0;
  int worked = 0;
  UntypedRef who;
};

/// Does as it is told, and notes what it hears.
class Watcher {
public:
  explicit Watcher(Heard* heard) noexcept : heard_{heard} {}

  void on(ActorContext<Watcher>& context, Order order) {
    switch (order.deed) {
      case Deed::watch: context.watch(order.target); break;
      case Deed::watch_with: context.watch_with(order.target, Ended{order.number}); break;
      case Deed::unwatch: context.unwatch(order.target); break;
      case Deed::watch_then_unwatch:
        context.watch(order.target);
        context.unwatch(order.target);
        break;
      case Deed::stop_then_unwatch:
        context.stop(order.target);
        context.unwatch(order.target);
        break;
      case Deed::leave: context.stop(); break;
      case Deed::work: ++heard_->worked; break;
    }
  }
  void on(Terminated terminated) {
    ++heard_->notices;
    heard_->failures += terminated.failed ? 1 : 0;
    heard_->who = terminated.who;
  }
  void on(Ended ended) {
    ++heard_->messages;
    heard_->last_message = ended.number;
  }

private:
  Heard* heard_;
};

class Watching : public testing::Test {
protected:
  /// Fails at a negative number.
  static constexpr auto works = [](Work work) -> ActorResult<> {
    return work.number < 0 ? ActorResult<>{fail(ActorError::retryable())} : ActorResult<>{};
  };

  void order(Deed deed, int number = 0) {
    watcher.tell(Order{deed, target, number});
    on.run();
  }
  void end_target() {
    on.system.stop(target);
    on.run();
  }

  ManualSystem on;
  Heard heard;
  ActorRef<Work> target = on.system.spawn(works);
  ActorRef<Watcher> watcher = on.system.spawn<Watcher>({}, &heard);
};

TEST_F(Watching, a_watcher_is_told_once_who_has_ended) {  // FR-ACT-3
  order(Deed::watch);
  EXPECT_EQ(heard.notices, 0);

  end_target();
  on.run();

  EXPECT_EQ(heard.notices, 1);
  EXPECT_EQ(heard.failures, 0);
  EXPECT_TRUE(heard.who == target.untyped());
}

TEST_F(Watching, of_the_dead_it_is_told_at_once) {  // FR-ACT-3
  end_target();

  order(Deed::watch);

  EXPECT_EQ(heard.notices, 1);
  EXPECT_TRUE(heard.who == target.untyped());
}

TEST_F(Watching, nobody_counts_as_dead) {  // FR-ACT-4
  target = {};

  order(Deed::watch);

  EXPECT_EQ(heard.notices, 1);
}

TEST_F(Watching, after_an_unwatch_it_is_not_told) {  // FR-ACT-3
  order(Deed::watch);

  order(Deed::unwatch);
  end_target();

  EXPECT_EQ(heard.notices, 0);
}

TEST_F(Watching, after_an_unwatch_it_is_not_told_even_if_the_notice_was_on_its_way) {  // FR-ACT-3
  end_target();

  order(Deed::watch_then_unwatch);  // the notice of the dead comes at once

  EXPECT_EQ(heard.notices, 0);
}

TEST_F(Watching, after_an_unwatch_it_is_not_told_even_if_the_end_had_begun) {  // FR-ACT-3
  order(Deed::watch);

  order(Deed::stop_then_unwatch);

  EXPECT_EQ(heard.notices, 0);
  EXPECT_FALSE(target.is_alive());
}

TEST_F(Watching, an_unwatch_of_somebody_else_changes_nothing) {
  order(Deed::watch);
  watcher.tell(Order{Deed::unwatch, on.system.spawn(works)});
  on.run();

  end_target();

  EXPECT_EQ(heard.notices, 1);
}

TEST_F(Watching, it_may_watch_again_after_an_unwatch) {
  order(Deed::watch);
  order(Deed::unwatch);

  order(Deed::watch);
  end_target();

  EXPECT_EQ(heard.notices, 1);
}

TEST_F(Watching, two_watches_are_one) {  // FR-ACT-3
  order(Deed::watch);
  order(Deed::watch);

  end_target();

  EXPECT_EQ(heard.notices, 1);
}

TEST_F(Watching, one_unwatch_ends_two_watches) {
  order(Deed::watch);
  order(Deed::watch);

  order(Deed::unwatch);
  end_target();

  EXPECT_EQ(heard.notices, 0);
}

TEST_F(Watching, with_a_message_that_comes_in_place_of_the_signal) {
  order(Deed::watch_with, 7);

  end_target();

  EXPECT_EQ(heard.notices, 0);
  EXPECT_EQ(heard.messages, 1);
  EXPECT_EQ(heard.last_message, 7);
}

TEST_F(Watching, the_last_of_several_messages_counts) {
  order(Deed::watch_with, 7);
  order(Deed::watch_with, 8);

  end_target();

  EXPECT_EQ(heard.messages, 1);
  EXPECT_EQ(heard.last_message, 8);
}

TEST_F(Watching, a_message_that_is_not_needed_is_no_dead_letter) {
  order(Deed::watch_with, 7);

  order(Deed::unwatch);
  end_target();

  EXPECT_EQ(heard.messages, 0);
  EXPECT_EQ(on.system.dead_letters().count(), 0U);
}

TEST_F(Watching, a_watcher_that_ends_first_is_told_nothing) {  // FR-ACT-3
  order(Deed::watch);
  order(Deed::leave);

  end_target();

  EXPECT_EQ(heard.notices, 0);
  EXPECT_EQ(on.system.dead_letters().count(), 0U);
}

TEST_F(Watching, several_watchers_are_all_told) {
  Heard other_heard;
  const auto other = on.system.spawn<Watcher>({}, &other_heard);
  order(Deed::watch);
  other.tell(Order{Deed::watch, target});
  on.run();

  end_target();

  EXPECT_EQ(heard.notices, 1);
  EXPECT_EQ(other_heard.notices, 1);
}

TEST_F(Watching, a_watcher_of_several_is_told_of_each) {
  const auto second = on.system.spawn(works);
  order(Deed::watch);
  watcher.tell(Order{Deed::watch, second});
  on.run();

  end_target();
  on.system.stop(second);
  on.run();

  EXPECT_EQ(heard.notices, 2);
  EXPECT_TRUE(heard.who == second.untyped());
}

TEST_F(Watching, a_restart_is_no_end) {  // FR-ACT-3
  target = on.system.spawn(works, {.supervision = Restart{}});
  order(Deed::watch);

  target.tell({-1});
  on.run();
  EXPECT_EQ(heard.notices, 0);
  end_target();

  EXPECT_EQ(heard.notices, 1);
  EXPECT_EQ(heard.failures, 0);
}

TEST_F(Watching, a_failure_is_told_as_one) {  // FR-ACT-3
  order(Deed::watch);

  target.tell({-1});
  on.run();

  EXPECT_EQ(heard.notices, 1);
  EXPECT_EQ(heard.failures, 1);
}

TEST_F(Watching, two_may_watch_each_other) {
  Heard other_heard;
  const auto other = on.system.spawn<Watcher>({}, &other_heard);
  // A watch needs a reference to functions here; whom it is to does not matter.
  const ActorRef<Work> as_target{watcher.address()};
  const ActorRef<Work> other_as_target{other.address()};
  watcher.tell(Order{Deed::watch, other_as_target});
  other.tell(Order{Deed::watch, as_target});
  on.run();

  order(Deed::leave);
  on.system.stop(other);
  on.run();

  EXPECT_EQ(heard.notices, 0);
  EXPECT_EQ(other_heard.notices, 1);
}

TEST_F(Watching, one_that_watches_itself_ends_in_peace) {
  watcher.tell(Order{Deed::watch, ActorRef<Work>{watcher.address()}});
  on.run();

  order(Deed::leave);

  EXPECT_EQ(heard.notices, 0);
  EXPECT_FALSE(watcher.is_alive());
}

TEST_F(Watching, a_notice_finds_its_way_past_a_full_mailbox) {  // D6
  watcher = on.system.spawn<Watcher>({.mailbox = Bounded{.capacity = 1}}, &heard);
  order(Deed::watch);
  on.system.suspend(watcher);
  on.run();
  watcher.tell(Order{Deed::work});

  end_target();

  EXPECT_EQ(heard.notices, 1);
  EXPECT_EQ(heard.worked, 0);
  on.system.resume(watcher);
  on.run();
  EXPECT_EQ(heard.worked, 1);
}

TEST_F(Watching, a_message_in_place_of_a_notice_finds_its_way_past_a_full_mailbox) {  // D6
  watcher = on.system.spawn<Watcher>({.mailbox = Bounded{.capacity = 1}}, &heard);
  order(Deed::watch_with, 3);
  on.system.suspend(watcher);
  on.run();
  watcher.tell(Order{Deed::work});

  end_target();
  on.system.resume(watcher);
  on.run();

  EXPECT_EQ(heard.messages, 1);
  EXPECT_EQ(heard.worked, 1);
  EXPECT_EQ(on.system.dead_letters().count(), 0U);
}

TEST_F(Watching, a_behavior_may_handle_the_signal) {
  int signals = 0;
  const auto behavior =
      on.system.spawn(Behaviors::receive<Work>([this](ActorContext<Work>& context, Work) { context.watch(target); },
                                               [&](ActorContext<Work>&, const Terminated&) { ++signals; }));
  behavior.tell({});
  on.run();

  end_target();

  EXPECT_EQ(signals, 1);
  EXPECT_TRUE(behavior.is_alive());
}

TEST_F(Watching, a_behavior_that_does_not_handle_the_signal_fails) {  // as Pekko's death pact
  const auto behavior =
      on.system.spawn(Behaviors::receive<Work>([this](ActorContext<Work>& context, Work) { context.watch(target); }));
  watcher.tell(Order{Deed::watch, behavior});
  behavior.tell({});
  on.run();

  end_target();

  EXPECT_FALSE(behavior.is_alive());
  EXPECT_EQ(heard.notices, 1);
  EXPECT_EQ(heard.failures, 1);
}

TEST_F(Watching, a_function_cannot_handle_the_signal_and_fails) {
  const auto function = on.system.spawn([this](ActorContext<Work>& context, Work) { context.watch(target); });
  function.tell({});
  on.run();

  end_target();

  EXPECT_FALSE(function.is_alive());
}

TEST_F(Watching, a_parent_may_watch_its_child) {
  int signals = 0;
  ActorRef<Work> child;
  const auto parent = on.system.spawn(Behaviors::setup<Work>([&](ActorContext<Work>& context) {
    child = context.spawn(works);
    context.watch(child);
    return Behaviors::receive<Work>([](ActorContext<Work>&, Work) {},
                                    [&](ActorContext<Work>&, const Terminated&) { ++signals; });
  }));
  on.run();

  child.tell({-1});
  on.run();

  EXPECT_EQ(signals, 1);
  EXPECT_TRUE(parent.is_alive());
}

/// Watches its child, fails when it is told to and when that child ends.
class FailingParent {
public:
  explicit FailingParent(Heard* heard) noexcept : heard_{heard} {}

  void on_start(ActorContext<FailingParent>& context) {
    ++heard_->messages;
    context.watch(context.spawn([](Work) {}));
    context.spawn([](Ended) {});
  }
  ActorResult<> on(Work work) {
    ++heard_->worked;
    return work.number < 0 ? ActorResult<>{fail(ActorError::retryable())} : ActorResult<>{};
  }
  ActorResult<> on(Terminated) {
    ++heard_->notices;
    return fail(ActorError::retryable());
  }

private:
  Heard* heard_;
};

TEST_F(Watching, the_ends_of_children_that_a_restart_ends_are_no_news) {
  const auto parent = on.system.spawn<FailingParent>({.supervision = Restart{.max = 1}}, &heard);
  on.run();

  parent.tell(Work{-1});
  parent.tell(Work{1});
  on.run();

  EXPECT_EQ(heard.messages, 2);  // starts
  EXPECT_EQ(heard.notices, 0);
  EXPECT_EQ(heard.worked, 2);
  EXPECT_TRUE(parent.is_alive());
}

TEST_F(Watching, one_that_is_told_to_stop_during_a_restart_stops) {
  const auto parent = on.system.spawn<FailingParent>({.supervision = Restart{}}, &heard);
  on.run();

  parent.tell(Work{-1});
  on.executor.tick(1);
  on.system.stop(parent);
  on.run();

  EXPECT_EQ(heard.messages, 1);
  EXPECT_EQ(heard.notices, 0);
  EXPECT_FALSE(parent.is_alive());
}

}  // namespace
}  // namespace sluice
