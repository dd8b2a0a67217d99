// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// A promise that the program broke, and where.
struct AssertFailure {
  const char* promise;
  const char* file;
  std::uint32_t line;
};

/// Called with a broken promise. If it returns, the program ends all the same.
using AssertHandler = void (*)(const AssertFailure& failure) noexcept;

/// Replaces the handler that writes the failure to the platform; returns the former one.
///
/// Thread safety: any thread, any time.
AssertHandler set_assert_handler(AssertHandler handler) noexcept;

/// Reports the failure and ends the program.
[[noreturn]] void fail_assert(const AssertFailure& failure) noexcept;

/// Ends the program if `holds` is false; `promise` says in words what was to hold. Stays on in release builds:
/// it guards against programs that are wrong, never against what a correct program can meet.
constexpr void check(bool holds, const char* promise, const char* file = __builtin_FILE(),
                     std::uint32_t line = __builtin_LINE()) noexcept {
  if (!holds) [[unlikely]] {
    fail_assert({promise, file, line});
  }
}

}  // namespace sluice::inline SLUICE_ABI::engine
