// SPDX-License-Identifier: BSL-1.0
#pragma once

#define SLUICE_TEST_CANNOT(why) GTEST_SKIP() << (why)
