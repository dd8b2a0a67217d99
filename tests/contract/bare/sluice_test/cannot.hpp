// SPDX-License-Identifier: BSL-1.0
#pragma once

/// What cannot run on an image is listed in tests/freestanding/excluded.txt, and is not called.
#define SLUICE_TEST_CANNOT(why) FAIL() << (why) << "; list the case in excluded.txt"
