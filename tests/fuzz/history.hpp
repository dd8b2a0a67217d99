// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include "oracle.hpp"
#include "steps.hpp"

/// What was done since the input began, for the report of a difference.
namespace sluice_fuzz::history {

void clear();
void add(Step step);
void add(const Choice& choice, bool is_deque_itself);

/// Prints what was done, and ends the program.
[[noreturn]] void fail(const char* sentence, std::int64_t expected, std::int64_t actual);

/// Compares what the oracle says with what the queue said.
template <class T, class U>
void expect(const char* sentence, T expected, U actual) {
  if (static_cast<std::int64_t>(expected) != static_cast<std::int64_t>(actual)) [[unlikely]] {
    fail(sentence, static_cast<std::int64_t>(expected), static_cast<std::int64_t>(actual));
  }
}

}  // namespace sluice_fuzz::history
