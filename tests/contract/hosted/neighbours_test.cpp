// SPDX-License-Identifier: BSL-1.0
// Mailboxes on a user's own executor, next to the user's tasks: neither starves the other. US13, R1.4, D19
#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <asio/executor_work_guard.hpp>
#include <asio/io_context.hpp>
#include <asio/post.hpp>
#include <atomic>
#include <chrono>
#include <sluice/graph/schedule/shared_taskflow.hpp>
#include <sluice/graph/schedule/shared_tbb.hpp>
#include <sluice/graph/schedule/thread_executor.hpp>
#include <sluice/integrations/asio/shared_asio.hpp>
#include <sluice_test/probe.hpp>
#include <taskflow/algorithm/for_each.hpp>
#include <thread>
#include <type_traits>

namespace sluice::contract {
namespace {

using engine::Dispatcher;
using std::chrono::seconds;

constexpr std::uint32_t workers = 2;
constexpr std::uint32_t external_tasks = 200;
constexpr seconds bound{10};

template <class Predicate>
[[nodiscard]] bool comes_true(Predicate predicate) {
  for (const auto end = std::chrono::steady_clock::now() + bound; !predicate(); std::this_thread::yield()) {
    if (std::chrono::steady_clock::now() > end) {
      return false;
    }
  }
  return true;
}

/// Sends itself another message for ever, until it is told to end.
class Feeder final : public Probe {
public:
  using Probe::Probe;
  Tally is_enough;

private:
  void on_message(Numbered message) noexcept override {
    if (is_enough.get() == 0) {
      (void)send(message, this);
    }
  }
};

/// More mailboxes that never rest than there are workers.
struct Saturation {
  explicit Saturation(engine::Executor& on) : executor{on} {
    for (Feeder& feeder : feeders) {
      (void)feeder.send({});
    }
  }
  ~Saturation() {
    for (Feeder& feeder : feeders) {
      feeder.is_enough.set(1);
    }
    executor.drain();
  }
  [[nodiscard]] std::uint32_t handled() const noexcept {
    std::uint32_t sum = 0;
    for (const Feeder& feeder : feeders) {
      sum += feeder.handled.get();
    }
    return sum;
  }
  /// Whether messages are handled from now on.
  [[nodiscard]] bool goes_on() const {
    const std::uint32_t before = handled();
    return comes_true([&] { return handled() > before + 1'000; });
  }

  engine::Executor& executor;
  Dispatcher dispatcher{executor, {.throughput = 8}};
  Feeder feeders[4]{Feeder{dispatcher}, Feeder{dispatcher}, Feeder{dispatcher}, Feeder{dispatcher}};
};

/// A user's Taskflow executor.
class TaskflowUser {
public:
  using Shared = schedule::SharedTaskflowExecutor;
  [[nodiscard]] tf::Executor& host() noexcept { return executor_; }
  template <class Work>
  void run(Work work) {
    executor_.silent_async(std::move(work));
  }
  /// A parallel loop of the library's own, awaited.
  void run_loop(std::atomic<std::uint32_t>& rounds, std::uint32_t count) {
    tf::Taskflow loop;
    loop.for_each_index(0u, count, 1u, [&rounds](std::uint32_t) { ++rounds; });
    executor_.run(loop).wait();
  }

private:
  tf::Executor executor_{workers};
};

/// A user's arena.
class TbbUser {
public:
  using Shared = schedule::SharedTbbExecutor;
  [[nodiscard]] tbb::task_arena& host() noexcept { return arena_; }
  template <class Work>
  void run(Work work) {
    auto* const task = new Task<Work>{std::move(work)};
    // release | the task and all that this thread did, to the acquire in `execute`. TBB orders the two anyway; tools see
    //         | only this.
    task->handed_over.store(1, std::memory_order_release);
    tbb::detail::r1::enqueue(*task, context_, &arena_);
  }
  void run_loop(std::atomic<std::uint32_t>& rounds, std::uint32_t count) {
    std::atomic<bool> is_done{false};
    run([&] {
      tbb::parallel_for(0u, count, [&rounds](std::uint32_t) { ++rounds; });
      is_done = true;
    });
    while (!is_done) {
      std::this_thread::yield();
    }
  }

private:
  // What `task_arena::enqueue` makes, but for the hand-over: that of TBB's cannot be seen by the thread sanitizer.
  template <class Work>
  struct Task final : tbb::detail::d1::task {
    explicit Task(Work&& what) : work{std::move(what)} {}
    task* execute(tbb::detail::d1::execution_data&) override {
      (void)handed_over.load(std::memory_order_acquire);  // acquire | from the release in `run`
      work();
      delete this;
      return nullptr;
    }
    task* cancel(tbb::detail::d1::execution_data& execution) override { return execute(execution); }

    std::atomic<std::uint32_t> handed_over{0};
    Work work;
  };

  tbb::task_group_context context_{tbb::task_group_context::isolated};
  tbb::global_control threads_{tbb::global_control::max_allowed_parallelism, workers + 1};
  tbb::task_arena arena_{workers, 0};
};

/// A user's loop, and the threads that run it.
class AsioUser {
public:
  AsioUser() {
    for (std::jthread& thread : threads_) {
      thread = std::jthread{[this] { loop_.run(); }};
    }
  }

  using Shared = schedule::SharedAsioExecutor;
  [[nodiscard]] ::asio::io_context& host() noexcept { return loop_; }
  template <class Work>
  void run(Work work) {
    ::asio::post(loop_, std::move(work));
  }
  /// As Asio has no loop of that kind, a handler for each part.
  void run_loop(std::atomic<std::uint32_t>& rounds, std::uint32_t count) {
    constexpr std::uint32_t parts = 100;
    const std::uint32_t end = rounds.load() + count;
    for (std::uint32_t part = 0; part < parts; ++part) {
      run([&rounds, size = count / parts] { rounds += size; });
    }
    while (rounds.load() < end) {
      std::this_thread::yield();
    }
  }

private:
  ::asio::io_context loop_;
  std::jthread threads_[workers];
  ::asio::executor_work_guard<::asio::io_context::executor_type> guard_{loop_.get_executor()};
};

template <class User>
class Neighbours : public testing::Test {};
using Users = testing::Types<TaskflowUser, TbbUser, AsioUser>;
TYPED_TEST_SUITE(Neighbours, Users);

TYPED_TEST(Neighbours, two_hundred_tasks_of_the_user_run_while_mailboxes_never_rest) {
  TypeParam user;
  typename TypeParam::Shared executor{user.host(), {.workers = workers}};
  std::atomic<std::uint32_t> done{0};
  const Saturation saturation{executor};
  ASSERT_TRUE(saturation.goes_on());

  for (std::uint32_t task = 0; task < external_tasks; ++task) {
    user.run([&done] { ++done; });
    ASSERT_TRUE(comes_true([&] { return done.load() + 8 > task; }));  // a stream, not a heap
  }

  EXPECT_TRUE(comes_true([&] { return done.load() == external_tasks; }));
  EXPECT_TRUE(saturation.goes_on());
}

TYPED_TEST(Neighbours, a_parallel_loop_of_the_user_ends_while_mailboxes_never_rest) {
#ifdef SLUICE_TBB_LOOPS_LOOK_RACY
  if constexpr (std::is_same_v<TypeParam, TbbUser>) {
    GTEST_SKIP() << "the thread sanitizer does not see how TBB orders its own loops";
  }
#endif
  constexpr std::uint32_t rounds = 100'000;
  TypeParam user;
  typename TypeParam::Shared executor{user.host(), {.workers = workers}};
  const Saturation saturation{executor};
  ASSERT_TRUE(saturation.goes_on());
  std::atomic<std::uint32_t> done{0};

  const auto begin = std::chrono::steady_clock::now();
  user.run_loop(done, rounds);

  EXPECT_LT(std::chrono::steady_clock::now() - begin, bound);
  EXPECT_EQ(done.load(), rounds);
  EXPECT_TRUE(saturation.goes_on());
}

TYPED_TEST(Neighbours, a_task_that_does_not_yield_stalls_its_own_worker_only) {
  constexpr std::uint32_t stalls = 10;  // each finds other mailboxes on the worker that it stalls
  TypeParam user;
  typename TypeParam::Shared executor{user.host(), {.workers = workers}};
  const Saturation saturation{executor};

  for (std::uint32_t stall = 0; stall < stalls && !testing::Test::HasFailure(); ++stall) {
    std::atomic<std::uint32_t> stage{0};
    ASSERT_TRUE(saturation.goes_on());
    user.run([&stage] {
      stage = 1;
      while (stage != 2) {
        std::this_thread::yield();
      }
      stage = 3;
    });
    EXPECT_TRUE(comes_true([&] { return stage == 1; }));

    for (const Feeder& feeder : saturation.feeders) {
      const std::uint32_t before = feeder.handled.get();
      EXPECT_TRUE(comes_true([&] { return feeder.handled.get() > before + 100; })) << "stall " << stall;
    }
    stage = 2;
    EXPECT_TRUE(comes_true([&] { return stage == 3; }));
  }
}

TYPED_TEST(Neighbours, two_executors_on_one_host_both_make_progress) {
  TypeParam user;
  typename TypeParam::Shared first{user.host(), {.workers = workers}};
  typename TypeParam::Shared second{user.host(), {.workers = workers}};
  const Saturation of_first{first};
  const Saturation of_second{second};

  for (std::uint32_t time = 0; time < 3; ++time) {
    EXPECT_TRUE(of_first.goes_on());
    EXPECT_TRUE(of_second.goes_on());
  }
}

TYPED_TEST(Neighbours, the_users_own_workers_submit_like_any_other_thread) {
  constexpr std::uint32_t tasks = 500;
  TypeParam user;
  typename TypeParam::Shared shared{user.host(), {.workers = workers}};
  schedule::ThreadExecutor threads{{.workers = 1}};
  Dispatcher here{shared};
  Dispatcher elsewhere{threads};
  PlainProbe near{here};
  PlainProbe far{elsewhere};
  std::atomic<std::uint32_t> done{0};

  for (std::uint32_t task = 0; task < tasks; ++task) {
    user.run([&, task] {
      (void)near.send({0, task});
      (void)far.send({0, task});
      ++done;
    });
  }
  EXPECT_TRUE(comes_true([&] { return done == tasks; }));
  shared.drain();
  threads.drain();

  EXPECT_EQ(near.handled.get(), tasks);
  EXPECT_EQ(far.handled.get(), tasks);
}

TYPED_TEST(Neighbours, mailboxes_of_one_executor_send_to_those_of_another) {
  /// Plays a ball to a mailbox that lives elsewhere.
  class Player final : public Probe {
  public:
    using Probe::Probe;
    Player* other = nullptr;

  private:
    void on_message(Numbered ball) noexcept override {
      if (ball.number > 0) {
        (void)other->send({0, ball.number - 1}, this);
      }
    }
  };
  constexpr std::uint32_t hits = 5'000;
  TypeParam user;
  typename TypeParam::Shared first{user.host(), {.workers = workers}};
  typename TypeParam::Shared second{user.host(), {.workers = workers}};
  Dispatcher here{first};
  Dispatcher there{second};
  Player near{here};
  Player far{there};
  near.other = &far;
  far.other = &near;

  (void)near.send({0, hits - 1});

  EXPECT_TRUE(comes_true([&] { return near.handled.get() + far.handled.get() == hits; }));
  first.drain();
  second.drain();
}

TYPED_TEST(Neighbours, the_host_serves_its_user_when_the_executor_is_gone) {
  constexpr std::uint32_t messages = 1'000;
  TypeParam user;
  std::atomic<std::uint32_t> done{0};
  for (std::uint32_t life = 1; life <= 20; ++life) {
    {
      typename TypeParam::Shared executor{user.host(), {.workers = workers}};
      Dispatcher dispatcher{executor};
      PlainProbe probe{dispatcher};
      for (std::uint32_t number = 0; number < messages; ++number) {
        (void)probe.send({0, number});
      }
      EXPECT_TRUE(executor.shutdown(bound).is_complete());  // what is queued runs
      EXPECT_EQ(probe.handled.get(), messages);
    }
    user.run([&done] { ++done; });
    EXPECT_TRUE(comes_true([&] { return done == life; }));
  }
}

}  // namespace
}  // namespace sluice::contract
