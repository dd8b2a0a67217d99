// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

namespace sluice::bench::floor {

/// Calls `work(0)`, `work(1)` .. `work(members - 1)` at once, each on a thread of its own, and returns the time from
/// the first to begin to the last to end. Starting and joining threads is not counted.
///
/// If there are enough cores, each of several threads stays on one. Linux is free to put them on one core, and that is
/// another measurement: there, fanin is three times faster and pingpong three times slower.
///
/// Blocks: until all are done.
[[nodiscard]] std::chrono::nanoseconds time_team(std::uint32_t members,
                                                 const std::function<void(std::uint32_t member)>& work);

}  // namespace sluice::bench::floor
