// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/graph/schedule/hosted_executor.hpp>
#include <thread>

namespace sluice::inline SLUICE_ABI::schedule {

/// How many workers `settings` mean on this machine.
[[nodiscard]] inline std::uint32_t worker_count(const ExecutorSettings& settings) noexcept {
  return settings.workers != 0 ? settings.workers : std::max(1u, std::thread::hardware_concurrency());
}

}  // namespace sluice::inline SLUICE_ABI::schedule
