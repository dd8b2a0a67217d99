// SPDX-License-Identifier: BSL-1.0
// A broken promise must not return to the code that broke it, and there is no process to sacrifice: so the assert
// handler jumps out. The compiler's own setjmp needs no library.
#include <sluice/engine/assert.hpp>
#include <sluice/engine/platform.hpp>
#include <sluice_test/broken_promise.hpp>
#include <sluice_test/compare.hpp>

namespace engine = sluice::engine;

namespace sluice_test {
namespace {

void* landing[5];  // the size that the compiler's setjmp asks for
const char* broken_promise = nullptr;

void jump_back(const engine::AssertFailure& failure) noexcept {
  broken_promise = failure.promise;
  __builtin_longjmp(landing, 1);
}

// A function of its own: what lives across the landing must not be in registers.
[[gnu::noinline]] void run_until_broken(void (*body)(void*), void* context) noexcept {
  broken_promise = nullptr;
  if (__builtin_setjmp(landing) == 0) {
    body(context);
  }
}

}  // namespace

void expect_broken_promise_of(void (*body)(void* context), void* context, std::string_view promise,
                              std::source_location where) noexcept {
  const engine::AssertHandler handler = engine::set_assert_handler(&jump_back);
  const engine::platform::CriticalState state = engine::platform::enter_critical();
  engine::platform::leave_critical(state);
  run_until_broken(body, context);
  engine::platform::leave_critical(state);  // the promise may have been broken inside a critical section
  engine::set_assert_handler(handler);

  const Claim claim{where.file_name(), where.line(), "expect_broken_promise"};
  if (broken_promise == nullptr) {
    report_failure(claim);
    Message{} << "no promise was broken";
  } else if (std::string_view{broken_promise}.find(promise) == std::string_view::npos) {
    report_failure(claim);
    Message{} << "another promise was broken: " << broken_promise;
  }
}

}  // namespace sluice_test
