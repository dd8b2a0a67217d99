// SPDX-License-Identifier: BSL-1.0
// Futures of the engine, awaited on a loop: R7.3, R8.4.
#include <gtest/gtest.h>

#include <asio/awaitable.hpp>
#include <asio/co_spawn.hpp>
#include <asio/detached.hpp>
#include <asio/use_awaitable.hpp>
#include <memory>
#include <mutex>
#include <optional>
#include <sluice/actors/actor_system.hpp>
#include <sluice/integrations/asio/async_await.hpp>
#include <sluice/integrations/asio/shared_asio.hpp>
#include <string>

namespace sluice {
namespace {

using asio_bridge::async_await;

struct Add {
  using Reply = int;
  int a;
  int b;
};

TEST(AsyncAwait, a_callback_gets_the_answer_of_an_actor) {
  ::asio::io_context loop;
  schedule::SharedAsioExecutor executor{loop};
  ActorSystem system{executor};
  const auto adder = system.spawn([](Add add) { return add.a + add.b; });
  std::optional<int> sum;

  async_await(loop, adder.ask(Add{1, 2}), [&sum](const auto& answer) { sum = answer.value(); });
  EXPECT_FALSE(sum.has_value());
  loop.run();

  EXPECT_EQ(sum, 3);
}

::asio::awaitable<void> add_up(::asio::io_context& loop, ActorRef<Add> adder, int& sum) {
  for (int i = 1; i <= 3; ++i) {
    auto question = adder.ask(Add{sum, i});
    const auto answer = co_await async_await(loop, std::move(question), ::asio::use_awaitable);
    sum = answer.value();
  }
}

TEST(AsyncAwait, a_coroutine_of_asio_awaits_actors) {
  ::asio::io_context loop;
  schedule::SharedAsioExecutor executor{loop};
  ActorSystem system{executor};
  const auto adder = system.spawn([](Add add) { return add.a + add.b; });
  int sum = 0;

  ::asio::co_spawn(loop, add_up(loop, adder, sum), ::asio::detached);
  loop.run();

  EXPECT_EQ(sum, 6);
}

/// Something to wait for, and who does.
class Gate {
public:
  class Future {
  public:
    explicit Future(Gate& gate) noexcept : gate_{&gate} {}
    Future(Future&& other) noexcept : gate_{std::exchange(other.gate_, nullptr)} {}
    ~Future() {
      if (gate_ != nullptr) {
        const std::lock_guard lock{gate_->mutex_};
        gate_->waker_ = {};
      }
    }
    [[nodiscard]] engine::Poll<int> poll(const engine::Waker& waker) noexcept {
      const std::lock_guard lock{gate_->mutex_};
      ++gate_->polls;
      if (!gate_->is_open_) {
        gate_->waker_ = waker;
        return engine::pending;
      }
      return 5;
    }

  private:
    Gate* gate_;
  };

  [[nodiscard]] Future passage() noexcept { return Future{*this}; }
  void open() noexcept {
    const std::lock_guard lock{mutex_};
    is_open_ = true;
    waker_.wake();
  }
  int polls = 0;

private:
  std::mutex mutex_;
  engine::Waker waker_;
  bool is_open_ = false;
};

TEST(AsyncAwait, a_loop_has_work_while_a_future_is_awaited_and_polls_it_only_when_woken) {  // R7.3: no spinning
  ::asio::io_context loop;
  Gate gate;
  int passed = 0;

  async_await(loop, gate.passage(), [&passed](int value) { passed = value; });
  loop.poll();
  loop.poll();
  EXPECT_EQ(gate.polls, 1);
  EXPECT_FALSE(loop.stopped());
  gate.open();
  loop.run();

  EXPECT_EQ(gate.polls, 2);
  EXPECT_EQ(passed, 5);
}

/// Tells when it ends.
struct Trace {
  explicit Trace(int& ends) noexcept : ends_{&ends} {}
  Trace(Trace&& other) noexcept : ends_{std::exchange(other.ends_, nullptr)} {}
  ~Trace() {
    if (ends_ != nullptr) {
      ++*ends_;
    }
  }
  int* ends_;
};

TEST(AsyncAwait, a_loop_that_ends_takes_what_it_awaits_along) {
  for (const bool has_looked : {false, true}) {
    Gate gate;
    int ends = 0;
    auto loop = std::make_unique<::asio::io_context>();
    async_await(*loop, gate.passage(), [trace = Trace{ends}](int) { FAIL(); });
    if (has_looked) {
      loop->poll();
    }
    EXPECT_EQ(ends, 0);

    loop.reset();

    EXPECT_EQ(ends, 1);
    gate.open();  // wakes nobody
  }
}

TEST(AsyncAwait, a_turn_that_ends_with_the_loop_takes_what_it_awaits_along) {
  Gate gate;
  int ends = 0;
  auto loop = std::make_unique<::asio::io_context>();
  async_await(*loop, gate.passage(), [trace = Trace{ends}](int) { FAIL(); });
  loop->poll();

  gate.open();  // the turn is in the queue
  loop.reset();

  EXPECT_EQ(ends, 1);
}

}  // namespace
}  // namespace sluice
