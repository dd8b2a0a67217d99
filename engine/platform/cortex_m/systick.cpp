// SPDX-License-Identifier: BSL-1.0
// The clock counts finished periods of SysTick and adds the part of the current one: its resolution is one cycle of
// the core. It goes wrong if interrupts are masked for longer than a period (0.6 s at 25 MHz), or if an interrupt of
// a higher priority than SysTick's asks for the time; all priorities are equal unless an image changes them.
#include <sluice/engine/critical_section.hpp>
#include <sluice/engine/platform/cortex_m/systick.hpp>

/// The board's linker script defines it; its address is the number.
extern "C" const char sluice_core_clock_hz[];

namespace sluice::inline SLUICE_ABI::engine::platform {
namespace {

struct Registers {
  std::uint32_t control;
  std::uint32_t reload;
  std::uint32_t current;  // counts down; any write makes it zero
};

volatile Registers& registers() noexcept { return *reinterpret_cast<volatile Registers*>(0xE000E010); }

constexpr std::uint32_t run_on_core_clock_with_interrupt = 0b111;

volatile std::uint32_t& interrupt_control() noexcept { return *reinterpret_cast<volatile std::uint32_t*>(0xE000ED04); }

constexpr std::uint32_t systick_pending = 1U << 26;
constexpr std::uint32_t forget_systick = 1U << 25;

// Written by the interrupt, or with interrupts masked.
std::uint64_t cycles_before_period = 0;
std::uint32_t period = systick::longest_period;
void (*on_tick)() noexcept = nullptr;

// The interrupt comes when the counter reaches zero, so a period starts at zero and its second cycle shows the reload
// value.
std::uint32_t cycles_in_period() noexcept {
  const std::uint32_t current = registers().current;
  return current == 0 ? 0 : period - current;
}

// Interrupts are masked.
std::uint64_t count_cycles() noexcept {
  const std::uint32_t cycles = cycles_in_period();
  if ((interrupt_control() & systick_pending) == 0) {
    return cycles_before_period + cycles;
  }
  // A period ended and its interrupt has not been served. It may have ended after the reading above: read again.
  return cycles_before_period + period + cycles_in_period();
}

void restart(std::uint32_t new_period) noexcept {
  period = new_period;
  registers().reload = new_period - 1;
  registers().current = 0;
  registers().control = run_on_core_clock_with_interrupt;
}

}  // namespace

void systick::start() noexcept { restart(longest_period); }

void systick::set_tick(std::uint32_t new_period, void (*handler)() noexcept) noexcept {
  CriticalSection section;
  registers().control = 0;
  cycles_before_period = count_cycles();
  interrupt_control() = forget_systick;  // a period that ended just now is in the count already
  on_tick = handler;
  restart(new_period);
}

std::uint64_t now_nanoseconds() noexcept {
  constexpr std::uint64_t nanoseconds_per_second = 1'000'000'000;
  const std::uint64_t frequency = reinterpret_cast<std::uintptr_t>(&sluice_core_clock_hz);
  std::uint64_t cycles;
  {
    CriticalSection section;
    cycles = count_cycles();
  }
  // Seconds and the rest apart: the product would overflow after some minutes.
  return cycles / frequency * nanoseconds_per_second + cycles % frequency * nanoseconds_per_second / frequency;
}

}  // namespace sluice::inline SLUICE_ABI::engine::platform

extern "C" void sluice_systick_handler() noexcept {
  using namespace sluice::engine::platform;
  cycles_before_period += period;
  if (on_tick != nullptr) {
    on_tick();
  }
}
