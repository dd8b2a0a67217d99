// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/actors/events/event_stream.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/dispatch/executor_event.hpp>

namespace sluice::inline SLUICE_ABI {

/// A handler does not come back, and others wait for its worker; once per run of it. Perhaps of another system on the
/// same executor.
struct StarvationDetected {
  const char* actor_kind;  ///< the culprit's
  std::uint32_t worker;
  Duration lasted;    ///< until now, and at least
  bool is_computing;  ///< it does not wait for anything, so spare workers would not help
};

/// The number of an executor's spare workers has changed: some stand in for those who do not come back, or have left.
struct WorkersRebalanced {
  std::uint32_t workers;  ///< that are always there
  std::uint32_t spares;   ///< beside these
};

/// The executor's host gives a worker no thread. What was sent is kept, and spare workers serve it. Once per episode.
struct HostOverloaded {
  std::uint32_t worker;
  Duration waited;  ///< until now, and at least
};

/// The host has threads again.
struct HostRecovered {
  Duration lasted;  ///< the overload
};

void publish_executor_event(EventStream& events, const engine::ExecutorEvent& event) noexcept;

}  // namespace sluice::inline SLUICE_ABI
