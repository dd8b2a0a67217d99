// SPDX-License-Identifier: BSL-1.0
// Debian's TBB is not compiled with the thread sanitizer, which therefore does not see how TBB orders its own memory, nor
// how it hands the functions of `task_arena::enqueue` and `parallel_for` to its workers. Only that is left out; our own
// workers go another way (tbb_host.hpp). Without the sanitizer nobody calls this.

// NOLINTBEGIN(bugprone-reserved-identifier): the sanitizer chose the name.
extern "C" const char* __tsan_default_suppressions();
extern "C" const char* __tsan_default_suppressions() {
  return "called_from_lib:libtbb.so\n"
         "race:tbb::detail::d1::enqueue_task\n"
         "race:tbb::detail::d1::start_for\n"
         "race:tbb::detail::d1::small_object_allocator\n";
}
// NOLINTEND(bugprone-reserved-identifier)
