// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>

namespace sluice::inline SLUICE_ABI::engine::platform {

/// Says which fault the core met and at which instruction, then ends the program with code 99.
///
/// `number` is the core's own: the exception number, the cause register, the signal.
[[noreturn]] void report_fault(std::uintptr_t number, std::uintptr_t instruction) noexcept;

}  // namespace sluice::inline SLUICE_ABI::engine::platform
