// SPDX-License-Identifier: BSL-1.0
// What a worker runs in which order, and who is woken for what.
#include <sluice_test/test.hpp>

#include "crew.hpp"

namespace sluice::schedule {
namespace {

/// Has `job` run by the crew's workers, and all that comes of it.
void run_all(Crew& crew, Crew::Job& job) {
  ASSERT_TRUE(crew.scheduler.inject(job));
  crew.run_started();
}

/// `times` times "name ".
std::string repeated(const std::string& name, std::uint32_t times) {
  std::string text;
  for (std::uint32_t i = 0; i < times; ++i) {
    text += name + ' ';
  }
  return text;
}

TEST(Worker, runs_what_others_submit_in_order) {
  Crew crew{1};
  ASSERT_TRUE(crew.scheduler.inject(crew.job("a")));
  ASSERT_TRUE(crew.scheduler.inject(crew.job("b")));
  ASSERT_TRUE(crew.scheduler.inject(crew.job("c")));

  crew.run_started();

  EXPECT_EQ(crew.log, "a b c ");
}

TEST(Worker, runs_next_what_was_submitted_last) {
  Crew crew{1};
  Crew::Job& b = crew.job("b");
  Crew::Job& c = crew.job("c");
  Crew::Job& d = crew.job("d");
  Crew::Job& a = crew.job("a", [&] {
    EXPECT_TRUE(crew.workers[0].submit(b));
    EXPECT_TRUE(crew.workers[0].submit(c));
    EXPECT_TRUE(crew.workers[0].submit(d));
  });

  run_all(crew, a);

  EXPECT_EQ(crew.log, "a d b c ");
}

TEST(Worker, lets_its_queue_have_a_turn_after_three_in_a_row) {
  Crew crew{1};
  Worker& worker = crew.workers[0];
  Crew::Job& queued = crew.job("queued");
  Crew::Job& e = crew.job("e");
  Crew::Job& d = crew.job("d", [&] { EXPECT_TRUE(worker.submit(e)); });
  Crew::Job& c = crew.job("c", [&] { EXPECT_TRUE(worker.submit(d)); });
  Crew::Job& b = crew.job("b", [&] { EXPECT_TRUE(worker.submit(c)); });
  Crew::Job& a = crew.job("a", [&] {
    EXPECT_TRUE(worker.submit(queued));
    EXPECT_TRUE(worker.submit(b));
  });

  run_all(crew, a);

  EXPECT_EQ(crew.log, "a b c d queued e ");
}

TEST(Worker, goes_on_with_its_slot_if_nothing_is_queued) {
  Crew crew{1};
  std::uint32_t times = 0;
  Crew::Job* other = nullptr;
  const auto send = [&](Crew::Job& to) { EXPECT_TRUE(times++ >= 8 || crew.workers[0].submit(to)); };
  Crew::Job& ping = crew.job("ping", [&] { send(*other); });
  Crew::Job& pong = crew.job("pong", [&] { send(ping); });
  other = &pong;

  run_all(crew, ping);

  EXPECT_EQ(crew.log, repeated("ping pong", 4) + "ping ");
}

TEST(Worker, runs_who_submits_itself_behind_all_others) {
  Crew crew{1};
  Worker& worker = crew.workers[0];
  Crew::Job& b = crew.job("b");
  Crew::Job& c = crew.job("c");
  Crew::Job* self = nullptr;
  bool is_first = true;
  Crew::Job& a = crew.job("a", [&] {
    if (std::exchange(is_first, false)) {
      EXPECT_TRUE(worker.submit(b));
      EXPECT_TRUE(worker.submit(c));
      EXPECT_TRUE(worker.submit(*self));
    }
  });
  self = &a;

  run_all(crew, a);

  EXPECT_EQ(crew.log, "a c b a ");
}

TEST(Worker, wakes_nobody_for_its_slot) {
  Crew crew{2};
  Crew::Job& b = crew.job("b");
  Crew::Job& a = crew.job("a", [&] { EXPECT_TRUE(crew.workers[1].submit(b)); });

  run_all(crew, a);

  EXPECT_EQ(crew.log, "a b ");
  EXPECT_EQ(crew.scheduler.starts(), 1u);
  EXPECT_EQ(crew.workers[1].counts().hand_overs.load(std::memory_order_relaxed), 1u);
}

TEST(Worker, wakes_another_for_what_is_queued) {
  Crew crew{2};
  Crew::Job& b = crew.job("b");
  Crew::Job& c = crew.job("c");
  Crew::Job& a = crew.job("a", [&] {
    EXPECT_TRUE(crew.workers[1].submit(b));
    EXPECT_TRUE(crew.host.started.empty());
    EXPECT_TRUE(crew.workers[1].submit(c));
    ASSERT_EQ(crew.host.started.size(), 1u);
    EXPECT_EQ(crew.host.take().work(false), Worker::End::asleep);  // as if on another thread
  });

  run_all(crew, a);

  EXPECT_EQ(crew.log, "a b c ");
  EXPECT_EQ(crew.workers[0].counts().steals.load(std::memory_order_relaxed), 2u);  // of the queue, then of the slot
}

TEST(Worker, wakes_nobody_for_the_only_one_which_submits_itself) {
  Crew crew{2};
  std::uint32_t times = 0;
  Crew::Job* self = nullptr;
  Crew::Job& a = crew.job("a", [&] { EXPECT_TRUE(++times == 3 || crew.workers[1].submit(*self)); });
  self = &a;

  run_all(crew, a);

  EXPECT_EQ(crew.log, "a a a ");
  EXPECT_EQ(crew.scheduler.starts(), 1u);
}

TEST(Worker, wakes_another_for_one_which_submits_itself_behind_another) {
  Crew crew{2};
  Crew::Job& b = crew.job("b");
  Crew::Job* self = nullptr;
  bool is_first = true;
  Crew::Job& a = crew.job("a", [&] {
    if (std::exchange(is_first, false)) {
      EXPECT_TRUE(crew.workers[1].submit(b));
      EXPECT_TRUE(crew.workers[1].submit(*self));
    }
  });
  self = &a;

  run_all(crew, a);

  EXPECT_EQ(crew.log, "a b a ");
  EXPECT_EQ(crew.scheduler.starts(), 2u);
}

TEST(Worker, wakes_as_many_as_a_burst_can_occupy) {
  Crew crew{4};
  // Each is still running when the worker that was woken during it begins.
  const auto next = [&] {
    ASSERT_EQ(crew.host.started.size(), 1u);
    EXPECT_EQ(crew.host.take().work(false), Worker::End::asleep);
  };
  Crew::Job& a = crew.job("a", next);
  Crew::Job& b = crew.job("b", next);
  Crew::Job& c = crew.job("c", [&] { EXPECT_TRUE(crew.host.started.empty()); });
  ASSERT_TRUE(crew.scheduler.inject(a));
  ASSERT_TRUE(crew.scheduler.inject(b));
  ASSERT_TRUE(crew.scheduler.inject(c));
  EXPECT_EQ(crew.host.started.size(), 1u);

  crew.run_started();

  EXPECT_EQ(crew.log, "a b c ");
  EXPECT_EQ(crew.scheduler.starts(), 3u);
  EXPECT_EQ(crew.scheduler.roster().look().awake(), 0u);
}

TEST(Worker, looks_at_what_others_submit_while_it_is_busy) {
  Crew crew{1};
  std::uint32_t times = 0;
  Crew::Job& outside = crew.job("outside");
  Crew::Job* self = nullptr;
  Crew::Job& busy = crew.job("busy", [&] {
    EXPECT_TRUE(++times != 10 || crew.scheduler.inject(outside));
    EXPECT_TRUE(times == 100 || crew.workers[0].submit(*self));
  });
  self = &busy;

  run_all(crew, busy);

  EXPECT_EQ(crew.log, repeated("busy", Pace::at_first) + "outside " + repeated("busy", 100 - Pace::at_first));
}

TEST(Worker, puts_what_does_not_fit_where_all_find_it) {
  Crew crew{2};
  constexpr std::uint32_t many = 400;
  std::uint32_t ran = 0;
  std::vector<Crew::Job*> others;
  for (std::uint32_t i = 0; i < many; ++i) {
    others.push_back(&crew.job("", [&] { ++ran; }));
  }
  Crew::Job& a = crew.job("a", [&] {
    for (Crew::Job* const other : others) {
      EXPECT_TRUE(crew.workers[1].submit(*other));
    }
    EXPECT_FALSE(crew.scheduler.injection().is_empty());
    EXPECT_EQ(crew.host.started.size(), 1u);
  });

  run_all(crew, a);

  EXPECT_EQ(ran, many);
  EXPECT_TRUE(crew.scheduler.is_idle());
}

TEST(Worker, names_what_it_runs) {
  Crew crew{1};
  Crew::Job& a = crew.job("a", [&] {
    ASSERT_NE(crew.workers[0].running(), nullptr);
    EXPECT_STREQ(crew.workers[0].running()->name, "a runnable");
  });

  run_all(crew, a);

  EXPECT_EQ(crew.workers[0].running(), nullptr);
}

TEST(Worker, tells_when_all_is_done) {
  Crew crew{2};
  Crew::Job& a = crew.job("a", [&] {
    EXPECT_FALSE(crew.scheduler.is_idle());
    EXPECT_EQ(crew.idles, 0u);
  });
  EXPECT_TRUE(crew.scheduler.is_idle());
  EXPECT_EQ(crew.scheduler.present(), 0u);

  ASSERT_TRUE(crew.scheduler.inject(a));
  EXPECT_FALSE(crew.scheduler.is_idle());
  EXPECT_NE(crew.scheduler.present(), 0u);
  crew.run_started();

  EXPECT_TRUE(crew.scheduler.is_idle());
  EXPECT_EQ(crew.scheduler.present(), 0u);
  EXPECT_EQ(crew.idles, 1u);
}

}  // namespace
}  // namespace sluice::schedule
