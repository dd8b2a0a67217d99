// SPDX-License-Identifier: BSL-1.0
// How often and how soon an actor starts anew: US3.1, D8, FR-SUP-1, FR-SUP-2.
#include <sluice_test/test.hpp>

#include "supervised.hpp"

namespace sluice {
namespace {

using actors_test::milliseconds;
using actors_test::seconds;
using supervision_test::Deed;
using supervision_test::Do;
using supervision_test::Seen;
using supervision_test::Starter;
using supervision_test::Supervised;
using supervision_test::Worker;

using days = std::chrono::duration<std::int64_t, std::ratio<86400>>;

class RestartWindows : public Supervised {
protected:
  void fail_at(const ActorRef<Worker>& actor, Duration moment) {
    on.pass(Instant{} + moment - on.clock.now());
    tell(actor, Deed::fail);
  }
};

TEST_F(RestartWindows, failures_that_a_sliding_window_would_stop_at_are_in_two_tumbling_ones) {  // D8, US3.1
  const auto actor = spawn(Restart{.max = 3, .within = seconds{60}});

  for (const int moment : {0, 50, 59, 60, 61}) {  // four of them within 11 s
    fail_at(actor, seconds{moment});
  }

  EXPECT_TRUE(actor.is_alive());
  EXPECT_EQ(last.statistics.restarts, 5U);
  EXPECT_EQ(last.statistics.restarts_in_window, 2U);
  EXPECT_TRUE(last.statistics.window_begin == Instant{} + seconds{60});
}

TEST_F(RestartWindows, the_fourth_failure_just_before_the_edge_stops) {  // D8
  const auto actor = spawn(Restart{.max = 3, .within = seconds{60}});

  for (const int moment : {0, 20, 40}) {
    fail_at(actor, seconds{moment});
  }
  fail_at(actor, seconds{60} - milliseconds{1});

  EXPECT_FALSE(actor.is_alive());
}

TEST_F(RestartWindows, the_fourth_failure_at_the_edge_begins_a_window) {  // D8
  const auto actor = spawn(Restart{.max = 3, .within = seconds{60}});

  for (const int moment : {0, 20, 40, 60}) {
    fail_at(actor, seconds{moment});
  }

  EXPECT_TRUE(actor.is_alive());
  EXPECT_EQ(last.statistics.restarts_in_window, 1U);
}

TEST_F(RestartWindows, a_window_begins_with_a_failure_and_not_with_the_end_of_the_last) {  // D8
  const auto actor = spawn(Restart{.max = 1, .within = seconds{60}});

  fail_at(actor, seconds{0});
  fail_at(actor, seconds{100});
  EXPECT_TRUE(actor.is_alive());
  fail_at(actor, seconds{130});

  EXPECT_FALSE(actor.is_alive());
}

TEST_F(RestartWindows, a_window_of_thirty_days_is_no_shorter) {  // D8: no number overflows
  const auto actor = spawn(Restart{.max = 1, .within = days{30}});

  fail_at(actor, seconds{0});
  fail_at(actor, days{30} - milliseconds{1});

  EXPECT_FALSE(actor.is_alive());
}

TEST_F(RestartWindows, a_window_of_thirty_days_ends) {  // D8
  const auto actor = spawn(Restart{.max = 1, .within = days{30}});

  fail_at(actor, seconds{0});
  fail_at(actor, days{30});

  EXPECT_TRUE(actor.is_alive());
}

TEST_F(RestartWindows, unlimited_restarts_are_counted_all_the_same) {  // D8
  const auto actor = spawn(Restart{.within = seconds{60}});

  for (int failure = 0; failure < 50; ++failure) {
    tell(actor, Deed::fail);
  }

  EXPECT_TRUE(actor.is_alive());
  EXPECT_EQ(last.statistics.restarts_in_window, 50U);
}

TEST(BackoffDelay, doubles_up_to_the_most) {
  constexpr Backoff backoff{.first = milliseconds{100}, .most = milliseconds{500}};

  EXPECT_TRUE(delay_of(backoff, 1, 7) == milliseconds{100});
  EXPECT_TRUE(delay_of(backoff, 2, 7) == milliseconds{200});
  EXPECT_TRUE(delay_of(backoff, 3, 7) == milliseconds{400});
  EXPECT_TRUE(delay_of(backoff, 4, 7) == milliseconds{500});
  EXPECT_TRUE(delay_of(backoff, 4'000'000'000U, 7) == milliseconds{500});
  EXPECT_TRUE(delay_of({.first = seconds{1}}, 4'000'000'000U, 7) == Duration::max());
}

TEST(BackoffDelay, is_longer_by_up_to_its_jitter) {
  constexpr Backoff backoff{.first = milliseconds{100}, .most = seconds{1}, .jitter_percent = 20};
  bool is_spread = false;

  for (std::uint64_t number = 0; number < 1000; ++number) {
    const Duration delay = delay_of(backoff, 1, scatter(number));
    EXPECT_TRUE(delay >= milliseconds{100} && delay < milliseconds{120});
    is_spread = is_spread || delay > milliseconds{115};
  }

  EXPECT_TRUE(is_spread);
}

class Backoffs : public Supervised {};

TEST_F(Backoffs, one_that_backs_off_keeps_its_messages_and_starts_when_time_is_up) {  // FR-SUP-5
  const auto actor = spawn(Restart{.backoff = {.first = milliseconds{100}}});

  tell(actor, Deed::fail);
  tell(actor, Deed::count);
  on.pass(milliseconds{99});
  EXPECT_EQ(seen.starts, 1);
  EXPECT_EQ(seen.count, 0);
  on.pass(milliseconds{1});

  EXPECT_EQ(seen.starts, 2);
  EXPECT_EQ(seen.count, 1);
}

TEST_F(Backoffs, it_waits_longer_each_time_and_less_in_a_new_window) {
  const auto actor = spawn(Restart{.within = seconds{60}, .backoff = {.first = milliseconds{100}}});

  tell(actor, Deed::fail);
  on.pass(milliseconds{100});
  tell(actor, Deed::fail);
  on.pass(milliseconds{199});
  EXPECT_EQ(seen.starts, 2);
  on.pass(milliseconds{1});
  EXPECT_EQ(seen.starts, 3);
  on.pass(seconds{60});
  tell(actor, Deed::fail);
  on.pass(milliseconds{100});

  EXPECT_EQ(seen.starts, 4);
}

TEST_F(Backoffs, its_children_end_before_it_waits) {
  const auto actor = spawn(Restart{.backoff = {.first = milliseconds{100}}});
  tell(actor, Deed::spawn);

  tell(actor, Deed::fail);
  EXPECT_EQ(seen.child_stops, 1);
  EXPECT_EQ(seen.starts, 1);
  on.pass(milliseconds{100});

  EXPECT_EQ(seen.starts, 2);
}

TEST_F(Backoffs, one_that_waits_can_be_stopped) {
  const auto actor = spawn(Restart{.backoff = {.first = seconds{1000}}});
  tell(actor, Deed::fail);

  on.system.stop(actor);
  on.run();

  EXPECT_FALSE(actor.is_alive());
  EXPECT_EQ(seen.stops, 1);
  on.pass(seconds{1000});
  EXPECT_EQ(seen.starts, 1);
}

TEST_F(Backoffs, one_that_waits_does_not_hold_up_the_end_of_its_system) {
  const auto actor = spawn(Restart{.backoff = {.first = seconds{1000}}});
  tell(actor, Deed::fail);

  EXPECT_TRUE(on.system.shutdown(seconds{1}).is_complete);
}

TEST_F(Backoffs, a_start_that_fails_is_tried_for_ever_if_it_waits_in_between) {
  const auto actor =
      on.system.spawn<Starter>({.supervision = Restart{.backoff = {.first = milliseconds{1}}}}, &seen, 5);

  actor.tell(Do{Deed::count});
  on.run();
  EXPECT_EQ(seen.starts, 1);
  for (int moment = 0; moment < 40; ++moment) {
    on.pass(milliseconds{1});
  }

  EXPECT_EQ(seen.starts, 6);
  EXPECT_EQ(seen.count, 1);
}

/// Whoever starts, time passes and it fails; at its third start somebody has it stopped.
struct SlowStarter {
  supervision_test::Seen* seen;
  actors_test::ManualSystem* manual;
  int most;
  ActorResult<> on_start(ActorContext<SlowStarter>& context) {
    manual->clock.advance(milliseconds{400});
    if (++seen->starts == 3) {
      (void)manual->system.stop(context.self());
    }
    return seen->starts < most ? ActorResult<>{fail(ActorError::retryable("no connection"))} : ActorResult<>{};
  }
  void on_stop() { ++seen->stops; }
  void on(Do) { ++seen->count; }
};

TEST_F(Backoffs, a_start_that_fails_too_slowly_for_its_limit_can_be_stopped) {  // FR-SUP-2
  const auto actor =
      on.system.spawn<SlowStarter>({.supervision = Restart{.max = 3, .within = seconds{1}}}, &seen, &on, 100);

  on.run();

  EXPECT_FALSE(actor.is_alive());
  EXPECT_EQ(seen.starts, 4);  // the one that was on its way
  EXPECT_EQ(seen.stops, 1);
}

/// Takes its turn with another one.
struct Rival {
  supervision_test::Seen* seen;
  const supervision_test::Seen* other;
  void on(Do) { seen->count = other->starts; }
};

TEST_F(Backoffs, a_start_that_fails_again_and_again_lets_others_run) {  // FR-SUP-2
  supervision_test::Seen of_starter;
  const auto actor = on.system.spawn<Starter>({.supervision = Restart{.max = 100}}, &of_starter, 90);
  const auto rival = on.system.spawn<Rival>({}, &seen, &of_starter);

  rival.tell(Do{Deed::count});
  actor.tell(Do{Deed::count});
  on.run();

  EXPECT_GT(seen.count, 0);
  EXPECT_LT(seen.count, 90);
  EXPECT_EQ(of_starter.starts, 91);
  EXPECT_EQ(of_starter.count, 1);
}

/// At its first starts it offers a child more than that has room for, and fails.
struct Overfeeder {
  supervision_test::Seen* seen;
  int failures;
  ActorResult<> on_start(ActorContext<Overfeeder>& context) {
    const auto child =
        context.spawn<supervision_test::Child>({.mailbox = Bounded{.capacity = 1, .overflow = Overflow::block}}, seen);
    (void)context.offer(child, Do{Deed::count});
    (void)context.offer(child, Do{Deed::count});
    return ++seen->starts <= failures ? ActorResult<>{fail(ActorError::retryable())} : ActorResult<>{};
  }
  void on(Do) { ++seen->count; }
};

TEST_F(Backoffs, offers_of_a_start_that_failed_do_not_keep_its_children) {  // FR-SUP-2
  const auto actor = on.system.spawn<Overfeeder>({.supervision = Restart{.max = 5}}, &seen, 3);

  actor.tell(Do{Deed::count});
  on.run();

  EXPECT_EQ(seen.starts, 4);
  EXPECT_EQ(seen.child_stops, 3);
  EXPECT_EQ(seen.count, 1);
}

/// When a worker that failed starts anew, in microseconds.
std::int64_t restart_delay(std::uint64_t seed, std::string_view name) {
  Seen seen;
  actors_test::SupervisedSystem on{OneForOne{Restart{.backoff = {.first = milliseconds{10}, .jitter_percent = 100}}},
                                   seed};
  const auto actor = on.system.spawn<Worker>({.name = name}, &seen);
  actor.tell(Do{Deed::fail});
  on.run();
  while (seen.starts == 1) {
    on.pass(milliseconds{1});
  }
  return on.clock.now().time_since_epoch() / std::chrono::microseconds{1};
}

TEST_F(Backoffs, the_same_seed_gives_the_same_delays) {
  const std::int64_t first = restart_delay(7, "one");
  bool is_spread_by_seed = false;
  bool is_spread_by_name = false;

  EXPECT_EQ(restart_delay(7, "one"), first);
  for (const std::uint64_t seed : {8U, 9U, 10U, 11U}) {
    is_spread_by_seed = is_spread_by_seed || restart_delay(seed, "one") != first;
  }
  for (const std::string_view name : {"two", "three", "four", "five"}) {
    is_spread_by_name = is_spread_by_name || restart_delay(7, name) != first;
  }

  EXPECT_TRUE(is_spread_by_seed);
  EXPECT_TRUE(is_spread_by_name);
}

}  // namespace
}  // namespace sluice
