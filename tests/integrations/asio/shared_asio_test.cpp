// SPDX-License-Identifier: BSL-1.0
// Mailboxes on a user's loop, which the test runs: R7.1, R7.2, R7.4, R7.5.
#include <gtest/gtest.h>

#include <asio/post.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <sluice/actors/actor_system.hpp>
#include <sluice/actors/events/event_stream.hpp>
#include <sluice/integrations/asio/shared_asio.hpp>
#include <string>
#include <vector>

namespace sluice {
namespace {

using asio_bridge::LoopEvent;
using schedule::SharedAsioExecutor;
using std::chrono::milliseconds;

struct Say {
  std::string text;
};
struct Again {
  int left;
};

class Notes final : public asio_bridge::LoopListener {
public:
  void on_loop(LoopEvent event) noexcept override { events.push_back(event); }
  std::vector<LoopEvent> events;
};

TEST(SharedAsio, the_loop_returns_when_mailboxes_have_nothing_left_to_do) {  // R7.1
  ::asio::io_context loop;
  SharedAsioExecutor executor{loop};
  ActorSystem system{executor};
  int sum = 0;
  const auto counter = system.spawn([&sum](Again again) { sum += again.left; });

  counter.tell({1});
  counter.tell({20});
  EXPECT_EQ(sum, 0);
  EXPECT_GT(loop.run(), 0u);

  EXPECT_EQ(sum, 21);
  EXPECT_TRUE(loop.stopped());
  loop.restart();
  EXPECT_EQ(loop.run(), 0u);
}

TEST(SharedAsio, a_mailbox_that_needs_another_slice_is_run_by_the_loop_again) {  // R7.2
  ::asio::io_context loop;
  SharedAsioExecutor executor{loop};
  ActorSystem system{SystemOptions{.executor = &executor, .dispatcher = {.throughput = 1}}};
  int handled = 0;
  const auto actor = system.spawn([&handled](Again) { ++handled; });
  for (int i = 0; i < 100; ++i) {
    actor.tell({i});
  }

  loop.run();

  EXPECT_EQ(handled, 100);
  EXPECT_GE(executor.counters().slices, 100u);
}

TEST(SharedAsio, a_mailbox_that_never_rests_lets_handlers_of_the_user_run) {  // R7.1: both take turns
  ::asio::io_context loop;
  SharedAsioExecutor executor{loop};
  ActorSystem system{SystemOptions{.executor = &executor, .dispatcher = {.throughput = 8}}};
  bool is_enough = false;
  int handled = 0;
  const auto actor = system.spawn([&](ActorContext<Again>& context, Again again) {
    ++handled;
    if (!is_enough) {
      context.self().tell(again);
    }
  });
  int turns = 0;
  int handled_at_last_turn = 0;
  const auto turn = [&](auto& self) -> void {
    EXPECT_GT(handled, handled_at_last_turn);
    handled_at_last_turn = handled;
    if (++turns < 20) {
      ::asio::post(loop, [&self] { self(self); });
    } else {
      is_enough = true;
    }
  };

  actor.tell({0});
  ::asio::post(loop, [&turn] { turn(turn); });
  loop.run();

  EXPECT_EQ(turns, 20);
}

TEST(SharedAsio, a_stopped_loop_keeps_mailboxes_and_goes_on_with_them_when_it_runs_again) {  // R7.5
  ::asio::io_context loop;
  Notes notes;
  SharedAsioExecutor executor{loop, {}, &notes};
  ActorSystem system{executor};
  std::string heard;
  const auto actor = system.spawn([&heard](const Say& say) { heard += say.text; });
  loop.run();

  loop.stop();
  actor.tell({"a"});
  actor.tell({"b"});
  EXPECT_EQ(loop.run(), 0u);
  EXPECT_EQ(heard, "");
  loop.restart();
  loop.run();

  EXPECT_EQ(heard, "ab");
  EXPECT_EQ(notes.events, (std::vector{LoopEvent::parked, LoopEvent::resumed}));
}

TEST(SharedAsio, who_waits_for_a_stopped_loop_runs_what_it_left) {  // R7.5
  ::asio::io_context loop;
  SharedAsioExecutor executor{loop};
  ActorSystem system{executor};
  std::string heard;
  const auto actor = system.spawn([&heard](const Say& say) { heard += say.text; });
  loop.stop();

  actor.tell({"a"});
  executor.drain();
  EXPECT_EQ(heard, "a");
  actor.tell({"b"});
  EXPECT_TRUE(executor.drain_for(std::chrono::seconds{10}));
  EXPECT_EQ(heard, "ab");

  loop.restart();
  loop.run();
  actor.tell({"c"});
  loop.restart();
  loop.run();
  EXPECT_EQ(heard, "abc");
}

TEST(SharedAsio, a_loop_that_nobody_runs_makes_a_shutdown_neither_hang_nor_lose_anything) {  // R7.4, R7.5
  struct Errand final : engine::Runnable {
    void run() noexcept override { ++runs; }
    void hand_back() noexcept override { ++backs; }
    int runs = 0;
    int backs = 0;
  };
  ::asio::io_context loop;
  Errand errand;
  Errand late;
  {
    SharedAsioExecutor executor{loop};
    ASSERT_EQ(executor.submit(errand), engine::Submission::accepted);
    const auto& report = executor.shutdown(milliseconds{1});
    EXPECT_EQ(report.handed_back, 1u);
    EXPECT_TRUE(report.stragglers.empty());
    EXPECT_EQ(executor.submit(late), engine::Submission::rejected);
  }
  loop.run();  // the handler that is still in its queue does nothing

  EXPECT_EQ(errand.backs, 1);
  EXPECT_EQ(errand.runs, 0);
}

TEST(SharedAsio, a_loop_that_ends_first_loses_nothing) {  // R7.5
  auto loop = std::make_unique<::asio::io_context>();
  Notes notes;
  std::string heard;
  {
    SharedAsioExecutor executor{*loop, {.workers = 2}, &notes};
    ActorSystem system{executor};
    const auto actor = system.spawn([&heard](const Say& say) { heard += say.text; });
    actor.tell({"a"});

    loop.reset();  // with our handler inside
    actor.tell({"b"});
    EXPECT_EQ(heard, "");
    EXPECT_EQ(notes.events, std::vector{LoopEvent::gone});

    EXPECT_TRUE(system.shutdown(std::chrono::seconds{10}).is_complete);
  }
  EXPECT_EQ(heard, "ab");
}

TEST(SharedAsio, what_waits_when_the_loop_has_ended_is_handed_back_without_time_to_run_it) {  // R7.4, R7.5
  struct Errand final : engine::Runnable {
    void run() noexcept override { ++runs; }
    void hand_back() noexcept override { ++backs; }
    int runs = 0;
    int backs = 0;
  };
  auto loop = std::make_unique<::asio::io_context>();
  Errand errand;
  SharedAsioExecutor executor{*loop};
  ASSERT_EQ(executor.submit(errand), engine::Submission::accepted);
  loop.reset();

  EXPECT_EQ(executor.shutdown(milliseconds{0}).handed_back, 1u);

  EXPECT_EQ(errand.backs, 1);
  EXPECT_EQ(errand.runs, 0);
}

TEST(SharedAsio, an_idle_executor_notices_that_its_loop_has_ended) {  // R7.5
  auto loop = std::make_unique<::asio::io_context>();
  SharedAsioExecutor executor{*loop};
  loop.reset();
  std::string heard;
  ActorSystem system{executor};
  const auto actor = system.spawn([&heard](const Say& say) { heard += say.text; });

  actor.tell({"a"});
  executor.drain();

  EXPECT_EQ(heard, "a");
}

TEST(SharedAsio, executors_come_and_go_on_one_loop) {
  ::asio::io_context loop;
  int handled = 0;
  for (int life = 0; life < 100; ++life) {
    SharedAsioExecutor executor{loop};
    ActorSystem system{executor};
    system.spawn([&handled](Again) { ++handled; }).tell({1});
    if (life % 2 == 0) {
      loop.restart();
      loop.run();
    } else {
      loop.stop();
    }
  }
  EXPECT_EQ(handled, 100);
}

}  // namespace
}  // namespace sluice
