# SPDX-License-Identifier: BSL-1.0
# A program that was compiled with other layout options than the library must not link, and the linker must say which
# options it had.
include("${CMAKE_CURRENT_LIST_DIR}/steps.cmake")

if(trace STREQUAL "off")
  set(other_trace tracy)
else()
  set(other_trace off)
endif()
make_empty("${work}")
run("${CMAKE_COMMAND}" -S "${source}" -B "${work}/tree" -G Ninja
    -D "CMAKE_CXX_COMPILER=${compiler}" -D "SLUICE_DEPENDENCIES=${dependencies}" -D SLUICE_TRACE=${other_trace}
    -D SLUICE_BUILD_TESTS=OFF -D SLUICE_BUILD_EXAMPLES=OFF)
set(other_include "${work}/tree/include")
file(STRINGS "${other_include}/sluice/config.hpp" other_abi REGEX "#define SLUICE_ABI ")
string(REPLACE "#define SLUICE_ABI " "" other_abi "${other_abi}")

read_pkg_config_flags()
execute_process(COMMAND "${compiler}" -std=c++23 "-I${other_include}" "${hello}" ${flags} -o "${work}/hello"
  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE error)
if(status EQUAL 0)
  message(FATAL_ERROR "a program with the layout of SLUICE_TRACE=${other_trace} linked")
endif()
if(NOT error MATCHES "undefined reference to [^\n]*sluice::${other_abi}::ActorSystem")
  message(FATAL_ERROR "the linker does not name ${other_abi}:\n${error}")
endif()
