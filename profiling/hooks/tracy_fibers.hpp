// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <sluice/profiling/tracy/lane_provider.hpp>

namespace sluice::inline SLUICE_ABI::hooks {
using Provider = tracy_client::LaneProvider;
}
