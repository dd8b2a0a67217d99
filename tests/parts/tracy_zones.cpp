// SPDX-License-Identifier: BSL-1.0
// Ten zones: no Sluice, only Tracy's client. Tracy's statistics leave out a zone that ends in the tick of the clock in
// which it began, and some clocks tick every 10 ns only: so each lasts until the next one.
#include <tracy/Tracy.hpp>

int main() {
  for (int i = 0; i < 10; ++i) {
    ZoneScopedN("round trip");
    const auto begin = tracy::Profiler::GetTime();
    while (tracy::Profiler::GetTime() == begin) {
    }
  }
}
