// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/clock.hpp>

namespace sluice::inline SLUICE_ABI::schedule {

/// When a monitor interferes, and how far it goes.
struct MonitorSettings {
  bool is_on = true;                                       ///< off: no thread, no events, no spare workers
  Duration tick = std::chrono::milliseconds{10};           ///< how often it looks while somebody works
  Duration stall = std::chrono::milliseconds{10};          ///< how long a slice may last while others wait
  Duration host_patience = std::chrono::milliseconds{10};  ///< how long a worker waits for a shared host's thread
  Duration calm = std::chrono::milliseconds{500};          ///< how long a spare worker stays when it is not needed
  std::uint32_t most_spares = by_workers;                  ///< 0: nobody beside the regular ones

  static constexpr std::uint32_t by_workers = ~0u;  ///< twice the regular ones
};

}  // namespace sluice::inline SLUICE_ABI::schedule
