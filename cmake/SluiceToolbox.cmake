# SPDX-License-Identifier: BSL-1.0
# Holds install-dependencies.sh to its word: everything it lists is here and works, and everything the tests use is
# listed. So an entry that is lost from the list fails the configure step by name, on a machine that happens to have the
# package too.
#
# Included by a build that runs every test; `cmake -D script=<install-dependencies.sh> -P` compares the lists only.

# One row per entry of the list: package | probe. The probes are the functions below.
set(toolbox
  "cmake                          | program cmake"
  "ninja-build                    | program ninja"
  "g++                            | program g++"
  "git                            | program git"
  "pkg-config                     | program pkg-config"
  "python3                        | program python3"
  "ccache                         | program ccache"
  "ca-certificates                | file /etc/ssl/certs/ca-certificates.crt"
  "libtbb-dev                     | package TBB"
  "libgtest-dev                   | package GTest"
  "libgmock-dev                   | header gmock/gmock.h"
  "libbenchmark-dev               | package benchmark"
  "clang-19                       | program clang++-19"
  "libclang-rt-19-dev             | header_of clang++-19 sanitizer/tsan_interface.h"
  "llvm-19                        | program llvm-symbolizer-19"
  "clang-format-19                | program clang-format-19"
  "clang-tidy-19                  | program clang-tidy-19"
  "spin                           | program spin"
  "librapidcheck-dev              | package rapidcheck"
  "gcc-arm-none-eabi              | program arm-none-eabi-g++"
  "libstdc++-arm-none-eabi-newlib | header_of arm-none-eabi-g++ cstdint"
  "g++-riscv64-linux-gnu          | program riscv64-linux-gnu-g++"
  "qemu-system-arm                | program qemu-system-arm"
  "qemu-system-misc               | program qemu-system-riscv64"
  "redis-tools                    | program redis-cli"
  "libhiredis-dev                 | module hiredis"
  "libcurl4-openssl-dev           | module libcurl"
  "libssl-dev                     | module openssl"
  "nlohmann-json3-dev             | package nlohmann_json"
  "libasio-dev                    | header asio.hpp"
  "nodejs                         | program node"
  "npm                            | program npm"
  "libcapstone-dev                | module capstone")

# --- Probes: each sets `found` ----------------------------------------------------------------------------------------

function(probe_program name)
  find_program(place "${name}" NO_CACHE)
  set(found "${place}" PARENT_SCOPE)
endfunction()

function(probe_file path)
  if(EXISTS "${path}")
    set(found ON PARENT_SCOPE)
  endif()
endfunction()

function(probe_package name)
  find_package(${name} CONFIG QUIET)
  set(found "${${name}_FOUND}" PARENT_SCOPE)
endfunction()

function(probe_header name)
  find_path(place "${name}" NO_CACHE)
  set(found "${place}" PARENT_SCOPE)
endfunction()

function(probe_command)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
  string(COMPARE EQUAL "${status}" 0 found)
  set(found "${found}" PARENT_SCOPE)
endfunction()

macro(probe_module name) # of pkg-config
  probe_command(pkg-config --exists "${name}")
endmacro()

macro(probe_header_of compiler name) # a header that only this compiler sees
  probe_command("${compiler}" -x c++ -ffreestanding -include "${name}" -fsyntax-only /dev/null)
endmacro()

# --- Lists ------------------------------------------------------------------------------------------------------------

# Splits a row at its first bar, and sets `package` and `rest`.
macro(split_row row)
  string(REGEX MATCH "^([^ |]+) *[|] *(.*)$" matched "${row}")
  set(package "${CMAKE_MATCH_1}")
  set(rest "${CMAKE_MATCH_2}")
endmacro()

# Sets `listed` to the packages that a script lists, and `purpose_of_<package>` for each.
macro(read_list script)
  execute_process(COMMAND bash "${script}" --list OUTPUT_VARIABLE rows COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE ";" "," rows "${rows}")
  string(REGEX MATCHALL "[^\n]+" rows "${rows}")
  set(listed "")
  foreach(row IN LISTS rows)
    split_row("${row}")
    list(APPEND listed "${package}")
    string(REGEX REPLACE "^.*[|] *" "" purpose_of_${package} "${rest}")
  endforeach()
endmacro()

# Stops if the toolbox and the script do not name the same packages.
function(sluice_compare_toolbox script)
  read_list("${script}")
  set(unlisted "")
  foreach(row IN LISTS toolbox)
    split_row("${row}")
    list(FIND listed "${package}" index)
    if(index EQUAL -1)
      string(APPEND unlisted "\n  ${package}: ${rest}")
    else()
      list(REMOVE_AT listed ${index})
    endif()
  endforeach()
  if(unlisted)
    message(FATAL_ERROR "install-dependencies.sh does not install these, and the build needs them:${unlisted}")
  endif()
  if(listed)
    list(JOIN listed ":\n  " names)
    message(FATAL_ERROR "install-dependencies.sh installs these, and cmake/SluiceToolbox.cmake has no probe for them:"
                        "\n  ${names}:")
  endif()
endfunction()

# Stops if something in the toolbox is not on this machine.
function(sluice_probe_toolbox script)
  read_list("${script}")
  set(missing "")
  foreach(row IN LISTS toolbox)
    split_row("${row}")
    string(REPLACE " " ";" probe "${rest}")
    list(POP_FRONT probe kind)
    set(found "")
    cmake_language(CALL probe_${kind} ${probe})
    if(NOT found)
      string(APPEND missing "\n  ${package}: ${rest}, for: ${purpose_of_${package}}")
    endif()
  endforeach()
  if(missing)
    message(FATAL_ERROR "These are missing; ./install-dependencies.sh installs them (Debian names):${missing}")
  endif()
endfunction()

if(CMAKE_SCRIPT_MODE_FILE)
  cmake_policy(VERSION 3.25)
  sluice_compare_toolbox("${script}")
else()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/install-dependencies.sh")
  sluice_compare_toolbox("${PROJECT_SOURCE_DIR}/install-dependencies.sh")
  sluice_probe_toolbox("${PROJECT_SOURCE_DIR}/install-dependencies.sh")
endif()
