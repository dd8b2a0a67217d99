# SPDX-License-Identifier: BSL-1.0
# Sluice as a folder of another project: embedding/CMakeLists.txt looks at the targets, this script at the flags and at
# what gets installed.
include("${CMAKE_CURRENT_LIST_DIR}/steps.cmake")

# Sets `flags` to the flags that the embedding project compiles its own source with.
function(read_own_flags build)
  file(READ "${build}/compile_commands.json" commands)
  string(JSON last LENGTH "${commands}")
  math(EXPR last "${last} - 1")
  foreach(index RANGE ${last})
    string(JSON file GET "${commands}" ${index} file)
    string(JSON command GET "${commands}" ${index} command)
    if(file STREQUAL hello)
      string(REGEX MATCHALL " -[^ ]+" flags "${command}")
      set(flags "${flags}" PARENT_SCOPE)
    elseif(command MATCHES " -Werror")
      message(FATAL_ERROR "our warnings are errors in an embedding project: ${command}")
    endif()
  endforeach()
endfunction()

# The tree stays from run to run, as a user's does; its second build takes no time.
set(build "${work}/build")
build_consumer(embedding "${build}"
  -D "SLUICE_SOURCE=${source}" -D "SLUICE_DEPENDENCIES=${dependencies}" -D SLUICE_INSTALL=OFF)
expect_hello_world("${build}/hello")

read_own_flags("${build}")
list(FILTER flags EXCLUDE REGEX "^ -(g|std=(c|gnu)\\+\\+23|I${build}/sluice/include|o|c)$")
if(flags)
  message(FATAL_ERROR "embedding Sluice adds these flags to a user's sources: ${flags}")
endif()

make_empty("${work}/prefix")
run("${CMAKE_COMMAND}" --install "${build}" --prefix "${work}/prefix")
expect_files("${work}/prefix" bin/hello)

build_consumer(embedding "${build}" -D SLUICE_INSTALL=ON)
run("${CMAKE_COMMAND}" --install "${build}" --prefix "${work}/prefix")
if(NOT EXISTS "${work}/prefix/${libdir}/cmake/sluice/sluice-config.cmake")
  message(FATAL_ERROR "SLUICE_INSTALL=ON did not install the package")
endif()
