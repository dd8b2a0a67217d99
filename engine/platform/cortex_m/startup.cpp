// SPDX-License-Identifier: BSL-1.0
// From reset to main: fill the RAM, start the clock, run the constructors.
#include <cstddef>
#include <sluice/engine/platform.hpp>
#include <sluice/engine/platform/cortex_m/systick.hpp>

extern "C" {

// From the linker script.
extern char sluice_data_start[];
extern char sluice_data_end[];
extern const char sluice_data_image[];
extern char sluice_bss_start[];
extern char sluice_bss_end[];
extern void (*const sluice_constructors_start[])();
extern void (*const sluice_constructors_end[])();

int sluice_main() asm("main");  // C++ does not let anyone call main by its name

[[noreturn]] void sluice_reset() noexcept {
  namespace platform = sluice::engine::platform;
  __builtin_memcpy(sluice_data_start, sluice_data_image, static_cast<std::size_t>(sluice_data_end - sluice_data_start));
  __builtin_memset(sluice_bss_start, 0, static_cast<std::size_t>(sluice_bss_end - sluice_bss_start));
  platform::systick::start();
  for (auto constructor = sluice_constructors_start; constructor != sluice_constructors_end; ++constructor) {
    (*constructor)();
  }
  platform::halt(sluice_main());
}

}  // extern "C"
