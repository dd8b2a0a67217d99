// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>

/// Semihosting: the core stops at a special instruction, and the debugger or emulator serves a request. It needs no
/// device at all, but without a debugger it is a fault: a product has its own `write` and `halt`.
namespace sluice::inline SLUICE_ABI::engine::platform::semihosting {

/// The requests we use, numbered as in Arm's "Semihosting for AArch32 and AArch64", which RISC-V adopted.
enum class Request : std::uintptr_t {
  write_text = 0x04,  ///< the argument is a text that ends with a zero
  exit = 0x20,        ///< the argument points to a reason and a code
};

/// Makes a request; defined by the port, because the special instruction is the core's own.
void call(Request request, const void* argument) noexcept;

}  // namespace sluice::inline SLUICE_ABI::engine::platform::semihosting
