// SPDX-License-Identifier: BSL-1.0
// expect only: makes no message of
#include "counter.hpp"

struct Clerk {
  void on(sluice::ActorContext<Clerk>& context, Get) {
    (void)context.message_adapter<Increment>([](Increment) { return Rename{"Ada"}; });
  }
};

void work(sluice::ActorRef<Clerk> clerk) { clerk.tell(Get{}); }
