// SPDX-License-Identifier: BSL-1.0
// Asio's completions wake actors. R7.3, R8.4
#include <gtest/gtest.h>

#include <asio/post.hpp>
#include <asio/steady_timer.hpp>
#include <memory>
#include <optional>
#include <sluice/actors/actor_system.hpp>
#include <sluice/integrations/asio/asio_future.hpp>
#include <sluice/integrations/asio/shared_asio.hpp>
#include <sluice/integrations/coroutine/task.hpp>
#include <string>

namespace sluice {
namespace {

using asio_bridge::awaited;

/// An operation of two values that ends when the test says so.
template <class Signature, class Token>
auto async_later(::asio::io_context& loop, std::error_code error, int number, Token&& token) {
  return ::asio::async_initiate<Token, Signature>(
      [&loop, error, number](auto handler) {
        ::asio::post(loop, [handler = std::move(handler), error, number]() mutable {
          if constexpr (std::is_invocable_v<decltype(handler), std::error_code, int, std::string>) {
            std::move(handler)(error, number, std::to_string(number));
          }
        });
      },
      token);
}

struct Wait {
  using Reply = int;
};

TEST(AsioFuture, a_handler_of_an_actor_waits_for_a_timer_of_the_loop) {  // R7.3
  ::asio::io_context loop;
  schedule::SharedAsioExecutor executor{loop};
  ActorSystem system{executor};
  std::string log;
  const auto actor = system.spawn([&](ActorContext<Wait>&, Wait) -> Task<int> {
    ::asio::steady_timer timer{loop, std::chrono::milliseconds{1}};
    log += "begin ";
    const auto fired = co_await timer.async_wait(awaited);
    log += fired.has_value() ? "fired" : "failed";
    co_return 1;
  });

  actor.tell(Wait{});
  EXPECT_EQ(log, "");
  loop.run();

  EXPECT_EQ(log, "begin fired");
}

TEST(AsioFuture, gives_what_the_operation_gave) {
  ::asio::io_context loop;
  auto future = async_later<void(std::error_code, int, std::string)>(loop, {}, 7, awaited);
  int wakes = 0;
  const engine::Waker waker{[](void* count) noexcept { ++*static_cast<int*>(count); }, &wakes};
  EXPECT_FALSE(future.poll(waker).has_value());
  EXPECT_EQ(wakes, 0);

  loop.run();

  EXPECT_EQ(wakes, 1);
  const auto outcome = future.poll(waker);
  ASSERT_TRUE(outcome.has_value() && outcome->has_value());
  EXPECT_EQ(outcome->value(), (std::tuple<int, std::string>{7, "7"}));
}

TEST(AsioFuture, gives_the_error_that_the_operation_had) {
  ::asio::io_context loop;
  auto future = async_later<void(std::error_code, int, std::string)>(loop, ::asio::error::eof, 7, awaited);
  loop.run();

  const auto outcome = future.poll({});

  ASSERT_TRUE(outcome.has_value());
  EXPECT_EQ(outcome->error(), ::asio::error::eof);
}

TEST(AsioFuture, ends_when_the_loop_does) {  // R7.3: nobody waits for ever
  auto loop = std::make_unique<::asio::io_context>();
  auto future = async_later<void(std::error_code, int, std::string)>(*loop, {}, 7, awaited);
  int wakes = 0;
  EXPECT_FALSE(future.poll({[](void* count) noexcept { ++*static_cast<int*>(count); }, &wakes}).has_value());

  loop.reset();

  EXPECT_EQ(wakes, 1);
  EXPECT_EQ(future.poll({}).value().error(), ::asio::error::operation_aborted);
}

TEST(AsioFuture, forgets_its_waker_when_it_ends) {
  ::asio::io_context loop;
  int wakes = 0;
  {
    auto future = async_later<void(std::error_code, int, std::string)>(loop, {}, 7, awaited);
    (void)future.poll({[](void* count) noexcept { ++*static_cast<int*>(count); }, &wakes});
  }
  loop.run();

  EXPECT_EQ(wakes, 0);
}

}  // namespace
}  // namespace sluice
