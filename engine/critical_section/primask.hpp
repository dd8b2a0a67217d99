// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>

/// The interrupt mask of a Cortex-M, in place: a section is three instructions, fewer than the two calls it saves.
namespace sluice::inline SLUICE_ABI::engine::critical {

using State = std::uint32_t;

[[nodiscard]] inline State enter() noexcept {
  State primask;
  asm volatile("mrs %0, primask\n\tcpsid i" : "=r"(primask)::"memory");
  return primask;
}

inline void leave(State primask) noexcept { asm volatile("msr primask, %0" ::"r"(primask) : "memory"); }

}  // namespace sluice::inline SLUICE_ABI::engine::critical
