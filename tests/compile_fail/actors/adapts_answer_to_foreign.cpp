// SPDX-License-Identifier: BSL-1.0
// expect only: makes no message of
#include "counter.hpp"

#include <expected>

struct Clerk {
  sluice::ActorRef<Counter> counter;
  void on(sluice::ActorContext<Clerk>& context, Increment) {
    context.ask(counter, Get{}, {}, [](std::expected<int, sluice::AskError>) { return Rename{"Ada"}; });
  }
};

void work(sluice::ActorRef<Clerk> clerk) { clerk.tell(Increment{1}); }
