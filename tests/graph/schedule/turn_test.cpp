// SPDX-License-Identifier: BSL-1.0
// Workers on threads that others want too: turns, guests, and threads that turn out to be taken.
#include <sluice_test/test.hpp>

#include "crew.hpp"

namespace sluice::schedule {
namespace {

/// A crew whose job submits itself again and again; each slice is a period long, so that the host's turn is soon due.
class BusyCrew {
public:
  BusyCrew(Roster::Index size, std::uint32_t wanted) : crew{size}, wanted_{wanted} {
    EXPECT_TRUE(crew.scheduler.inject(busy));
    worker = crew.host.started.front();
  }

  Crew crew;
  Worker* worker = nullptr;  ///< that was started for the job
  std::function<void()> also;
  Crew::Job& busy = crew.job("busy", [this] { run(); });
  std::uint32_t slices = 0;

private:
  void run() {
    ++slices;
    crew.clock.advance(Pace::period);
    if (also) {
      also();
    }
    EXPECT_TRUE(slices >= wanted_ || worker->submit(busy));
  }
  std::uint32_t wanted_;
};

TEST(Turn, is_offered_when_a_worker_was_busy_for_a_while) {
  BusyCrew one{1, Pace::at_first + 3 * Pace::fewest};

  one.crew.run_started();

  EXPECT_EQ(one.crew.host.turns, 4u);
  EXPECT_EQ(one.crew.workers[0].counts().turns.load(std::memory_order_relaxed), 4u);
}

TEST(Turn, is_not_offered_while_slices_are_short) {
  Crew crew{1};
  std::uint32_t times = 0;
  Crew::Job* self = nullptr;
  Crew::Job& busy = crew.job("busy", [&] { EXPECT_TRUE(++times == 500 || crew.workers[0].submit(*self)); });
  self = &busy;
  ASSERT_TRUE(crew.scheduler.inject(busy));

  crew.run_started();

  EXPECT_EQ(crew.host.turns, 0u);
}

TEST(Turn, ends_the_stay_of_a_worker_that_goes_on_later) {
  BusyCrew one{1, Pace::at_first + 5};
  one.crew.host.leaves = true;

  run_worker(one.crew.host.take());
  EXPECT_EQ(one.slices, Pace::at_first);
  EXPECT_EQ(one.crew.host.started.size(), 1u);
  EXPECT_EQ(one.crew.scheduler.roster().look().awake(), 1u);
  EXPECT_FALSE(one.crew.scheduler.is_idle());
  one.crew.run_started();

  EXPECT_EQ(one.slices, Pace::at_first + 5);
  EXPECT_EQ(one.crew.scheduler.starts(), 1u);
  EXPECT_EQ(one.crew.scheduler.present(), 0u);
}

TEST(Turn, leaves_the_queue_of_who_waits_for_a_thread_to_the_busy) {
  BusyCrew absent{2, Pace::at_first};
  absent.crew.host.leaves = true;
  Crew::Job& left = absent.crew.job("left");
  absent.also = [&] { EXPECT_TRUE(absent.slices != Pace::at_first || absent.worker->submit(left)); };
  run_worker(absent.crew.host.take());
  ASSERT_TRUE(absent.crew.log.ends_with("busy "));
  Worker& waiting = absent.crew.host.take();
  Crew::Job* self = nullptr;
  Worker* robber = nullptr;
  std::uint32_t slices = 0;
  Crew::Job& busy = absent.crew.job("other", [&] { EXPECT_TRUE(++slices > Pace::at_first || robber->submit(*self)); });
  self = &busy;
  ASSERT_TRUE(absent.crew.scheduler.inject(busy));
  robber = &absent.crew.host.take();

  run_worker(*robber);

  EXPECT_NE(robber, &waiting);
  EXPECT_NE(absent.crew.log.find("left "), std::string::npos);
}

TEST(Turn, lets_a_guest_work_for_a_while) {
  BusyCrew host{1, Pace::at_first};
  BusyCrew guest{1, 2 * Pace::at_first};
  host.crew.host.on_turn = [&] { run_worker(guest.crew.host.take()); };

  host.crew.run_started();

  EXPECT_EQ(guest.slices, Pace::at_first);
  EXPECT_EQ(guest.crew.host.turns, 0u);
  EXPECT_EQ(guest.crew.host.started.size(), 1u);
  guest.crew.run_started();
  EXPECT_EQ(guest.slices, 2 * Pace::at_first);
}

TEST(Turn, does_not_nest_workers_of_one_scheduler) {
  BusyCrew one{2, Pace::at_first + 1};
  Crew::Job& other = one.crew.job("other");
  one.crew.host.on_turn = [&] {
    EXPECT_TRUE(one.crew.scheduler.inject(other));
    EXPECT_EQ(one.crew.host.started.size(), 1u);
    run_worker(one.crew.host.take());
    EXPECT_TRUE(one.crew.host.started.empty());  // otherwise the host might offer this thread again and again
  };

  run_worker(one.crew.host.take());

  EXPECT_EQ(one.crew.workers[0].counts().slices.load(std::memory_order_relaxed), 0u);
  EXPECT_EQ(one.crew.host.started.size(), 1u);  // when the turn was over, for there is work
  one.crew.run_started();
  EXPECT_TRUE(one.crew.scheduler.is_idle());
  EXPECT_EQ(one.crew.scheduler.present(), 0u);
}

TEST(Turn, wakes_nobody_after_a_declined_thread_if_there_is_nothing) {
  BusyCrew one{2, Pace::at_first};
  one.crew.host.on_turn = [&] {
    one.crew.scheduler.notify();
    run_worker(one.crew.host.take());
  };

  run_worker(one.crew.host.take());

  EXPECT_TRUE(one.crew.host.started.empty());
  EXPECT_EQ(one.crew.scheduler.roster().look().awake(), 0u);
  EXPECT_EQ(one.crew.scheduler.roster().look().searching(), 0u);
  EXPECT_EQ(one.crew.idles, 1u);
}

TEST(Turn, wakes_another_after_the_slice_in_which_a_thread_was_declined) {
  Crew crew{2};
  Crew::Job& c = crew.job("c");
  Crew::Job& b = crew.job("b", [&] { EXPECT_EQ(crew.host.started.size(), 1u); });
  Crew::Job& a = crew.job("a", [&] {
    EXPECT_TRUE(crew.workers[1].submit(c));
    EXPECT_TRUE(crew.workers[1].submit(b));
    run_worker(crew.host.take());
    EXPECT_TRUE(crew.host.started.empty());
  });
  ASSERT_TRUE(crew.scheduler.inject(a));

  run_worker(crew.host.take());
  crew.run_started();

  EXPECT_EQ(crew.log, "a b c ");
}

}  // namespace
}  // namespace sluice::schedule
