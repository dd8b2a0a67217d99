// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/engine/platform.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// Keeps this core's interrupts out for the length of a scope.
class CriticalSection {
public:
  CriticalSection() noexcept : state_{platform::enter_critical()} {}
  ~CriticalSection() { platform::leave_critical(state_); }
  CriticalSection(const CriticalSection&) = delete;
  CriticalSection& operator=(const CriticalSection&) = delete;

private:
  platform::CriticalState state_;
};

}  // namespace sluice::inline SLUICE_ABI::engine
