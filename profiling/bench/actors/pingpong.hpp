// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/actors/telemetry/telemetry.hpp>
#include <sluice/profiling/bench/workload.hpp>

#include <chrono>
#include <cstdint>

namespace sluice::bench {

/// How a game is watched.
struct Watching {
  TelemetryChoice telemetry{};
  bool listens = false;  ///< somebody hears samples
};

struct Game {
  std::uint64_t verified;
  std::chrono::nanoseconds elapsed;

  [[nodiscard]] double nanoseconds_per_message() const noexcept { return nanoseconds_each(elapsed, verified); }
};

/// Two actors, one message, which carries a number and its sender.
[[nodiscard]] Game play_pingpong(const RunOptions& options, std::uint64_t round_trips, const Watching& watching = {});

}  // namespace sluice::bench
