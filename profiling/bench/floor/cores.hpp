// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace sluice::bench::floor {

/// How many cores this process may use.
[[nodiscard]] std::uint32_t count_cores() noexcept;

/// Whether two threads can run at once.
[[nodiscard]] bool has_several_cores() noexcept;

/// Keeps the calling thread on the core number `index` of those that this process may use.
/// Where the system refuses, nothing happens.
void stay_on_core(std::uint32_t index) noexcept;

}  // namespace sluice::bench::floor
