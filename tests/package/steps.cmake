# SPDX-License-Identifier: BSL-1.0
# The steps that the package tests are made of. Included by the scripts, which CMake runs with -P.
cmake_policy(VERSION 3.25)
set(ENV{LC_ALL} C) # linker messages are compared
string(REPLACE ";" "\\;" launcher "${launcher}") # a command of several words stays one argument

# Runs a command; stops with everything it said if it fails. Sets `output`.
function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE error)
  if(NOT status EQUAL 0)
    list(JOIN ARGV " " command)
    message(FATAL_ERROR "exit ${status} from: ${command}\n${output}${error}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

function(make_empty folder)
  file(REMOVE_RECURSE "${folder}")
  file(MAKE_DIRECTORY "${folder}")
endfunction()

# Puts what the tree has built under `folder`, and nothing else there.
function(install_into folder)
  make_empty("${folder}")
  run("${CMAKE_COMMAND}" --install "${tree}" --prefix "${folder}")
endfunction()

# Configures and builds one of our consumer projects in `build`.
function(build_consumer project build)
  run("${CMAKE_COMMAND}" -S "${CMAKE_CURRENT_LIST_DIR}/${project}" -B "${build}" -G Ninja
      -D CMAKE_BUILD_TYPE=Debug
      -D "CMAKE_CXX_COMPILER=${compiler}" -D "CMAKE_CXX_COMPILER_LAUNCHER=${launcher}"
      -D "HELLO=${hello}" ${ARGN})
  run("${CMAKE_COMMAND}" --build "${build}")
endfunction()

# An installed Sluice must do without Taskflow; a consumer that looks for it fails.
function(build_with_installed prefix build)
  build_consumer(installed "${build}"
    -D "CMAKE_PREFIX_PATH=${prefix}" -D "SLUICE_VERSION=${version}" -D CMAKE_DISABLE_FIND_PACKAGE_Taskflow=ON)
endfunction()

# Sets `flags` to what pkg-config tells a compiler about the installed package.
function(read_pkg_config_flags)
  set(ENV{PKG_CONFIG_PATH} "${prefix}/${libdir}/pkgconfig")
  run(pkg-config --cflags --libs "sluice >= ${version}")
  separate_arguments(flags UNIX_COMMAND "${output}")
  set(flags "${flags}" PARENT_SCOPE)
endfunction()

function(expect_hello_world program)
  run("${program}")
  if(NOT output STREQUAL "hello world\n")
    message(FATAL_ERROR "${program} printed '${output}', not 'hello world'")
  endif()
endfunction()

function(expect_files folder)
  file(GLOB_RECURSE found LIST_DIRECTORIES false RELATIVE "${folder}" "${folder}/*")
  if(NOT found STREQUAL "${ARGN}")
    message(FATAL_ERROR "${folder} holds '${found}', not '${ARGN}'")
  endif()
endfunction()
