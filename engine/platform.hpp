// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <string_view>

/// All that Sluice asks of a machine: six functions. A port defines them in one file, chosen in CMake
/// (`engine/platform/`); nothing else in the engine knows where it runs.
///
/// "Interrupt" means whatever can run between two instructions of this core: an interrupt on bare metal, a
/// signal on a hosted target. Critical sections exclude interrupts, not other cores.
namespace sluice::inline SLUICE_ABI::engine::platform {

/// What `leave_critical` needs to restore; its meaning belongs to the port.
using CriticalState = std::uint32_t;

/// Keeps interrupts out until the matching `leave_critical`. Sections nest.
[[nodiscard]] CriticalState enter_critical() noexcept;

/// Restores what the matching `enter_critical` found.
void leave_critical(CriticalState state) noexcept;

/// Sleeps until an interrupt has happened; may return early.
///
/// Called inside a critical section: an interrupt that arrives after the caller's last look at its queues ends
/// the sleep at once, so no wake-up is lost. It is served when the section ends, or during the call.
void wait_for_event() noexcept;

/// Nanoseconds since some fixed moment; never goes back.
[[nodiscard]] std::uint64_t now_nanoseconds() noexcept;

/// Shows a diagnostic text to a person; may be slow.
void write(std::string_view text) noexcept;

/// Ends the program; 0 means success.
[[noreturn]] void halt(int code) noexcept;

}  // namespace sluice::inline SLUICE_ABI::engine::platform
