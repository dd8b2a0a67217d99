// SPDX-License-Identifier: BSL-1.0
// expect only: has no answer to
#include "counter.hpp"

struct Clerk {
  sluice::ActorRef<Counter> counter;
  void on(sluice::ActorContext<Clerk>& context, Get) { context.ask(counter, Increment{1}); }
};

void work(sluice::ActorRef<Clerk> clerk) { clerk.tell(Get{}); }
