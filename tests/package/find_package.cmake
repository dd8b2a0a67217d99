# SPDX-License-Identifier: BSL-1.0
include("${CMAKE_CURRENT_LIST_DIR}/steps.cmake")

make_empty("${work}")
build_with_installed("${prefix}" "${work}")
expect_hello_world("${work}/hello")
