// SPDX-License-Identifier: BSL-1.0
// Debian's TBB is not compiled with the thread sanitizer, which therefore does not see how TBB orders its own memory. Only
// what that library calls itself is left out; without the sanitizer nobody calls this.

// NOLINTNEXTLINE(bugprone-reserved-identifier): the sanitizer chose the name.
extern "C" const char* __tsan_default_suppressions();
extern "C" const char* __tsan_default_suppressions() { return "called_from_lib:libtbb.so\n"; }
