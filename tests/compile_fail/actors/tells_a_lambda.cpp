// SPDX-License-Identifier: BSL-1.0
// expect only: has no handler for
#include "counter.hpp"

void rename(sluice::ActorSystem& system) {
  system.spawn([](Increment) {}).tell(Rename{"Ada"});
}
