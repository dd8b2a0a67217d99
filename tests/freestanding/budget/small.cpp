// SPDX-License-Identifier: BSL-1.0
// How much code a message takes: nothing is measured or printed here, which would count as well.
#include "one_mailbox.hpp"

extern "C" int main() {
  budget::sum.send(1);
  budget::executor.run_until_idle();
  return budget::sum.total == 1 ? 0 : 1;
}
