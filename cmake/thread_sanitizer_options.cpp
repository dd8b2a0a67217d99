// SPDX-License-Identifier: BSL-1.0
// Debian's TBB is not compiled with the thread sanitizer, which therefore sees what TBB clears and copies, but not how it
// orders that. So it looks at what instrumented code does and at nothing else. Nothing of ours is suppressed. Without the
// sanitizer nobody calls this.

// NOLINTBEGIN(bugprone-reserved-identifier): the sanitizer chose the name.
extern "C" const char* __tsan_default_options();
extern "C" const char* __tsan_default_options() { return "ignore_noninstrumented_modules=1"; }
// NOLINTEND(bugprone-reserved-identifier)
