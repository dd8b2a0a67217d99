// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>

namespace sluice::inline SLUICE_ABI::schedule {

/// How long a worker that has nothing looks for work, before it gives its thread back.
struct SearchBudget {
  // About 20 us, which is what it costs to get a thread again.
  std::uint32_t search_rounds = 16;
  std::uint32_t pauses_per_round = 64;
  std::uint32_t pauses_for_slot = 100;  ///< in one slice, before its slot is anybody's: some microseconds
};

}  // namespace sluice::inline SLUICE_ABI::schedule
