// SPDX-License-Identifier: BSL-1.0
// A scheduler that is closed runs what it has; one that is stopped gives it back.
#include <sluice_test/test.hpp>

#include "crew.hpp"

namespace sluice::schedule {
namespace {

TEST(Stop, comes_after_a_close_that_lets_everything_run) {
  Crew crew{1};
  Crew::Job& b = crew.job("b");
  Crew::Job& a = crew.job("a", [&] { EXPECT_TRUE(crew.workers[0].submit(b)); });
  ASSERT_TRUE(crew.scheduler.inject(a));

  crew.scheduler.close();
  EXPECT_FALSE(crew.scheduler.inject(crew.job("late")));
  crew.run_started();

  EXPECT_EQ(crew.log, "a b ");
  EXPECT_EQ(crew.scheduler.handed_back(), 0u);
}

TEST(Stop, lets_a_worker_give_back_what_it_has) {
  Crew crew{1};
  Worker& worker = crew.workers[0];
  Crew::Job& a = crew.job("a", [&] {
    EXPECT_TRUE(worker.submit(crew.job("b")));
    EXPECT_TRUE(worker.submit(crew.job("c")));
    EXPECT_TRUE(worker.submit(crew.job("d")));
    crew.scheduler.close();
    crew.scheduler.stop();
    EXPECT_FALSE(worker.submit(crew.job("late")));
  });
  ASSERT_TRUE(crew.scheduler.inject(a));

  crew.run_started();

  EXPECT_EQ(crew.log, "a d-back b-back c-back ");
  EXPECT_EQ(crew.scheduler.handed_back(), 3u);
  EXPECT_TRUE(crew.scheduler.is_idle());
  EXPECT_EQ(crew.idles, 1u);
}

/// Stops a crew of `size` in the midst of a slice that has submitted two; what happened.
std::string stop_in_a_slice(Roster::Index size) {
  Crew crew{size};
  Worker* busy = nullptr;
  Crew::Job& a = crew.job("a", [&] {
    EXPECT_TRUE(busy->submit(crew.job("b")));
    EXPECT_TRUE(busy->submit(crew.job("c")));
    EXPECT_TRUE(crew.scheduler.inject(crew.job("outside")));
    crew.scheduler.close();
    crew.scheduler.stop();
    crew.scheduler.hand_back_all();
    crew.log += "end-of-a ";
  });
  EXPECT_TRUE(crew.scheduler.inject(a));
  busy = crew.host.started.front();
  crew.run_started();
  EXPECT_EQ(crew.scheduler.handed_back(), 3u);
  return crew.log;
}

TEST(Stop, gives_back_what_a_busy_worker_has) {
  EXPECT_EQ(stop_in_a_slice(2), "a outside-back c-back b-back end-of-a ");
}

TEST(Stop, leaves_what_is_next_to_a_worker_that_is_alone) {
  EXPECT_EQ(stop_in_a_slice(1), "a outside-back b-back end-of-a c-back ");
}

TEST(Stop, gives_back_what_was_never_begun) {
  Crew crew{2};
  ASSERT_TRUE(crew.scheduler.inject(crew.job("a")));
  ASSERT_TRUE(crew.scheduler.inject(crew.job("b")));

  crew.scheduler.close();
  crew.scheduler.stop();
  crew.scheduler.hand_back_all();
  crew.run_started();

  EXPECT_EQ(crew.log, "a-back b-back ");
  EXPECT_TRUE(crew.scheduler.is_idle());
}

TEST(Stop, lets_a_worker_give_back_what_it_put_outside_too_late) {
  Crew crew{1};
  Crew::Job& overflow = crew.job("overflow");
  Crew::Job& a = crew.job("a", [&] {
    crew.scheduler.close();
    crew.scheduler.stop();
    crew.scheduler.hand_back_all();
    engine::Runnable* const late[] = {&overflow};
    crew.scheduler.injection().put_back(late);
  });
  ASSERT_TRUE(crew.scheduler.inject(a));

  crew.run_started();

  EXPECT_EQ(crew.log, "a overflow-back ");
  EXPECT_TRUE(crew.scheduler.is_idle());
}

TEST(Stop, is_heard_by_a_worker_that_declines) {
  Crew crew{2};
  Crew::Job& a = crew.job("a", [&] {
    EXPECT_TRUE(crew.scheduler.inject(crew.job("b")));
    crew.scheduler.close();
    crew.scheduler.stop();
    run_worker(crew.host.take());
    crew.log += "end-of-a ";
  });
  ASSERT_TRUE(crew.scheduler.inject(a));

  crew.run_started();

  EXPECT_EQ(crew.log, "a b-back end-of-a ");
  EXPECT_TRUE(crew.scheduler.is_idle());
}

}  // namespace
}  // namespace sluice::schedule
