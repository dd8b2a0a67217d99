// SPDX-License-Identifier: BSL-1.0
// Timers of actors: once, periodic, after silence; and that what is cancelled never comes. R6.2, FR-PLT.
#include <sluice_test/test.hpp>

#include <limits>
#include <sluice_test/manual_system.hpp>

namespace sluice {
namespace {

using actors_test::ManualSystem;
using actors_test::milliseconds;
using actors_test::seconds;

struct Tick {
  int number = 0;
};
struct Idle {};
struct Quiet {};  ///< does not count as a message where silence is waited for

enum class Deed : std::uint8_t {
  nothing,
  once,
  once_without_key,
  periodic,
  periodic_at_rate,
  cancel,
  cancel_token,
  cancel_and_set_9,
  cancel_at_tick,
  set_at_tick,
  fail,
  fail_at_tick,
  stop,
  await_silence,
  await_silence_but_for_quiet,
  end_silence,
  offer,
  stash_ticks,
  unstash,
};

struct Order {
  Deed deed = Deed::nothing;
  int number = 0;
  Duration time{};
  ActorRef<Tick> other{};
  Duration passes{};  ///< while the order is carried out: timers fire meanwhile
};

/// What came, in order.
struct Heard {
  static constexpr int most = 24;
  int ticks[most]{};
  int count = 0;
  int idles = 0;
  int orders = 0;
  int refused = 0;
  int starts = 0;
  bool was_active = false;
  bool was_cancelled = false;
  ManualSystem* on = nullptr;

  void note(int number) noexcept {
    if (count < most) {
      ticks[count] = number;
    }
    ++count;
  }
  [[nodiscard]] int sum() const noexcept {
    int sum = 0;
    for (int each = 0; each < count && each < most; ++each) {
      sum = sum * 10 + ticks[each];
    }
    return sum;
  }
};

/// Does as it is told, and notes what its timers bring.
class Sleeper {
public:
  static constexpr std::uint32_t stash_capacity = 4;

  explicit Sleeper(Heard* heard) noexcept : heard_{heard} {}

  void on_start() { ++heard_->starts; }

  ActorResult<> on(ActorContext<Sleeper>& context, Order order) {
    ++heard_->orders;
    if (order.passes != Duration{}) {
      heard_->on->clock.advance(order.passes);
      heard_->on->system.advance_timers();
    }
    auto timers = context.timers();
    switch (order.deed) {
      case Deed::nothing: break;
      case Deed::once: count(timers.once(order.number, order.time, Tick{order.number}).has_value()); break;
      case Deed::once_without_key: token_ = *timers.once(order.time, Tick{order.number}); break;
      case Deed::periodic: count(timers.periodic(order.number, order.time, Tick{order.number}).has_value()); break;
      case Deed::periodic_at_rate:
        timers.periodic(order.number, order.time, Tick{order.number}, {.pace = Pace::fixed_rate});
        break;
      case Deed::cancel: heard_->was_cancelled = timers.cancel(order.number); break;
      case Deed::cancel_token:
        heard_->was_active = timers.is_active(token_);
        heard_->was_cancelled = timers.cancel(token_);
        break;
      case Deed::cancel_and_set_9:
        timers.cancel(order.number);
        timers.once(9, order.time, Tick{9});
        break;
      case Deed::fail: return fail(ActorError::retryable());
      case Deed::stop: context.stop(); break;
      case Deed::await_silence: context.set_receive_timeout(order.time, Idle{}); break;
      case Deed::await_silence_but_for_quiet: context.set_receive_timeout<Quiet>(order.time, Idle{}); break;
      case Deed::end_silence: context.cancel_receive_timeout(); break;
      case Deed::offer: context.offer(order.other, Tick{}); break;
      case Deed::unstash:
        is_stashing_ = false;
        context.unstash_all();
        break;
      case Deed::stash_ticks: is_stashing_ = true; break;
      default: at_tick_ = order;
    }
    return {};
  }

