// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// Memory of `BlockCache::slab_size` bytes, aligned to its size and kept for ever; null if there is none. The target
/// defines it, chosen in CMake.
[[nodiscard]] void* allocate_slab() noexcept;

}  // namespace sluice::inline SLUICE_ABI::engine
