# SPDX-License-Identifier: BSL-1.0
# How long the README's hello world takes to compile. The number is for people to read; no limit is asserted, since a
# test never depends on time.
include("${CMAKE_CURRENT_LIST_DIR}/steps.cmake")

make_empty("${work}")
string(TIMESTAMP begin "%s%f")
run("${compiler}" -std=c++23 -O0 "-I${tree}/include" -c "${hello}" -o "${work}/hello.o")
string(TIMESTAMP end "%s%f")

math(EXPR milliseconds "(${end} - ${begin}) / 1000")
message("compiled in ${milliseconds} ms without optimisation")
