// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// What a queue said to a newcomer.
enum class Entry : std::uint8_t {
  entered,  ///< it is in, and will come out once
  full,     ///< it is still the caller's, and so below
  closed,
};

/// The capacity of a queue that takes whatever comes.
inline constexpr std::uint32_t no_limit = UINT32_MAX >> 1;

}  // namespace sluice::inline SLUICE_ABI::engine
