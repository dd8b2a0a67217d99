// SPDX-License-Identifier: BSL-1.0
// Actors on the program's own event loop: a handler waits for a timer of the loop, and the loop for an actor.
#include <asio/co_spawn.hpp>
#include <asio/detached.hpp>
#include <asio/io_context.hpp>
#include <asio/steady_timer.hpp>
#include <asio/use_awaitable.hpp>
#include <chrono>
#include <cstdio>
#include <sluice/integrations/asio/asio_future.hpp>
#include <sluice/integrations/asio/async_await.hpp>
#include <sluice/integrations/asio/shared_asio.hpp>
#include <sluice/integrations/coroutine/task.hpp>
#include <sluice/sluice.hpp>

namespace {

struct Brew {
  using Reply = int;
  int cups;
};

struct Kettle {
  asio::io_context* loop;
  int brewed = 0;

  sluice::Task<int> on(sluice::ActorContext<Kettle>&, Brew order) {
    asio::steady_timer boiling{*loop, std::chrono::milliseconds{1}};
    const auto boiled = co_await boiling.async_wait(sluice::asio_bridge::awaited);  // no thread waits
    brewed += boiled.has_value() ? order.cups : 0;
    co_return brewed;
  }
};

asio::awaitable<void> have_tea(asio::io_context& loop, sluice::ActorRef<Kettle> kettle) {
  for (const int cups : {2, 3}) {
    auto question = kettle.ask(Brew{cups});
    const auto brewed = co_await sluice::asio_bridge::async_await(loop, std::move(question), asio::use_awaitable);
    std::printf("%d cups so far\n", brewed.value());
  }
}

}  // namespace

int main() {
  asio::io_context loop;
  sluice::schedule::SharedAsioExecutor executor{loop};
  sluice::ActorSystem system{executor};
  const auto kettle = system.spawn<Kettle>({}, &loop);
  asio::co_spawn(loop, have_tea(loop, kettle), asio::detached);

  loop.run();
  std::puts("nobody has anything left to do");
}
