// SPDX-License-Identifier: BSL-1.0
// An image with a case that is excluded, and with an exclusion (in excludes.txt) that no longer names a case.
#include <sluice_test/test.hpp>

TEST(Excluding, a_case_that_runs) { EXPECT_TRUE(true); }

TEST(Excluding, a_case_that_would_fail) { FAIL(); }
