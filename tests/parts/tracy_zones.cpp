// SPDX-License-Identifier: BSL-1.0
// Ten zones: no Sluice, only Tracy's client.
#include <tracy/Tracy.hpp>

int main() {
  for (int i = 0; i < 10; ++i) {
    ZoneScopedN("round trip");
  }
}
