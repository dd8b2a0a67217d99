// SPDX-License-Identifier: BSL-1.0
// What the monitor takes for a stall, whom it names, and who takes over. R2.5, R7.5
#include <sluice_test/test.hpp>

#include "watched_crew.hpp"

namespace sluice::schedule {
namespace {

using Kind = ExecutorEvent::Kind;
using std::chrono::milliseconds;

TEST(Monitor, names_who_does_not_come_back_while_others_wait) {  // R2.5
  WatchedCrew watched{1, 1};
  watched.inject(watched.job("stuck", [&] {
    watched.inject(watched.job("other"));
    watched.look();
    EXPECT_EQ(watched.count(Kind::starvation), 0u);
    watched.look();
  }));

  watched.crew.run_started();

  ASSERT_EQ(watched.count(Kind::starvation), 1u);
  const ExecutorEvent& event = *watched.last(Kind::starvation);
  EXPECT_STREQ(event.name, "a runnable");
  EXPECT_EQ(event.worker, 0u);
  EXPECT_EQ(event.lasted, WatchedCrew::tick);
  EXPECT_FALSE(event.is_computing);
}

TEST(Monitor, says_it_once_per_slice) {  // R2.5
  WatchedCrew watched{1, 1};
  const auto stall = [&] {
    watched.inject(watched.job("other"));
    watched.look_for(milliseconds{200});
    watched.run_spare();
    EXPECT_TRUE(watched.crew.workers[0].submit(watched.job("slotted")));
    watched.look_for(milliseconds{200});
    watched.run_spare();
  };
  watched.inject(watched.job("stuck", stall));
  watched.crew.run_started();
  EXPECT_EQ(watched.count(Kind::starvation), 1u);
  watched.look_for(std::chrono::seconds{1});
  watched.inject(watched.job("stuck again", stall));
  watched.crew.run_started();

  EXPECT_EQ(watched.count(Kind::starvation), 2u);
}

TEST(Monitor, has_nothing_to_say_while_nobody_waits) {  // R2.5
  WatchedCrew watched{2, 2};
  watched.inject(watched.job("long", [&] { watched.look_for(milliseconds{500}); }));

  watched.crew.run_started();

  EXPECT_TRUE(watched.events.empty());
  EXPECT_EQ(watched.questions, 0u);
}

TEST(Monitor, has_nothing_to_say_while_somebody_comes) {  // R2.5
  WatchedCrew watched{2, 2};
  watched.inject(watched.job("long", [&] {
    watched.inject(watched.job("other"));  // for which the other worker was started
    watched.look_for(milliseconds{100});
  }));

  watched.crew.run_started();

  EXPECT_TRUE(watched.events.empty());
}

TEST(Monitor, takes_slices_that_end_for_no_stall) {  // R2.5: overload that takes turns
  WatchedCrew watched{1, 1};
  Crew::Job* self = nullptr;
  std::uint32_t slices = 0;
  Crew::Job& busy = watched.job("busy", [&] {
    watched.look();
    EXPECT_TRUE(++slices == 20 || watched.crew.workers[0].submit(*self));
  });
  self = &busy;
  watched.inject(busy);
  watched.inject(watched.job("other"));

  watched.crew.run_started();

  EXPECT_EQ(slices, 20u);
  EXPECT_TRUE(watched.events.empty());
}

TEST(Monitor, has_a_spare_worker_take_queue_slot_and_what_comes_from_outside) {  // R2.5
  WatchedCrew watched{1, 1};
  watched.inject(watched.job("stuck", [&] {
    Worker& worker = watched.crew.workers[0];
    EXPECT_TRUE(worker.submit(watched.job("queued")));
    EXPECT_TRUE(worker.submit(watched.job("slotted")));
    watched.inject(watched.job("outside"));
    watched.look_for(2 * WatchedCrew::tick);
    watched.run_spare();
    EXPECT_EQ(watched.crew.log, "stuck outside queued slotted ");
  }));

  watched.crew.run_started();

  EXPECT_EQ(watched.crew.log, "stuck outside queued slotted ");
  EXPECT_EQ(watched.last(Kind::rebalanced)->spares, 1u);
  EXPECT_EQ(watched.last(Kind::rebalanced)->regulars, 1u);
}

TEST(Monitor, has_later_work_served_without_another_look) {  // R2.5: blocked for ever costs its own actor only
  WatchedCrew watched{1, 1};
  watched.inject(watched.job("for ever", [&] {
    watched.inject(watched.job("first"));
    watched.look_for(2 * WatchedCrew::tick);
    watched.run_spare();
    for (int i = 0; i < 10; ++i) {
      watched.inject(watched.job("later"));
      watched.run_spare();  // it was woken by the submission
      watched.look_for(milliseconds{700});
      EXPECT_EQ(watched.core.spares(), 1u);  // as long as it is needed
    }
  }));

  watched.crew.run_started();

  EXPECT_EQ(watched.count(Kind::starvation), 1u);
  EXPECT_EQ(watched.count(Kind::rebalanced), 1u);
}

TEST(Monitor, wakes_a_sleeper_for_a_slot_and_hires_nobody) {  // R2.5
  WatchedCrew watched{2, 2};
  watched.inject(watched.job("stuck", [&] {
    EXPECT_TRUE(watched.crew.workers[1].submit(watched.job("slotted")));
    EXPECT_TRUE(watched.crew.host.started.empty());
    watched.look_for(2 * WatchedCrew::tick);
    ASSERT_EQ(watched.crew.host.started.size(), 1u);
    EXPECT_EQ(watched.crew.host.take().work(false), Worker::End::asleep);
  }));

  watched.crew.run_started();

  EXPECT_EQ(watched.crew.log, "stuck slotted ");
  EXPECT_EQ(watched.count(Kind::starvation), 1u);
}

TEST(Monitor, hires_nobody_for_one_that_computes) {  // R2.5: CPU-bound overload starts no spare
  WatchedCrew watched{1, 2};
  watched.computing.insert(&watched.crew.workers[0]);
  watched.inject(watched.job("computes", [&] {
    watched.inject(watched.job("other"));
    watched.look_for(milliseconds{300});
    EXPECT_TRUE(watched.hired.empty());
  }));

  watched.crew.run_started();

  ASSERT_EQ(watched.count(Kind::starvation), 1u);
  EXPECT_TRUE(watched.last(Kind::starvation)->is_computing);
  EXPECT_EQ(watched.count(Kind::rebalanced), 0u);
}

TEST(Monitor, sees_when_one_that_computed_waits) {  // R2.5
  WatchedCrew watched{1, 1};
  watched.computing.insert(&watched.crew.workers[0]);
  watched.inject(watched.job("computes", [&] {
    watched.inject(watched.job("other"));
    watched.look_for(milliseconds{100});
    watched.computing.clear();
    watched.look();
    watched.run_spare();
  }));

  watched.crew.run_started();

  EXPECT_EQ(watched.crew.log, "computes other ");
  EXPECT_EQ(watched.count(Kind::starvation), 1u);
}

TEST(Monitor, asks_about_few_threads_at_a_time) {  // R2.5: at most 1 % of a core, whatever their number
  constexpr Roster::Index many = 6;
  WatchedCrew watched{many, 1};
  std::function<void()> nest;
  std::uint32_t depth = 0;
  nest = [&] {  // each inside the one before, as if on threads of their own
    watched.computing.insert(watched.crew.staff[many - 1 - depth]);
    if (++depth < many) {
      watched.inject(watched.job("computes", nest));
      ASSERT_FALSE(watched.crew.host.started.empty());
      EXPECT_EQ(watched.crew.host.take().work(false), Worker::End::asleep);
      return;
    }
    watched.inject(watched.job("other"));
    watched.look_for(2 * WatchedCrew::tick);
    EXPECT_EQ(watched.questions, 4u);
  };
  watched.inject(watched.job("computes", nest));

  watched.crew.run_started();

  EXPECT_EQ(depth, many);
}

TEST(Monitor, is_as_patient_as_it_is_told) {  // R2.5: thresholds are settings
  WatchedCrew watched{1, 1, false, {.stall = milliseconds{100}}};
  watched.inject(watched.job("stuck", [&] {
    watched.inject(watched.job("other"));
    watched.look_for(milliseconds{100});
    EXPECT_TRUE(watched.events.empty());
    watched.look();
    EXPECT_EQ(watched.count(Kind::starvation), 1u);
  }));

  watched.crew.run_started();
}

TEST(Monitor, tells_since_when_a_slice_lasts) {  // R4.4: for a dump
  WatchedCrew watched{1, 0};
  Worker& worker = watched.crew.workers[0];
  watched.inject(watched.job("long", [&] {
    EXPECT_FALSE(worker.running_since().has_value());
    watched.look();
    const Instant since = watched.crew.clock.now();
    watched.look_for(milliseconds{50});
    EXPECT_EQ(worker.running_since(), since);
  }));

  watched.crew.run_started();

  EXPECT_FALSE(worker.running_since().has_value());
}

TEST(Monitor, may_rest_when_nobody_works_and_no_spare_worker_is_left) {
  WatchedCrew watched{1, 1};
  EXPECT_TRUE(watched.core.may_rest());
  watched.inject(watched.job("stuck", [&] {
    EXPECT_FALSE(watched.core.may_rest());
    watched.inject(watched.job("other"));
    watched.look_for(2 * WatchedCrew::tick);
    watched.run_spare();
  }));
  watched.crew.run_started();

  EXPECT_FALSE(watched.core.may_rest());
  watched.look_for(MonitorSettings{}.calm + WatchedCrew::tick);
  EXPECT_TRUE(watched.core.may_rest());
}

TEST(Monitor, is_woken_when_it_sleeps_and_somebody_begins) {
  Crew crew{1};
  ASSERT_TRUE(crew.scheduler.inject(crew.job("a")));
  EXPECT_EQ(crew.stirs, 0u);  // it watches
  crew.run_started();

  crew.scheduler.vigil().lie_down();
  ASSERT_TRUE(crew.scheduler.inject(crew.job("b")));
  EXPECT_EQ(crew.stirs, 1u);
  crew.run_started();
  ASSERT_TRUE(crew.scheduler.inject(crew.job("c")));

  EXPECT_EQ(crew.stirs, 1u);
  crew.run_started();
}

TEST(HostWatch, tells_once_that_the_host_has_no_thread_and_once_that_it_has) {  // R7.5
  WatchedCrew watched{2, 0, true};
  watched.inject(watched.job("a"));
  watched.look();
  EXPECT_TRUE(watched.events.empty());
  watched.look_for(milliseconds{100});

  ASSERT_EQ(watched.count(Kind::host_overloaded), 1u);
  EXPECT_EQ(watched.last(Kind::host_overloaded)->worker, 1u);
  EXPECT_EQ(watched.last(Kind::host_overloaded)->lasted, WatchedCrew::tick);
  EXPECT_EQ(watched.count(Kind::host_recovered), 0u);
  watched.crew.run_started();
  watched.look();

  EXPECT_EQ(watched.count(Kind::host_overloaded), 1u);
  ASSERT_EQ(watched.count(Kind::host_recovered), 1u);
  EXPECT_GE(watched.last(Kind::host_recovered)->lasted, milliseconds{100});
  EXPECT_EQ(watched.crew.log, "a ");
}

TEST(HostWatch, has_spare_workers_serve_what_the_host_does_not) {  // R7.5: nothing is lost
  WatchedCrew watched{2, 1, true};
  watched.inject(watched.job("a"));
  watched.look_for(2 * WatchedCrew::tick);
  watched.run_spare();
  EXPECT_EQ(watched.crew.log, "a ");
  watched.inject(watched.job("b"));  // the spare one, not another of the host's
  watched.run_spare();
  EXPECT_EQ(watched.crew.log, "a b ");

  watched.crew.run_started();  // the host is back
  watched.look_for(MonitorSettings{}.calm + 2 * WatchedCrew::tick);

  EXPECT_EQ(watched.count(Kind::host_recovered), 1u);
  EXPECT_EQ(watched.crew.scheduler.roster().look().awake(), 0u);
  EXPECT_EQ(watched.crew.scheduler.roster().look().searching(), 0u);
  EXPECT_EQ(watched.core.spares(), 0u);
  watched.inject(watched.job("c"));
  watched.crew.run_started();
  EXPECT_EQ(watched.crew.log, "a b c ");
}

TEST(HostWatch, hires_nobody_while_others_of_its_workers_work) {  // R7.5: what lacks is a core
  WatchedCrew watched{2, 1, true};
  watched.computing.insert(&watched.crew.workers[1]);
  watched.inject(watched.job("computes", [&] {
    watched.inject(watched.job("other"));  // for which the other worker is started, and waits
    watched.look_for(milliseconds{100});
    EXPECT_EQ(watched.count(Kind::host_overloaded), 1u);
    EXPECT_TRUE(watched.hired.empty());
  }));

  watched.crew.run_started();

  EXPECT_EQ(watched.crew.log, "computes other ");
}

TEST(HostWatch, begins_another_episode_after_the_first_one) {  // R7.5
  WatchedCrew watched{1, 0, true};
  for (std::uint32_t episode = 1; episode <= 3; ++episode) {
    watched.inject(watched.job("a"));
    watched.look_for(milliseconds{50});
    EXPECT_EQ(watched.count(Kind::host_overloaded), episode);
    watched.crew.run_started();
    watched.look();
    EXPECT_EQ(watched.count(Kind::host_recovered), episode);
  }
}

TEST(HostWatch, does_not_watch_threads_of_our_own) {
  WatchedCrew watched{1, 1, false};
  watched.inject(watched.job("a"));
  watched.look_for(milliseconds{200});

  EXPECT_TRUE(watched.events.empty());
  watched.crew.run_started();
}

}  // namespace
}  // namespace sluice::schedule
