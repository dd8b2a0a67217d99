// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>

/// Where the engine tells what it does: `trace::Zone` and `trace::Slice` for spans, `trace::event` for moments.
///
/// A backend defines them, chosen in CMake:
///  - `off`: empty inline functions; no code, no symbol.
///  - `on`: calls of the hooks in `trace/on.hpp`, which `profiling/hooks` (or a test) defines.
#include SLUICE_TRACE_BACKEND

namespace sluice::inline SLUICE_ABI::engine::trace {

inline constexpr Label stall_label{"stall", "stall", __FILE__, __LINE__, color::stall};
inline constexpr Label rebalance_label{"rebalance", "rebalance", __FILE__, __LINE__, color::stall};
/// A failed actor begins anew.
inline constexpr Label restart_label{"restart", "Actor::remake", __FILE__, __LINE__, color::restart};

/// A worker has been in one and the same slice, of `running`, for that long.
inline void stall(const Label& running, std::uint64_t microseconds) noexcept {
  event(stall_label, running.name, microseconds);
}

/// Somebody did something about it: `what`, which lives for ever, and to how many runnables.
inline void rebalance(const char* what, std::uint64_t runnables) noexcept { event(rebalance_label, what, runnables); }

}  // namespace sluice::inline SLUICE_ABI::engine::trace
