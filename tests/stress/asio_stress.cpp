// SPDX-License-Identifier: BSL-1.0
// Mailboxes on loops that are stopped, restarted and ended while others send. R7.5
#include <gtest/gtest.h>

#include <asio/executor_work_guard.hpp>
#include <asio/io_context.hpp>
#include <asio/post.hpp>
#include <atomic>
#include <memory>
#include <sluice/integrations/asio/async_await.hpp>
#include <sluice/integrations/asio/shared_asio.hpp>
#include <sluice/sluice.hpp>
#include <thread>
#include <vector>

namespace sluice {
namespace {

constexpr int senders = 2;
constexpr int messages = 2'000;

struct Count {
  using Reply = int;
};

struct Counter {
  int handled = 0;
  int on(Count) { return ++handled; }
};

void send_all(const ActorRef<Counter>& counter) {
  std::vector<std::jthread> threads;
  for (int sender = 0; sender < senders; ++sender) {
    threads.emplace_back([counter] {
      for (int i = 0; i < messages; ++i) {
        (void)counter.tell(Count{});
      }
    });
  }
}

TEST(AsioStress, a_loop_that_is_stopped_and_restarted_again_and_again_loses_nothing) {
  ::asio::io_context loop;
  const auto guard = ::asio::make_work_guard(loop);
  schedule::SharedAsioExecutor executor{loop, {.workers = 2}};
  ActorSystem system{executor};
  const auto counter = system.spawn<Counter>();
  std::atomic<bool> is_over{false};
  const auto run = [&] {
    while (!is_over) {
      loop.run();
      std::this_thread::yield();
    }
  };
  {
    std::jthread first{run};
    std::jthread second{run};
    std::jthread stopper{[&] {
      while (!is_over) {
        loop.stop();
        std::this_thread::yield();
        loop.restart();
        std::this_thread::yield();
      }
    }};
    send_all(counter);
    executor.drain();
    is_over = true;
    stopper.join();
    loop.stop();
  }
  loop.stop();

  auto answer = counter.ask(Count{});
  executor.drain();
  EXPECT_EQ(std::move(answer).wait().value_or(0), senders * messages + 1);
}

TEST(AsioStress, a_loop_that_ends_while_others_send_loses_nothing) {
  for (int life = 0; life < 50; ++life) {
    auto loop = std::make_unique<::asio::io_context>();
    schedule::SharedAsioExecutor executor{*loop, {.workers = 2}};
    ActorSystem system{executor};
    const auto counter = system.spawn<Counter>();
    {
      std::jthread sender{[&counter] { send_all(counter); }};
      loop->run_for(std::chrono::microseconds{200});
      loop.reset();
    }

    auto answer = counter.ask(Count{});
    executor.drain();

    EXPECT_EQ(std::move(answer).wait().value_or(0), senders * messages + 1);
  }
}

TEST(AsioStress, answers_of_actors_elsewhere_reach_a_loop_on_two_threads) {
  ActorSystem system;
  const auto counter = system.spawn<Counter>();
  ::asio::io_context loop;
  std::atomic<int> answers{0};
  for (int i = 0; i < messages; ++i) {
    ::asio::post(loop, [&] {
      asio_bridge::async_await(loop, counter.ask(Count{}),
                               [&answers](const auto& answer) { answers += answer.has_value() ? 1 : 0; });
    });
  }
  {
    std::jthread other{[&loop] { loop.run(); }};
    loop.run();
  }
  EXPECT_EQ(answers.load(), messages);
}

TEST(AsioStress, a_loop_that_ends_while_it_awaits_actors_elsewhere_leaves_nothing_behind) {
  ActorSystem system;
  const auto counter = system.spawn<Counter>();
  for (int life = 0; life < 200; ++life) {
    ::asio::io_context loop;
    for (int i = 0; i < 5; ++i) {
      asio_bridge::async_await(loop, counter.ask(Count{}), [](const auto&) {});
    }
    loop.poll();
  }
}

}  // namespace
}  // namespace sluice
