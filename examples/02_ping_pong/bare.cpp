// SPDX-License-Identifier: BSL-1.0
// The players of hosted.cpp on bare metal: no operating system, no heap, and a loop of our own instead of workers.
#include <sluice/engine/decimal.hpp>
#include <sluice/engine/manual_executor.hpp>
#include <sluice/engine/platform.hpp>

#include "players.hpp"

namespace {

void write_count(std::string_view player, std::uint32_t hits) {
  sluice::engine::platform::write(player);
  sluice::engine::platform::write(sluice::engine::Decimal{hits}.text());
}

}  // namespace

extern "C" int main() {
  ping_pong::Score ping, pong;
  sluice::engine::ManualExecutor executor;
  sluice::ActorSystem system{executor};
  ping_pong::serve(system, 1'000, ping, pong);

  executor.run_until_idle();

  write_count("ping ", ping.hits);
  write_count(", pong ", pong.hits);
  sluice::engine::platform::write("\n");
  return 0;
}
