// SPDX-License-Identifier: BSL-1.0
// A handler that waits: it asks somebody, sleeps, and answers. Its next message waits meanwhile; no thread does.
#include <chrono>
#include <cstdio>
#include <sluice/integrations/coroutine/task.hpp>
#include <sluice/sluice.hpp>
#include <string>

using namespace std::chrono_literals;

struct PriceOf {
  using Reply = int;
  int item;
};
struct Order {
  using Reply = int;
  int item;
  int count;
};

struct Catalogue {
  std::chrono::milliseconds delay;

  sluice::Task<int> on(sluice::ActorContext<Catalogue>& context, PriceOf question) {
    co_await context.sleep(delay);
    co_return 10 * question.item;
  }
};

struct Shop {
  sluice::ActorRef<Catalogue> catalogue;

  sluice::Task<sluice::ActorResult<int>> on(sluice::ActorContext<Shop>& context, Order order) {
    const auto price = co_await context.ask(catalogue, PriceOf{order.item});  // no longer than the order is waited for
    if (!price.has_value()) {
      co_return sluice::fail(sluice::ActorError::transient("no price"));
    }
    co_return *price* order.count;
  }
};

int main() {
  sluice::ActorSystem system;
  const auto shop = system.spawn<Shop>({}, system.spawn<Catalogue>({}, 1ms));
  std::printf("three apples cost %d\n", shop.ask(Order{.item = 2, .count = 3}).wait().value());

  system.dead_letters().set_writing(false);  // what comes too late
  const auto slow_shop = system.spawn<Shop>({}, system.spawn<Catalogue>({}, 1min));
  const auto answer = slow_shop.ask(Order{.item = 1, .count = 1}, 50ms).wait();
  std::printf("a pear: %s; ", std::string{describe(answer.error().reason)}.c_str());
  std::printf("the slow one is the %s\n", answer.error().detail);
}
