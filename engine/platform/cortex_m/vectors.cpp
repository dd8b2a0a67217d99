// SPDX-License-Identifier: BSL-1.0
// Where the core jumps to: at reset, on a fault, on an interrupt.
//
// An image takes an interrupt by defining its function as extern "C". For those it does not define, the linker script
// provides `sluice_fault`: no weak symbols, and an interrupt without a handler is reported with its number.
#include <cstdint>
#include <sluice/engine/platform/fault.hpp>

using Handler = void (*)() noexcept;

extern "C" {

extern std::uint32_t sluice_stack_top;  // from the linker script

[[noreturn]] void sluice_reset() noexcept;
void sluice_fault() noexcept;

void sluice_svcall_handler() noexcept;
void sluice_pendsv_handler() noexcept;
void sluice_systick_handler() noexcept;
void sluice_device_handler() noexcept;  // all devices; the image reads which one from IPSR

// The core has pushed r0 to r3, r12, lr and then the address of the instruction it could not finish.
[[noreturn]] void sluice_report_fault(const std::uint32_t* pushed) noexcept {
  std::uint32_t exception;
  asm("mrs %0, ipsr" : "=r"(exception));
  sluice::engine::platform::report_fault(exception, pushed[6]);
}

[[gnu::naked]] void sluice_fault() noexcept { asm("mrs r0, msp\n\tbl sluice_report_fault"); }

}  // extern "C"

namespace {

constexpr int devices = 32;  // all that a Cortex-M0 can have; the tests' boards use none

struct Vectors {
  const std::uint32_t* stack_top = &sluice_stack_top;
  Handler reset = &sluice_reset;
  Handler faults_2_to_6[5] = {&sluice_fault, &sluice_fault, &sluice_fault, &sluice_fault, &sluice_fault};
  Handler reserved_7_to_10[4] = {};
  Handler svcall = &sluice_svcall_handler;
  Handler reserved_12_13[2] = {};
  Handler pendsv = &sluice_pendsv_handler;
  Handler systick = &sluice_systick_handler;
  Handler device[devices];

  constexpr Vectors() noexcept {
    for (Handler& handler : device) {
      handler = &sluice_device_handler;
    }
  }
};
static_assert(sizeof(Vectors) == (16 + devices) * sizeof(Handler));

}  // namespace

[[gnu::section(".vectors"), gnu::used]] constinit const Vectors sluice_vectors;
