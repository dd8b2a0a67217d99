// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <string>
#include <vector>

namespace sluice::inline SLUICE_ABI::schedule {

/// A worker that did not come back from what it ran when a shutdown's time was over.
struct Straggler {
  std::uint32_t worker = 0;
  const char* name = nullptr;  ///< of what it ran
};

/// How a shutdown went.
struct ShutdownReport {
  std::vector<Straggler> stragglers;  ///< empty if every worker came back
  std::uint32_t handed_back = 0;      ///< runnables that were accepted and did not run

  [[nodiscard]] bool is_complete() const noexcept { return stragglers.empty() && handed_back == 0; }
};

/// For a person: one line per straggler, one for what was handed back; empty if the shutdown was complete.
[[nodiscard]] std::string describe(const ShutdownReport& report);

}  // namespace sluice::inline SLUICE_ABI::schedule
