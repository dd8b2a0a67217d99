// SPDX-License-Identifier: BSL-1.0
// From reset to main. The emulator has loaded .data already; the rest of the RAM is ours to fill.
#include <cstddef>
#include <sluice/engine/platform.hpp>

extern "C" {

// From the linker script.
extern char sluice_bss_start[];
extern char sluice_bss_end[];
extern void (*const sluice_constructors_start[])();
extern void (*const sluice_constructors_end[])();

int sluice_main() asm("main");  // C++ does not let anyone call main by its name

// All harts start here with no stack; one goes on. Reset leaves two things off that main may expect, so mstatus gets
// both bits: the floating-point unit, in which our ABI passes arguments, and interrupts, of which mie lets none
// through.
[[gnu::naked, gnu::used, gnu::section(".start")]] void sluice_start() noexcept {
  asm(R"(
    csrr  t0, mhartid
    bnez  t0, 1f
    .option push
    .option norelax
    la    gp, __global_pointer$
    .option pop
    la    sp, sluice_stack_top
    la    t0, sluice_trap
    csrw  mtvec, t0
    li    t0, 0x6008
    csrs  mstatus, t0
    call  sluice_begin
  1:
    wfi
    j     1b
  )");
}

[[noreturn]] void sluice_begin() noexcept {
  namespace platform = sluice::engine::platform;
  __builtin_memset(sluice_bss_start, 0, static_cast<std::size_t>(sluice_bss_end - sluice_bss_start));
  for (auto constructor = sluice_constructors_start; constructor != sluice_constructors_end; ++constructor) {
    (*constructor)();
  }
  platform::halt(sluice_main());
}

}  // extern "C"
