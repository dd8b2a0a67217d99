// SPDX-License-Identifier: BSL-1.0
// What the compiler calls without being asked, on Arm only.

extern "C" {

// Registers the destructor of a static object. None ever runs: an image ends when the power does.
int __aeabi_atexit(void*, void (*)(void*), void*) noexcept { return 0; }

// libgcc's division names this as its unwinder, although nothing unwinds; without it the unwinder is linked.
void __aeabi_unwind_cpp_pr0() noexcept {}

}  // extern "C"
