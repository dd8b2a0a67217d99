// SPDX-License-Identifier: BSL-1.0
// What the core itself does for us: it masks interrupts, sleeps, and stops for a debugger.
#include <sluice/engine/critical_section/primask.hpp>
#include <sluice/engine/platform.hpp>
#include <sluice/engine/platform/semihosting.hpp>

namespace sluice::inline SLUICE_ABI::engine::platform {

CriticalState enter_critical() noexcept { return critical::enter(); }

void leave_critical(CriticalState state) noexcept { critical::leave(state); }

void wait_for_event() noexcept {
  // A masked interrupt still ends the sleep. Then the mask opens for a moment; isb: without it the core may go on
  // past the opening before it takes the interrupt.
  asm volatile("dsb\n\twfi\n\tcpsie i\n\tisb\n\tcpsid i" ::: "memory");
}

void semihosting::call(Request request, const void* argument) noexcept {
  register std::uintptr_t r0 asm("r0") = static_cast<std::uintptr_t>(request);
  register const void* r1 asm("r1") = argument;
  asm volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
}

}  // namespace sluice::inline SLUICE_ABI::engine::platform
