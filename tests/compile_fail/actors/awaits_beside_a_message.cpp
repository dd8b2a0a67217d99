// SPDX-License-Identifier: BSL-1.0
// expect: GCC 12 destroys a message twice
#include <sluice/integrations/coroutine/task.hpp>
#include <sluice/sluice.hpp>
#include <string>

#if defined(__clang__) || __GNUC__ > 12
#error "GCC 12 destroys a message twice; others do not, and there is nothing to refuse"
#endif

struct Price {
  using Reply = int;
  std::string item;
};
struct Get {};
struct Shop {
  sluice::ActorRef<Price> prices;
  sluice::Task<> on(sluice::ActorContext<Shop>& context, Get) { (void)co_await context.ask(prices, Price{"fig"}); }
};

void work(sluice::ActorRef<Shop> shop) { shop.tell(Get{}); }
