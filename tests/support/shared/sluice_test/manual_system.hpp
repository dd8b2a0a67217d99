// SPDX-License-Identifier: BSL-1.0
#pragma once

/// What the suites of actors share: a system that is driven by hand, in time that is moved by hand.
#include <chrono>
#include <sluice/actors/actor_system.hpp>
#include <sluice/actors/behaviors.hpp>
#include <sluice/actors/events/actor_events.hpp>
#include <sluice/actors/events/event_stream.hpp>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/manual_executor.hpp>

namespace sluice::actors_test {

using std::chrono::milliseconds;
using std::chrono::seconds;

struct ManualSystem {
  engine::ManualExecutor executor;
  engine::ManualClock clock;
  ActorSystem system{SystemOptions{.executor = &executor, .clock = &clock}};

  void run() noexcept { executor.run_until_idle(); }
  /// Lets time pass, and what it brings happen.
  void pass(Duration time) noexcept {
    clock.advance(time);
    system.advance_timers();
    run();
  }
  [[nodiscard]] std::uint64_t letters(DeadLetterReason reason) noexcept { return system.dead_letters().count(reason); }
};

}  // namespace sluice::actors_test
