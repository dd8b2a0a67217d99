// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <sluice/engine/cell_slab.hpp>

namespace sluice::inline SLUICE_ABI {

/// The cells of all systems, for the life of the process: references may outlive everything else.
[[nodiscard]] engine::CellSlab& cells() noexcept;

}  // namespace sluice::inline SLUICE_ABI
