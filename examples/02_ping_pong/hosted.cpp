// SPDX-License-Identifier: BSL-1.0
#include <cinttypes>
#include <cstdio>
#include <sluice/sluice.hpp>

#include "players.hpp"

int main() {
  ping_pong::Score ping, pong;
  {
    sluice::ActorSystem system;
    ping_pong::serve(system, 100'000, ping, pong);
  }
  std::printf("ping %" PRIu32 ", pong %" PRIu32 "\n", ping.hits, pong.hits);
}
