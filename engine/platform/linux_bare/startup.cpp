// SPDX-License-Identifier: BSL-1.0
// From the kernel to main.
#include <sluice/engine/platform.hpp>
#include <sluice/engine/platform/linux_bare/signals.hpp>

extern "C" {

// From the linker's own script.
extern void (*const __init_array_start[])();
extern void (*const __init_array_end[])();

int sluice_main() asm("main");  // C++ does not let anyone call main by its name

// The kernel jumps here with an aligned stack; a function expects one that a call has just misaligned.
[[gnu::naked, gnu::used]] void _start() noexcept { asm("xorl %ebp, %ebp\n\tcall sluice_begin"); }

[[noreturn]] void sluice_begin() noexcept {
  namespace platform = sluice::engine::platform;
  platform::signals::handle_faults();
  for (auto constructor = __init_array_start; constructor != __init_array_end; ++constructor) {
    (*constructor)();
  }
  platform::halt(sluice_main());
}

}  // extern "C"
