// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <sluice/engine/platform.hpp>

namespace sluice::inline SLUICE_ABI::engine::critical {

using State = platform::CriticalState;

[[nodiscard]] inline State enter() noexcept { return platform::enter_critical(); }
inline void leave(State state) noexcept { platform::leave_critical(state); }

}  // namespace sluice::inline SLUICE_ABI::engine::critical
