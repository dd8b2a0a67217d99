// SPDX-License-Identifier: BSL-1.0
// The linker sends every call here, and `__real_x` to the x that was meant (`--wrap`, see CMakeLists.txt).
#include <sluice_test/heap_calls.hpp>

#include <atomic>
#include <cstddef>
#include <new>

namespace {
std::atomic<std::uint64_t> calls{0};
void count() noexcept { calls.fetch_add(1, std::memory_order_relaxed); }
}  // namespace

std::uint64_t sluice_test::heap_calls() noexcept { return calls.load(std::memory_order_relaxed); }

// NOLINTBEGIN(bugprone-reserved-identifier): the linker chose these names.
extern "C" {

void* __real_malloc(std::size_t size);
void* __wrap_malloc(std::size_t size) {
  count();
  return __real_malloc(size);
}

void* __real_calloc(std::size_t items, std::size_t size);
void* __wrap_calloc(std::size_t items, std::size_t size) {
  count();
  return __real_calloc(items, size);
}

void* __real_realloc(void* block, std::size_t size);
void* __wrap_realloc(void* block, std::size_t size) {
  count();
  return __real_realloc(block, size);
}

void* __real_aligned_alloc(std::size_t alignment, std::size_t size);
void* __wrap_aligned_alloc(std::size_t alignment, std::size_t size) {
  count();
  return __real_aligned_alloc(alignment, size);
}

int __real_posix_memalign(void** block, std::size_t alignment, std::size_t size);
int __wrap_posix_memalign(void** block, std::size_t alignment, std::size_t size) {
  count();
  return __real_posix_memalign(block, alignment, size);
}

void* __real__Znwm(std::size_t size);
void* __wrap__Znwm(std::size_t size) {
  count();
  return __real__Znwm(size);
}

void* __real__ZnwmRKSt9nothrow_t(std::size_t size, const std::nothrow_t& tag);
void* __wrap__ZnwmRKSt9nothrow_t(std::size_t size, const std::nothrow_t& tag) {
  count();
  return __real__ZnwmRKSt9nothrow_t(size, tag);
}

void* __real__ZnwmSt11align_val_t(std::size_t size, std::align_val_t alignment);
void* __wrap__ZnwmSt11align_val_t(std::size_t size, std::align_val_t alignment) {
  count();
  return __real__ZnwmSt11align_val_t(size, alignment);
}

void* __real__ZnwmSt11align_val_tRKSt9nothrow_t(std::size_t size, std::align_val_t alignment,
                                                const std::nothrow_t& tag);
void* __wrap__ZnwmSt11align_val_tRKSt9nothrow_t(std::size_t size, std::align_val_t alignment,
                                                const std::nothrow_t& tag) {
  count();
  return __real__ZnwmSt11align_val_tRKSt9nothrow_t(size, alignment, tag);
}
}
// NOLINTEND(bugprone-reserved-identifier)
