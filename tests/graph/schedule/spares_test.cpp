// SPDX-License-Identifier: BSL-1.0
// How many spare workers there are, when they come, and when they go. R2.5
#include <sluice_test/test.hpp>

#include "watched_crew.hpp"

namespace sluice::schedule {
namespace {

using Kind = ExecutorEvent::Kind;
using std::chrono::milliseconds;

constexpr Duration calm = MonitorSettings{}.calm;

/// A crew of one whose only worker is stuck during `meanwhile`, with a spare worker beside it.
template <class Meanwhile>
void stall(WatchedCrew& watched, Meanwhile meanwhile) {
  watched.inject(watched.job("stuck", [&] {
    watched.inject(watched.job("other"));
    watched.look_for(2 * WatchedCrew::tick);
    watched.run_spare();
    meanwhile();
  }));
  watched.crew.run_started();
}

/// The spare worker falls asleep behind the regular one, so that it is woken first.
void put_spare_on_top(WatchedCrew& watched) {
  watched.inject(watched.job("", [&] { watched.inject(watched.job("")); }));
  watched.crew.run_started();
  watched.run_spare();
}

TEST(Spares, leave_within_a_second_of_calm) {  // R2.5
  WatchedCrew watched{1, 1};
  stall(watched, [&] { EXPECT_EQ(watched.hired.size(), 1u); });

  watched.look_for(std::chrono::seconds{1});

  EXPECT_TRUE(watched.hired.empty());
  EXPECT_EQ(watched.count(Kind::rebalanced), 2u);
  EXPECT_EQ(watched.last(Kind::rebalanced)->spares, 0u);
}

TEST(Spares, stay_for_a_while_when_they_are_not_needed) {  // R2.5: hysteresis
  WatchedCrew watched{1, 1};
  for (int i = 0; i < 5; ++i) {
    stall(watched, [] {});
    watched.look_for(calm - 4 * WatchedCrew::tick);
    EXPECT_EQ(watched.hired.size(), 1u);
  }

  EXPECT_EQ(watched.count(Kind::rebalanced), 1u);
}

TEST(Spares, are_bounded) {  // R2.5
  WatchedCrew watched{1, 2};
  std::uint32_t depth = 0;
  std::function<void()> stuck;
  stuck = [&] {  // each spare one gets stuck as well
    if (depth == 3) {
      return;
    }
    watched.inject(watched.job("stuck", [&] { stuck(); }));
    watched.look_for(milliseconds{50});
    if (++depth < 3) {
      watched.run_spare();
    } else {
      EXPECT_TRUE(watched.crew.spare_host.started.empty());
      EXPECT_EQ(watched.hired.size(), 2u);
    }
  };
  watched.inject(watched.job("stuck", [&] { stuck(); }));

  watched.crew.run_started();

  EXPECT_EQ(depth, 3u);
}

TEST(Spares, that_could_not_be_hired_are_not_asked_for_again_and_again) {
  WatchedCrew watched{1, 2};
  watched.has_threads = false;
  watched.inject(watched.job("stuck", [&] {
    watched.inject(watched.job("other"));
    watched.look_for(milliseconds{200});
  }));

  watched.crew.run_started();

  EXPECT_EQ(watched.refusals, 1u);
  EXPECT_EQ(watched.count(Kind::rebalanced), 0u);
  EXPECT_EQ(watched.crew.log, "stuck other ");
}

TEST(Spares, are_none_if_there_may_be_none) {
  WatchedCrew watched{1, 0};
  watched.inject(watched.job("stuck", [&] {
    watched.inject(watched.job("other"));
    watched.look_for(milliseconds{200});
  }));

  watched.crew.run_started();

  EXPECT_EQ(watched.count(Kind::starvation), 1u);
  EXPECT_EQ(watched.count(Kind::rebalanced), 0u);
}

TEST(Spares, that_are_busy_leave_after_their_slice_and_what_they_have_goes_to_others) {  // R2.5
  WatchedCrew watched{1, 1};
  Worker& spare = watched.crew.workers[1];
  std::uint32_t slices = 0;
  std::uint32_t others = 0;
  Crew::Job* self = nullptr;
  Crew::Job& busy = watched.job("", [&] {
    if (spare.has_departed()) {
      return;
    }
    ++slices;
    watched.crew.clock.advance(Pace::period);
    watched.core.look(watched.crew.clock.now());
    EXPECT_TRUE(spare.submit(*self));
    EXPECT_TRUE(spare.submit(watched.job("", [&] { ++others; })));
  });
  self = &busy;
  stall(watched, [] {});
  put_spare_on_top(watched);
  watched.crew.clock.advance(calm);
  watched.computing.insert(&spare);
  watched.inject(busy);
  ASSERT_EQ(watched.crew.spare_host.started.size(), 1u);

  EXPECT_EQ(watched.crew.spare_host.take().work(false), Worker::End::asleep);

  EXPECT_TRUE(spare.has_departed());
  EXPECT_LE(slices, Pace::at_first);
  EXPECT_FALSE(spare.has_queue());
  EXPECT_LT(others, slices);
  EXPECT_EQ(watched.crew.host.started.size(), 1u);  // for what it left
  watched.look();
  EXPECT_TRUE(watched.hired.empty());
  watched.crew.run_started();
  EXPECT_EQ(others, slices);
  EXPECT_TRUE(watched.crew.scheduler.is_idle());
}

TEST(Spares, that_are_about_to_leave_stay_if_they_are_needed_again) {
  WatchedCrew watched{1, 1};
  Worker& spare = watched.crew.workers[1];
  stall(watched, [] {});
  put_spare_on_top(watched);
  watched.computing.insert(&spare);
  Crew::Job& busy = watched.job("busy", [&] {
    watched.look_for(calm + WatchedCrew::tick);  // it is to leave when this is over
    watched.inject(watched.job("stuck too", [&] {
      watched.inject(watched.job("other"));
      watched.look_for(3 * WatchedCrew::tick);
    }));
    ASSERT_EQ(watched.crew.host.started.size(), 1u);
    EXPECT_EQ(watched.crew.host.take().work(false), Worker::End::asleep);
  });
  watched.inject(busy);
  watched.run_spare();

  EXPECT_EQ(watched.hired.size(), 1u);
  EXPECT_FALSE(spare.has_departed());
  EXPECT_EQ(watched.crew.log, "stuck other   busy stuck too other ");
}

TEST(Spares, join_again_when_they_have_left) {  // R2.5
  WatchedCrew watched{1, 1};
  for (std::uint32_t time = 1; time <= 3; ++time) {
    stall(watched, [] {});
    watched.look_for(std::chrono::seconds{1});
    EXPECT_TRUE(watched.hired.empty());
    EXPECT_EQ(watched.count(Kind::rebalanced), 2 * time);
  }
  EXPECT_EQ(watched.crew.scheduler.roster().look().awake(), 0u);
  EXPECT_EQ(watched.crew.scheduler.workers().size(), 1u);
}

}  // namespace
}  // namespace sluice::schedule