  ActorResult<> on(ActorContext<Sleeper>& context, Tick tick) {
    if (is_stashing_) {
      context.stash(tick);
      return {};
    }
    heard_->note(tick.number);
    const Order order = std::exchange(at_tick_, {});
    switch (order.deed) {
      case Deed::cancel_at_tick: heard_->was_cancelled = context.timers().cancel(order.number); break;
      case Deed::set_at_tick: context.timers().once(order.number, order.time, Tick{order.number}); break;
      case Deed::fail_at_tick: return fail(ActorError::retryable());
      default: break;
    }
    heard_->was_active = context.timers().is_active(tick.number);
    return {};
  }
  void on(Idle) { ++heard_->idles; }
  void on(Quiet) {}
  void on_stop(ActorContext<Sleeper>& context) { count(context.timers().once(9, Duration{}, Tick{9}).has_value()); }

private:
  void count(bool was_set) noexcept { heard_->refused += was_set ? 0 : 1; }

  Heard* heard_;
  Order at_tick_{};
  TimerToken token_{};
  bool is_stashing_ = false;
};

class Timers : public testing::Test {
protected:
  Timers() { heard.on = &on; }

  void order(Deed deed, int number = 0, Duration time = {}, Duration passes = {}) {
    sleeper.tell(Order{deed, number, time, {}, passes});
    on.run();
  }

