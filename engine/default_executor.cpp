// SPDX-License-Identifier: BSL-1.0
// The default executor of a freestanding build: the one that is driven by hand.
#include <sluice/engine/assert.hpp>
#include <sluice/engine/manual_executor.hpp>

namespace sluice::inline SLUICE_ABI::engine {
namespace {

constinit ManualExecutor executor;
constinit bool in_use = false;

}  // namespace

Executor* make_default_executor() noexcept {
  check(!in_use, "a freestanding program has one system on the default executor");
  in_use = true;
  return &executor;
}

bool drain_default_executor(Executor& default_executor, Duration) noexcept {
  default_executor.drain();
  return true;
}

void destroy_default_executor(Executor*) noexcept { in_use = false; }

void* start_default_timers(TimerWheel&) noexcept { return nullptr; }
void stop_default_timers(void*) noexcept {}

}  // namespace sluice::inline SLUICE_ABI::engine
