// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <sluice/profiling/tracy/lanes.hpp>
#include <sluice/profiling/tracy/provider.hpp>

namespace sluice::inline SLUICE_ABI::tracy_client {

/// The same with a track for each actor, as long as there are lanes. Tracy takes one global lock for every zone then.
///
/// Tracy 0.9.1 keeps what it is told of fibers even if no viewer is there, for ever: so it is told only within a
/// connection, and the end only of what that connection has seen begin.
struct LaneProvider : Provider {
  static Token begin_slice(const Label& label, const void* who) noexcept {
    const char* const lane = is_watching() ? lanes().name_of(label, who) : nullptr;
    if (lane != nullptr) {
      ___tracy_fiber_enter(lane);
    }
    const Token token = begin_zone(label);
    return lane == nullptr ? token : token | on_lane;
  }
  static void end_slice(Token token, std::uint64_t handled) noexcept {
    end_zone(token & ~on_lane, handled);
    if ((token & on_lane) != 0 && is_of_this_connection(token & ~on_lane)) {
      ___tracy_fiber_leave();
    }
  }

private:
  static constexpr Token on_lane = Token{1} << 62;
};

}  // namespace sluice::inline SLUICE_ABI::tracy_client
