// SPDX-License-Identifier: BSL-1.0
// Where the hart jumps to on a fault or an interrupt.
//
// An image takes an interrupt by defining its function as extern "C". For those it does not define, the linker script
// provides `sluice_unexpected_interrupt`, so there are no weak symbols.
#include <cstdint>
#include <sluice/engine/platform/fault.hpp>

namespace {

constexpr std::uintptr_t is_interrupt = std::uintptr_t{1} << 63;
constexpr std::uintptr_t software = is_interrupt | 3;
constexpr std::uintptr_t timer = is_interrupt | 7;
constexpr std::uintptr_t device = is_interrupt | 11;

std::uintptr_t read_cause() noexcept {
  std::uintptr_t cause;
  asm volatile("csrr %0, mcause" : "=r"(cause));
  return cause;
}

[[noreturn]] void report(std::uintptr_t cause) noexcept {
  std::uintptr_t instruction;
  asm volatile("csrr %0, mepc" : "=r"(instruction));
  sluice::engine::platform::report_fault(cause & ~is_interrupt, instruction);
}

}  // namespace

extern "C" {

void sluice_software_handler() noexcept;
void sluice_timer_handler() noexcept;
void sluice_device_handler() noexcept;

// An interrupt that the image enabled but did not define is a fault of the program.
void sluice_unexpected_interrupt() noexcept { report(read_cause()); }

// The attribute saves and restores what a call may change, and returns with mret.
[[gnu::interrupt("machine"), gnu::aligned(4)]] void sluice_trap() noexcept {
  switch (const std::uintptr_t cause = read_cause()) {
    case software: return sluice_software_handler();
    case timer: return sluice_timer_handler();
    case device: return sluice_device_handler();
    default: report(cause);
  }
}

}  // extern "C"
