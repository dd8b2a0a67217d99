// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>

/// The core's own timer. It is the platform's clock and, if an image wants one, its tick.
namespace sluice::inline SLUICE_ABI::engine::platform::systick {

/// The longest period: the counter has 24 bits.
inline constexpr std::uint32_t longest_period = 1U << 24;

/// Starts the timer at the longest period; the start-up code does it.
void start() noexcept;

/// Calls `handler` from an interrupt, each time `period` cycles of the core have passed. A null handler and
/// `longest_period` undo it. The clock goes on.
void set_tick(std::uint32_t period, void (*handler)() noexcept) noexcept;

}  // namespace sluice::inline SLUICE_ABI::engine::platform::systick
