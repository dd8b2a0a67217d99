// SPDX-License-Identifier: BSL-1.0
// What the hart itself does for us: it masks interrupts, sleeps, and stops for a debugger.
#include <sluice/engine/platform.hpp>
#include <sluice/engine/platform/semihosting.hpp>

namespace sluice::inline SLUICE_ABI::engine::platform {
namespace {

constexpr CriticalState interrupts_enabled = 1U << 3;  // mstatus.MIE

}  // namespace

CriticalState enter_critical() noexcept {
  std::uintptr_t before;
  asm volatile("csrrc %0, mstatus, %1" : "=r"(before) : "r"(interrupts_enabled) : "memory");
  return static_cast<CriticalState>(before) & interrupts_enabled;
}

void leave_critical(CriticalState state) noexcept { asm volatile("csrs mstatus, %0" ::"r"(state) : "memory"); }

void wait_for_event() noexcept {
  // A masked interrupt still ends the sleep. The write to mstatus takes it at once; then the mask closes again.
  asm volatile("wfi\n\tcsrs mstatus, %0\n\tcsrc mstatus, %0" ::"r"(interrupts_enabled) : "memory");
}

// The three instructions are the mark of a request; they have to be 4 bytes each and on one page.
[[gnu::noinline]] void semihosting::call(Request request, const void* argument) noexcept {
  register std::uintptr_t a0 asm("a0") = static_cast<std::uintptr_t>(request);
  register const void* a1 asm("a1") = argument;
  asm volatile(
      ".option push\n\t.option norvc\n\t.balign 16\n\t"
      "slli zero, zero, 0x1f\n\tebreak\n\tsrai zero, zero, 7\n\t"
      ".option pop"
      : "+r"(a0)
      : "r"(a1)
      : "memory");
}

}  // namespace sluice::inline SLUICE_ABI::engine::platform
