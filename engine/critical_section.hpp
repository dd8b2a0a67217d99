// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>

/// A backend defines `critical::enter` and `critical::leave`, chosen in CMake:
///  - `called`: the functions of the platform.
///  - `primask`: those of a Cortex-M, in place.
#include SLUICE_CRITICAL_SECTION_BACKEND

namespace sluice::inline SLUICE_ABI::engine {

/// Keeps this core's interrupts out for the length of a scope.
class CriticalSection {
public:
  CriticalSection() noexcept : state_{critical::enter()} {}
  ~CriticalSection() { critical::leave(state_); }
  CriticalSection(const CriticalSection&) = delete;
  CriticalSection& operator=(const CriticalSection&) = delete;

private:
  critical::State state_;
};

}  // namespace sluice::inline SLUICE_ABI::engine
