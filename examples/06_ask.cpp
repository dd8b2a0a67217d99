// SPDX-License-Identifier: BSL-1.0
// A question and its answer: `main` waits for it, an actor goes on and gets it as a message of its own.
#include <chrono>
#include <cstdio>
#include <expected>
#include <sluice/sluice.hpp>
#include <string>

using namespace std::chrono_literals;

struct PriceOf {
  std::string item;
  using Reply = int;
};
struct Buy {
  std::string item;
};
struct Offered {
  std::string item;
  std::expected<int, sluice::AskError> price;
};

struct Shopper {
  sluice::ActorRef<PriceOf> shop;

  void on(sluice::ActorContext<Shopper>& context, Buy buy) {
    context.ask(shop, PriceOf{buy.item}, 1s,
                [item = buy.item](std::expected<int, sluice::AskError> price) { return Offered{item, price}; });
  }
  void on(Offered offered) { std::printf("bought a %s for %d\n", offered.item.c_str(), offered.price.value()); }
};

int main() {
  sluice::ActorSystem system;
  auto shop = system.spawn([](PriceOf question) { return 10 * static_cast<int>(question.item.size()); });
  std::printf("an apple costs %d\n", shop.ask({"apple"}, 1s).wait().value());

  auto closed = system.spawn([](PriceOf) { return 0; });
  system.stop(closed);
  const auto answer = closed.ask({"pear"}, 1s).wait();  // does not take a second
  std::printf("a pear: %s\n", std::string{describe(answer.error().reason)}.c_str());

  system.spawn<Shopper>({}, shop).tell(Buy{"melon"});
}
