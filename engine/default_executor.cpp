// SPDX-License-Identifier: BSL-1.0
// The default executor of a freestanding build: the one that is driven by hand.
#include <cstdint>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/manual_executor.hpp>

namespace sluice::inline SLUICE_ABI::engine {
namespace {

constinit ManualExecutor executor;
constinit bool in_use = false;
constinit std::uint64_t slices = 0;

}  // namespace

Executor* make_default_executor() noexcept {
  check(!in_use, "a freestanding program has one system on the default executor");
  in_use = true;
  return &executor;
}

bool drain_default_executor(Executor&, Duration) noexcept {
  constexpr std::uint32_t at_once = 64;
  std::uint32_t ran = at_once;
  while (ran == at_once) {
    ran = executor.tick(at_once);
    slices += ran;
  }
  return true;
}

std::uint64_t slices_of_default_executor(const Executor&) noexcept { return slices; }

TimedExecutor* timed_default_executor(Executor&) noexcept { return nullptr; }

void destroy_default_executor(Executor*) noexcept { in_use = false; }

void* start_default_timers(TimerWheel&) noexcept { return nullptr; }
void stop_default_timers(void*) noexcept {}

}  // namespace sluice::inline SLUICE_ABI::engine
