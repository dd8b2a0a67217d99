// SPDX-License-Identifier: BSL-1.0
// expect only: has no handler for Terminated
#include "counter.hpp"

struct Clerk {
  void on(sluice::ActorContext<Clerk>& context, sluice::ActorRef<Counter> counter) { context.watch(counter); }
};

void work(sluice::ActorRef<Clerk> clerk) { clerk.tell(sluice::ActorRef<Counter>{}); }
