// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

/// What this run has done so far.
namespace sluice_fuzz::totals {

inline std::uint64_t operations = 0;
inline std::uint64_t inputs = 0;

}  // namespace sluice_fuzz::totals
