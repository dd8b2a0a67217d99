// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>

namespace testing {

/// What a fixture derives from, under the name that GoogleTest gives it.
class Test {
public:
  Test() noexcept = default;
  Test(const Test&) = delete;
  Test& operator=(const Test&) = delete;
  virtual ~Test() = default;

  virtual void SetUp() {}
  virtual void TearDown() {}
};

}  // namespace testing

namespace sluice_test {

/// One test; static, and in the runner's list from its construction on.
struct Case {
  Case(const char* suite_name, const char* case_name, void (*case_body)()) noexcept;

  const char* suite;
  const char* name;
  void (*body)();
  Case* next = nullptr;
};

/// A case that does not run on this image, from `tests/freestanding/excluded.txt`.
struct Exclusion {
  const char* suite;
  const char* name;
  const char* reason;
};

/// Generated for each image.
extern const std::span<const Exclusion> exclusions;

template <class Fixture>
void run_with_fixture() {
  Fixture fixture;
  static_cast<testing::Test&>(fixture).SetUp();
  fixture.run_body();
  static_cast<testing::Test&>(fixture).TearDown();
}

}  // namespace sluice_test
