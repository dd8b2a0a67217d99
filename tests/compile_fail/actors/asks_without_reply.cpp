// SPDX-License-Identifier: BSL-1.0
// expect only: has no answer to
#include "counter.hpp"

void increment(sluice::ActorRef<Counter> counter) { (void)counter.ask(Increment{1}); }
