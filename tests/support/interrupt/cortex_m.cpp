// SPDX-License-Identifier: BSL-1.0
#include <cstdint>
#include <sluice/engine/platform/cortex_m/systick.hpp>
#include <sluice_test/interrupt.hpp>

#include "jitter.hpp"

namespace systick = sluice::engine::platform::systick;

namespace sluice_test {
namespace {

InterruptHandler raised_handler = nullptr;
InterruptHandler repeated_handler = nullptr;
std::uint32_t fixed_delay = 0;
Jitter jitter;

void tick() noexcept {
  repeated_handler();
  systick::set_tick(fixed_delay != 0 ? fixed_delay : 64 + jitter.next(), &tick);
}

}  // namespace

RaisedInterrupt::RaisedInterrupt(InterruptHandler handler) noexcept { raised_handler = handler; }

RaisedInterrupt::~RaisedInterrupt() { raised_handler = nullptr; }

void RaisedInterrupt::raise() noexcept {
  auto& interrupt_control = *reinterpret_cast<volatile std::uint32_t*>(0xE000ED04);
  constexpr std::uint32_t pend_sv = 1U << 28;
  interrupt_control = pend_sv;
  asm volatile("dsb\n\tisb" ::: "memory");  // the interrupt comes before the next instruction
}

RepeatedInterrupt::RepeatedInterrupt(InterruptHandler handler) noexcept {
  repeated_handler = handler;
  systick::set_tick(64, &tick);
}

RepeatedInterrupt::RepeatedInterrupt(InterruptHandler handler, std::uint32_t delay) noexcept
    : RepeatedInterrupt{handler} {
  fixed_delay = delay;
}

RepeatedInterrupt::~RepeatedInterrupt() {
  systick::set_tick(systick::longest_period, nullptr);
  fixed_delay = 0;
}

}  // namespace sluice_test

extern "C" void sluice_pendsv_handler() noexcept { sluice_test::raised_handler(); }
