# SPDX-License-Identifier: BSL-1.0
# The program that the README shows is the one that the other tests here build, and the output is what they expect.
file(READ "${hello}" program)
string(REGEX REPLACE "^// SPDX[^\n]*\n" "" program "${program}")

file(READ "${source}/README.md" readme)
string(FIND "${readme}" "```cpp\n${program}```\n```\nhello world\n```\n" position)
if(position EQUAL -1)
  message(FATAL_ERROR "README.md does not show ${hello} and its output:\n${program}")
endif()
