// SPDX-License-Identifier: BSL-1.0
#include <sluice/profiling/bench/actors/scene.hpp>

#include <sluice/engine/manual_executor.hpp>
#include <sluice/profiling/bench/verify.hpp>

namespace sluice::bench {

namespace {

constexpr std::chrono::minutes patience{1};  // a million actors on a slow machine

SystemOptions options_for(engine::Executor& executor, bool is_driven_by_hand, const TelemetryChoice& telemetry) {
  if (is_driven_by_hand) {
    return {.executor = static_cast<engine::ManualExecutor*>(&executor), .telemetry = telemetry};
  }
  return {.executor = &executor, .telemetry = telemetry};
}

}  // namespace

Scene::Scene(const RunOptions& options, const TelemetryChoice& telemetry)
    : is_driven_by_hand_{options.executor == Executor::manual},
      owner_{make_executor(options.executor, options.workers)},
      system_{options_for(owner_->executor(), is_driven_by_hand_, telemetry)} {}

void Scene::close() {
  const SystemReport report = system_.shutdown(patience);
  if (!report.is_complete) {
    fail("some actors do not end");
  }
  verify_equal("count of dead letters", 0, report.dead_letters);
}

}  // namespace sluice::bench
