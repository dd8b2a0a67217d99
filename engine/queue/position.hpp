// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <type_traits>

namespace sluice::inline SLUICE_ABI::engine {

/// Counts what passed through a bounded queue. It wraps; where threads are, not within the life of a process, so a
/// claim by compare-exchange cannot take an old value for a new one. On small targets only interrupts interrupt, and
/// none lasts for 2^31 messages.
using Position = std::conditional_t<(sizeof(void*) > 4), std::uint64_t, std::uint32_t>;

/// How far `later` is behind `earlier`, right across the wrap; negative if it is before it.
[[nodiscard]] constexpr std::make_signed_t<Position> distance(Position earlier, Position later) noexcept {
  return static_cast<std::make_signed_t<Position>>(later - earlier);
}

}  // namespace sluice::inline SLUICE_ABI::engine
