// SPDX-License-Identifier: BSL-1.0
// expect only: has no handler for
#include "counter.hpp"

void rename(sluice::ActorRef<Counter> counter) { (void)counter.ask(Rename{"Ada"}); }
