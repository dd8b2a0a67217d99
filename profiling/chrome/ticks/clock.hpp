// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/platform.hpp>

namespace sluice::inline SLUICE_ABI::recorder {

/// The system's clock, where we know no faster one.
[[nodiscard]] inline std::uint64_t read_ticks() noexcept { return engine::platform::now_nanoseconds(); }

}  // namespace sluice::inline SLUICE_ABI::recorder
