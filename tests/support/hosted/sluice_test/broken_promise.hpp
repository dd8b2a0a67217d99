// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <gtest/gtest.h>
#include <csignal>
#include <source_location>
#include <string>
#include <string_view>

namespace sluice_test {

/// Expects that `body` breaks a promise of ours whose text contains `promise`.
///
/// `body` runs in a process of its own, which the broken promise ends: what it changes is not seen here.
template <class Body>
void expect_broken_promise(Body&& body, std::string_view promise,
                           std::source_location where = std::source_location::current()) {
  const testing::ScopedTrace trace{where.file_name(), static_cast<int>(where.line()), "expect_broken_promise"};
  std::string pattern = "broken promise: .*";
  for (const char character : promise) {
    if (std::string_view{"\\^$.|?*+()[]{}"}.find(character) != std::string_view::npos) {
      pattern += '\\';
    }
    pattern += character;
  }
  GTEST_FLAG_SET(death_test_style, "threadsafe");  // a fork alone would not survive the threads of other cases
  EXPECT_EXIT(body(), testing::KilledBySignal(SIGABRT), pattern);
}

}  // namespace sluice_test
