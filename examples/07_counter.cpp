// SPDX-License-Identifier: BSL-1.0
// State is a struct, handlers are overloads. One that fails starts anew, and its mailbox stays.
#include <cstdio>
#include <sluice/sluice.hpp>

struct Add {
  int n;
};
struct Get {};

struct Counter {
  int sum = 0;
  sluice::ActorResult<> on(Add add) {
    if (add.n < 0) {
      return sluice::fail(sluice::ActorError::retryable("counts up only"));
    }
    sum += add.n;
    return {};
  }
  int on(Get) const { return sum; }
};

int main() {
  sluice::ActorSystem system;
  auto counter = system.spawn<Counter>({.name = "counter", .supervision = sluice::Restart{.max = 3}});
  for (const int n : {1, 2, -1, 4, 5}) {
    counter.tell(Add{n});
  }
  std::printf("the counter is at %d\n", counter.ask(Get{}).wait().value());
}
