// SPDX-License-Identifier: BSL-1.0
#include <sluice_test/manual_system.hpp>
#include <sluice_test/test.hpp>

namespace sluice {
namespace {

using actors_test::ManualSystem;

// An actor class cannot list its handlers; only typed code that names both enters one. So this is a mismatch today.
TEST(UntypedRef, DISABLED_reaches_the_handlers_of_a_class_that_nobody_has_named) {  // FR-TYP-1
  struct Lone {
    int* sum;
  };
  struct Class {
    void on(Lone lone) { ++*lone.sum; }
  };
  ManualSystem on;
  int sum = 0;

  on.system.spawn<Class>().untyped().tell(Lone{&sum});
  on.run();

  EXPECT_EQ(sum, 1);
}

}  // namespace
}  // namespace sluice
