# SPDX-License-Identifier: BSL-1.0
# A package that was moved after its installation; nothing is left where it was.
include("${CMAKE_CURRENT_LIST_DIR}/steps.cmake")

make_empty("${work}")
install_into("${work}/here")
file(RENAME "${work}/here" "${work}/there")

build_with_installed("${work}/there" "${work}/build")
expect_hello_world("${work}/build/hello")
