// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/actors/actor_system.hpp>
#include <sluice/profiling/bench/executors.hpp>
#include <sluice/profiling/bench/mailbox/finish.hpp>
#include <sluice/profiling/bench/workload.hpp>

#include <chrono>

namespace sluice::bench {

/// A system of actors on an executor.
///
/// Thread safety: one outside thread.
class Scene {
public:
  explicit Scene(const RunOptions& options, const TelemetryChoice& telemetry = {});
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;
  ~Scene() { close(); }

  [[nodiscard]] ActorSystem& system() noexcept { return system_; }

  /// Calls `begin()`, has everything run, and returns the time from then to `finish`.
  template <class Begin>
  [[nodiscard]] std::chrono::nanoseconds time(Finish& finish, Begin begin) {
    const Finish::Clock::time_point start = Finish::Clock::now();
    begin();
    drive();
    return finish.wait() - start;
  }

  /// Runs what is there to run if nobody else does.
  void drive() noexcept {
    if (is_driven_by_hand_) {
      owner_->executor().drain();
    }
  }

  /// Ends all actors; what they noted may be read. Fails if some do not end, or if a message was not handled.
  void close();

private:
  bool is_driven_by_hand_;
  std::unique_ptr<ExecutorOwner> owner_;
  ActorSystem system_;
};

}  // namespace sluice::bench
