// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

/// The engine's memory in this program: each block is one of the heap's, so the sanitizers see every use of it; and it
/// runs out when it is told to.
namespace sluice_fuzz::scarce_memory {

/// Whether the engine gets any.
inline bool is_exhausted = false;

/// Blocks that were not given back.
inline std::uint32_t blocks = 0;

}  // namespace sluice_fuzz::scarce_memory
