# SPDX-License-Identifier: BSL-1.0
# No CMake on the user's side: pkg-config and one compiler call, with the warnings of a strict user as errors. Then
# without exceptions and RTTI, which the engine does not have and a user may not want.
include("${CMAKE_CURRENT_LIST_DIR}/steps.cmake")

make_empty("${work}")
read_pkg_config_flags()

run("${compiler}" -std=c++23 -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Werror
    "${hello}" ${flags} -o "${work}/hello")
expect_hello_world("${work}/hello")

run("${compiler}" -std=c++23 -fno-exceptions -fno-rtti "${hello}" ${flags} -o "${work}/hello_without")
expect_hello_world("${work}/hello_without")
