// SPDX-License-Identifier: BSL-1.0
#include <cstdint>
#include <sluice/engine/platform/riscv_virt/clint.hpp>
#include <sluice_test/interrupt.hpp>

#include "jitter.hpp"

namespace clint = sluice::engine::platform::clint;

namespace sluice_test {
namespace {

InterruptHandler raised_handler = nullptr;
InterruptHandler repeated_handler = nullptr;
std::uint32_t fixed_delay = 0;
Jitter jitter;

void set_alarm(std::uint32_t ticks) noexcept { clint::alarm() = clint::time() + ticks; }

}  // namespace

RaisedInterrupt::RaisedInterrupt(InterruptHandler handler) noexcept {
  raised_handler = handler;
  clint::enable(clint::software_interrupt);
}

RaisedInterrupt::~RaisedInterrupt() { clint::disable(clint::software_interrupt); }

void RaisedInterrupt::raise() noexcept {
  clint::request() = 1;
  asm volatile("fence" ::: "memory");
}

RepeatedInterrupt::RepeatedInterrupt(InterruptHandler handler) noexcept {
  repeated_handler = handler;
  set_alarm(16);
  clint::enable(clint::timer_interrupt);
}

RepeatedInterrupt::RepeatedInterrupt(InterruptHandler handler, std::uint32_t delay) noexcept
    : RepeatedInterrupt{handler} {
  fixed_delay = delay;
}

RepeatedInterrupt::~RepeatedInterrupt() {
  clint::disable(clint::timer_interrupt);
  fixed_delay = 0;
}

}  // namespace sluice_test

extern "C" void sluice_software_handler() noexcept {
  clint::request() = 0;
  sluice_test::raised_handler();
}

extern "C" void sluice_timer_handler() noexcept {
  sluice_test::repeated_handler();
  sluice_test::set_alarm(sluice_test::fixed_delay != 0 ? sluice_test::fixed_delay : 16 + sluice_test::jitter.next());
}