  ManualSystem on;
  Heard heard;
  ActorRef<Sleeper> sleeper = on.system.spawn<Sleeper>({.supervision = Restart{}}, &heard);
};

TEST_F(Timers, one_comes_once_and_not_early) {  // R6.2
  order(Deed::once, 1, milliseconds{50});

  on.pass(milliseconds{49});
  const int early = heard.count;
  on.pass(milliseconds{1});
  on.pass(seconds{1});

  EXPECT_EQ(early, 0);
  EXPECT_EQ(heard.sum(), 1);
  EXPECT_FALSE(heard.was_active);
}

TEST_F(Timers, come_in_the_order_of_their_deadlines_and_then_of_their_sets) {
  order(Deed::once, 1, milliseconds{20});
  order(Deed::once, 2, milliseconds{10});
  order(Deed::once, 3, milliseconds{20});

  on.pass(milliseconds{30});

  EXPECT_EQ(heard.sum(), 213);
}

TEST_F(Timers, one_with_the_same_key_replaces_the_earlier) {
  order(Deed::once, 1, milliseconds{10});
  order(Deed::once, 1, milliseconds{30});

  on.pass(milliseconds{20});
  const int after_the_first = heard.count;
  on.pass(milliseconds{10});

  EXPECT_EQ(after_the_first, 0);
  EXPECT_EQ(heard.count, 1);
}

TEST_F(Timers, one_without_a_key_is_cancelled_by_its_token) {
  order(Deed::once_without_key, 1, milliseconds{10});
  order(Deed::once_without_key, 2, milliseconds{10});
  order(Deed::cancel_token);
  const bool was_active = heard.was_active && heard.was_cancelled;
  order(Deed::cancel_token);

  on.pass(milliseconds{10});

  EXPECT_TRUE(was_active);
  EXPECT_FALSE(heard.was_cancelled);
  EXPECT_EQ(heard.sum(), 1);
}

TEST_F(Timers, a_cancelled_one_does_not_come) {
  order(Deed::once, 1, milliseconds{10});
  order(Deed::cancel, 1);

  on.pass(milliseconds{20});

  EXPECT_TRUE(heard.was_cancelled);
  EXPECT_EQ(heard.count, 0);
}

TEST_F(Timers, one_in_the_place_of_a_cancelled_one_brings_its_own) {
  order(Deed::once, 1, milliseconds{10});
  order(Deed::cancel, 1);
  order(Deed::once, 2, milliseconds{10});
  order(Deed::once, 3, milliseconds{20});
  order(Deed::cancel, 3);
  order(Deed::once, 3, milliseconds{15});

  on.pass(milliseconds{10});
  const int at_10 = heard.sum();
  on.pass(milliseconds{5});

  EXPECT_EQ(at_10, 2);
  EXPECT_EQ(heard.sum(), 23);
}

TEST_F(Timers, one_is_set_after_the_time_of_a_cancelled_one_has_come) {
  order(Deed::once, 1, milliseconds{10});
  order(Deed::cancel, 1);
  on.pass(milliseconds{10});

  order(Deed::once, 2, Duration{});
  on.pass(Duration{});

  EXPECT_EQ(heard.sum(), 2);
}

TEST_F(Timers, one_in_the_place_of_a_cancelled_one_whose_time_has_come_comes_at_once) {
  order(Deed::once, 1, milliseconds{10});
  order(Deed::once, 2, milliseconds{10});
  order(Deed::cancel_and_set_9, 1, Duration{}, milliseconds{10});

  on.pass(seconds{1});

  EXPECT_EQ(heard.sum(), 92);
}

TEST_F(Timers, one_that_is_cancelled_while_it_is_queued_does_not_come) {  // R6.2
  order(Deed::once, 1, milliseconds{10});
  order(Deed::once, 2, milliseconds{10});
  order(Deed::cancel_at_tick, 2);

  on.pass(milliseconds{10});

  EXPECT_TRUE(heard.was_cancelled);
  EXPECT_EQ(heard.sum(), 1);
  EXPECT_EQ(on.system.dead_letters().count(), 0u);
}

TEST_F(Timers, one_that_is_replaced_while_it_is_queued_comes_at_its_new_time_only) {
  order(Deed::once, 1, milliseconds{10});
  order(Deed::once, 2, milliseconds{10});
  order(Deed::set_at_tick, 2, milliseconds{5});

  on.pass(milliseconds{10});
  const int at_once = heard.sum();
  on.pass(milliseconds{5});

  EXPECT_EQ(at_once, 1);
  EXPECT_EQ(heard.sum(), 12);
}

TEST_F(Timers, one_whose_time_comes_during_a_suspension_waits_and_can_still_be_cancelled) {  // D2
  order(Deed::once, 1, milliseconds{10});
  order(Deed::once, 2, milliseconds{10});
  order(Deed::cancel_at_tick, 2);
  (void)on.system.suspend(sleeper);
  on.run();

  on.pass(milliseconds{20});
  const int while_suspended = heard.count;
  (void)on.system.resume(sleeper);
  on.run();

  EXPECT_EQ(while_suspended, 0);
  EXPECT_EQ(heard.sum(), 1);
}

TEST_F(Timers, one_whose_time_comes_while_its_actor_waits_to_offer_comes_behind_that) {
  const auto other = on.system.spawn([](Tick) {}, {.mailbox = Bounded{.capacity = 1, .overflow = Overflow::block}});
  (void)on.system.suspend(other);
  on.run();
  other.tell(Tick{});
  order(Deed::once, 1, milliseconds{10});
  sleeper.tell(Order{Deed::offer, 0, {}, other});
  on.run();

  on.pass(milliseconds{20});
  const int while_waiting = heard.count;
  (void)on.system.resume(other);
  on.run();

  EXPECT_EQ(while_waiting, 0);
  EXPECT_EQ(heard.sum(), 1);
}

TEST_F(Timers, a_restart_cancels_all_of_them_queued_or_not) {  // R6.2
  order(Deed::once, 1, milliseconds{10});
  order(Deed::once, 2, milliseconds{10});
  order(Deed::periodic, 3, milliseconds{10});
  order(Deed::once, 4, milliseconds{40});
  order(Deed::fail_at_tick);

  on.pass(milliseconds{10});
  on.pass(seconds{1});

  EXPECT_EQ(heard.starts, 2);
  EXPECT_EQ(heard.sum(), 1);
  EXPECT_EQ(on.letters(DeadLetterReason::handler_failed), 1u);
}

TEST_F(Timers, one_whose_time_comes_in_a_handler_that_cancels_it_does_not_come) {
  order(Deed::once, 1, milliseconds{10});
  order(Deed::cancel, 1, {}, milliseconds{10});

  on.pass(seconds{1});

  EXPECT_TRUE(heard.was_cancelled);
  EXPECT_EQ(heard.count, 0);
}

TEST_F(Timers, one_whose_time_comes_in_a_handler_that_fails_does_not_come) {  // R6.2
  order(Deed::once, 1, milliseconds{10});
  order(Deed::fail, 0, {}, milliseconds{10});

  on.pass(seconds{1});

  EXPECT_EQ(heard.starts, 2);
  EXPECT_EQ(heard.count, 0);
}

TEST_F(Timers, one_whose_time_comes_in_a_handler_that_stops_does_not_come) {  // R6.2
  order(Deed::once, 1, milliseconds{10});
  order(Deed::periodic, 2, milliseconds{10});
  order(Deed::stop, 0, {}, milliseconds{10});

  on.pass(seconds{1});

  EXPECT_FALSE(sleeper.is_alive());
  EXPECT_EQ(heard.count, 0);
  EXPECT_EQ(on.system.dead_letters().count(), 0u);
}

TEST_F(Timers, one_that_waits_for_a_resume_when_its_actor_stops_does_not_come) {
  order(Deed::once, 1, milliseconds{10});
  (void)on.system.suspend(sleeper);
  on.pass(milliseconds{10});

  (void)on.system.stop(sleeper);
  on.run();

  EXPECT_FALSE(sleeper.is_alive());
  EXPECT_EQ(heard.count, 0);
}

TEST_F(Timers, a_new_one_after_a_restart_is_not_mistaken_for_an_old_one) {
  order(Deed::once_without_key, 1, milliseconds{10});
  order(Deed::fail);
  order(Deed::once_without_key, 2, milliseconds{30});

  on.pass(milliseconds{20});
  const int of_the_old = heard.count;
  on.pass(milliseconds{20});

  EXPECT_EQ(of_the_old, 0);
  EXPECT_EQ(heard.sum(), 2);
}

TEST_F(Timers, a_stop_cancels_all_of_them_and_they_are_no_dead_letters) {  // R6.2
  order(Deed::once, 1, milliseconds{10});
  order(Deed::periodic, 2, milliseconds{10});
  (void)on.system.stop(sleeper);
  on.run();

  on.pass(seconds{1});

  EXPECT_EQ(heard.count, 0);
  EXPECT_FALSE(sleeper.is_alive());
  EXPECT_EQ(on.system.dead_letters().count(), 0u);
}

TEST_F(Timers, none_is_set_by_a_stop_hook) {
  (void)on.system.stop(sleeper);
  on.run();

  EXPECT_EQ(heard.refused, 1);
}

TEST_F(Timers, a_periodic_one_comes_until_it_is_cancelled) {
  order(Deed::periodic, 1, milliseconds{10});

  for (int each = 0; each < 3; ++each) {
    on.pass(milliseconds{10});
  }
  const bool was_active = heard.was_active;
  order(Deed::cancel, 1);
  on.pass(seconds{1});

  EXPECT_TRUE(was_active);
  EXPECT_EQ(heard.sum(), 111);
}

TEST_F(Timers, a_periodic_one_may_cancel_itself) {
  order(Deed::periodic, 1, milliseconds{10});
  order(Deed::cancel_at_tick, 1);

  on.pass(milliseconds{10});
  on.pass(seconds{1});

  EXPECT_TRUE(heard.was_cancelled);
  EXPECT_EQ(heard.count, 1);
}

TEST_F(Timers, ticks_that_were_missed_do_not_pile_up) {
  order(Deed::periodic, 1, milliseconds{10});
  (void)on.system.suspend(sleeper);
  on.run();

  for (int each = 0; each < 5; ++each) {
    on.pass(milliseconds{10});
  }
  (void)on.system.resume(sleeper);
  on.run();

  EXPECT_EQ(heard.count, 1);
}

TEST_F(Timers, with_a_fixed_delay_the_interval_begins_with_a_ticks_turn) {
  order(Deed::periodic, 1, milliseconds{10});

  on.pass(milliseconds{17});
  on.pass(milliseconds{9});
  const int after_9 = heard.count;
  on.pass(milliseconds{1});

  EXPECT_EQ(after_9, 1);
  EXPECT_EQ(heard.count, 2);
}

TEST_F(Timers, with_a_fixed_rate_ticks_stay_at_multiples_of_the_interval) {
  order(Deed::periodic_at_rate, 1, milliseconds{10});

  on.pass(milliseconds{37});
  const int after_37 = heard.count;
  on.pass(milliseconds{2});
  const int after_39 = heard.count;
  on.pass(milliseconds{1});

  EXPECT_EQ(after_37, 1);
  EXPECT_EQ(after_39, 1);
  EXPECT_EQ(heard.count, 2);
}

TEST_F(Timers, odd_durations_are_taken_for_the_nearest_sensible_ones) {
  order(Deed::once, 1, Duration{});
  order(Deed::once, 2, milliseconds{-5});
  order(Deed::once, 3, Duration::min());
  order(Deed::once, 4, Duration::max());
  order(Deed::periodic, 5, Duration{});
  order(Deed::periodic_at_rate, 6, Duration::min());

  on.pass(Duration{});
  const int at_once = heard.sum();
  on.pass(milliseconds{1});
  on.pass(milliseconds{1});

  EXPECT_EQ(at_once, 123);
  EXPECT_EQ(heard.sum(), 1235656);
  EXPECT_EQ(heard.refused, 0);
}

TEST_F(Timers, what_a_timer_brought_can_be_stashed_and_has_come_then) {  // R3.9
  order(Deed::once, 1, milliseconds{10});
  order(Deed::once, 2, milliseconds{20});
  order(Deed::stash_ticks);
  on.pass(milliseconds{10});

  order(Deed::cancel, 1);
  order(Deed::cancel, 2);
  order(Deed::unstash);
  on.pass(milliseconds{20});

  EXPECT_EQ(heard.sum(), 1);
}

TEST_F(Timers, many_of_one_actor_find_their_keys) {
  constexpr int many = hosted ? 500 : 12;
  for (int key = 0; key < many; ++key) {
    sleeper.tell(Order{Deed::once, key, milliseconds{10}});
    on.run();
  }
  for (int key = 0; key < many; key += 2) {
    sleeper.tell(Order{Deed::cancel, key});
    on.run();
  }

  on.pass(milliseconds{10});

  EXPECT_EQ(heard.count, many / 2);
  EXPECT_EQ(heard.refused, 0);
}

TEST_F(Timers, silence_is_told_and_told_again) {
  order(Deed::await_silence, 0, seconds{2});

  on.pass(milliseconds{1999});
  const int early = heard.idles;
  on.pass(milliseconds{1});
  const int once = heard.idles;
  on.pass(seconds{2});

  EXPECT_EQ(early, 0);
  EXPECT_EQ(once, 1);
  EXPECT_EQ(heard.idles, 2);
}

TEST_F(Timers, a_message_ends_the_silence) {
  order(Deed::await_silence, 0, seconds{2});

  on.pass(milliseconds{1500});
  order(Deed::nothing);
  on.pass(milliseconds{1500});
  const int after_3 = heard.idles;
  on.pass(milliseconds{500});

  EXPECT_EQ(after_3, 0);
  EXPECT_EQ(heard.idles, 1);
}

TEST_F(Timers, a_timer_ends_the_silence_as_messages_do) {
  order(Deed::await_silence, 0, seconds{2});
  order(Deed::periodic, 1, seconds{1});

  for (int each = 0; each < 5; ++each) {
    on.pass(seconds{1});
  }

  EXPECT_EQ(heard.idles, 0);
}

TEST_F(Timers, a_message_that_does_not_count_does_not_end_the_silence) {
  order(Deed::await_silence_but_for_quiet, 0, seconds{2});

  on.pass(milliseconds{1500});
  sleeper.tell(Quiet{});
  on.run();
  on.pass(milliseconds{500});

  EXPECT_EQ(heard.idles, 1);
}

TEST_F(Timers, silence_is_not_told_once_that_is_cancelled) {
  order(Deed::await_silence, 0, seconds{2});
  order(Deed::end_silence);
  on.pass(seconds{5});
  const int cancelled = heard.idles;
  order(Deed::await_silence, 0, seconds{2});
  order(Deed::fail);
  on.pass(seconds{5});

  EXPECT_EQ(cancelled, 0);
  EXPECT_EQ(heard.idles, 0);
}

TEST(TimersOf, a_function) {
  ManualSystem on;
  int sum = 0;
  const auto actor = on.system.spawn([&sum](ActorContext<int>& context, int number) {
    sum = sum * 10 + number;
    if (number < 3) {
      context.timers().once("next", milliseconds{5}, number + 1);
    }
  });

  actor.tell(1);
  on.run();
  on.pass(milliseconds{5});
  on.pass(milliseconds{5});
  on.pass(milliseconds{5});

  EXPECT_EQ(sum, 123);
}

TEST(TimersOf, a_behavior_that_is_set_up) {
  ManualSystem on;
  int ticks = 0;
  (void)on.system.spawn(Behaviors::setup<int>([&ticks](ActorContext<int>& context) {
    context.timers().periodic("tick", milliseconds{5}, 1, {.first = Duration{}});
    return Behaviors::receive_message<int>([&ticks](int number) { ticks += number; });
  }));
  on.run();

  on.pass(Duration{});
  const int at_first = ticks;
  on.pass(milliseconds{5});

  EXPECT_EQ(at_first, 1);
  EXPECT_EQ(ticks, 2);
}

TEST(TimersOf, one_that_waited_tell_of_silence_since_the_end_of_that) {
  struct Dozer {
    int* idles;
    struct Nap {
      Sleep sleep;
      engine::Poll<engine::Done> poll(const engine::Waker& waker) noexcept { return sleep.poll(waker); }
    };
    void on(ActorContext<Dozer>& context, Quiet) { context.set_receive_timeout(seconds{2}, Idle{}); }
    Nap on(ActorContext<Dozer>& context, Tick) { return Nap{context.sleep(seconds{5})}; }
    void on(Idle) { ++*idles; }
  };
  ManualSystem on;
  int idles = 0;
  const auto dozer = on.system.spawn<Dozer>({}, &idles);
  dozer.tell(Quiet{});
  dozer.tell(Tick{});
  on.run();

  on.pass(seconds{2});
  on.pass(seconds{3});
  on.pass(milliseconds{1999});
  const int early = idles;
  on.pass(milliseconds{1});

  EXPECT_EQ(early, 0);
  EXPECT_EQ(idles, 1);
}

TEST(TimersOf, a_system_in_real_time_that_are_cancelled_are_not_waited_for) {
  struct Undecided {
    struct Never {
      engine::Poll<int> poll(const engine::Waker&) const noexcept { return engine::pending; }
    };
    struct Question {
      using Reply = int;
    };
    Never on(ActorContext<Undecided>& context, Question) {
      (void)context.timers().once(1, seconds{5}, Tick{});
      (void)context.timers().cancel(1);
      return {};
    }
    void on(Tick) {}
  };
  engine::ManualExecutor executor;
  ActorSystem system{executor};
  const auto undecided = system.spawn<Undecided>();

  const auto outcome = undecided.ask(Undecided::Question{}).wait();

  ASSERT_FALSE(outcome.has_value());
  EXPECT_EQ(outcome.error().reason, AskError::Reason::nothing_runs);
  EXPECT_LT(outcome.error().waited, Duration{seconds{5}});
}

TEST(TimersOf, a_system_that_ends_are_gone) {
  ManualSystem on;
  int ticks = 0;
  const auto actor = on.system.spawn([&ticks](ActorContext<int>& context, int number) {
    ticks += number;
    context.timers().periodic("tick", milliseconds{5}, 1);
  });
  actor.tell(0);
  on.run();

  const SystemReport report = on.system.shutdown(seconds{1});
  on.pass(seconds{1});

  EXPECT_TRUE(report.is_complete);
  EXPECT_EQ(report.dead_letters, 0u);
  EXPECT_EQ(ticks, 0);
}

}  // namespace
}  // namespace sluice
