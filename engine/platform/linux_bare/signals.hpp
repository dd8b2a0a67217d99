// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>

/// Signals are this port's interrupts.
namespace sluice::inline SLUICE_ABI::engine::platform::signals {

/// What the kernel passes to a handler; of its parts we read the instruction only.
struct Context {
  std::uint64_t unread[21];
  std::uint64_t instruction;
};

using Handler = void (*)(int signal, void* details, Context* context);

/// Calls `handler` for each `signal`, with all other signals kept out meanwhile.
void handle(int signal, Handler handler) noexcept;

/// Makes the faults (bad address, bad instruction, division by zero) end the program with their report.
void handle_faults() noexcept;

}  // namespace sluice::inline SLUICE_ABI::engine::platform::signals
