# SPDX-License-Identifier: BSL-1.0
# Finds what we build on: the system first, then what install-dependencies.sh built, then (if asked) a download.

if(DEFINED ENV{SLUICE_DEPENDENCIES})
  set(default_prefix "$ENV{SLUICE_DEPENDENCIES}")
elseif(DEFINED ENV{XDG_CACHE_HOME})
  set(default_prefix "$ENV{XDG_CACHE_HOME}/sluice/dependencies")
else()
  set(default_prefix "$ENV{HOME}/.cache/sluice/dependencies")
endif()
set(SLUICE_DEPENDENCIES "${default_prefix}" CACHE PATH "Where install-dependencies.sh put Taskflow and Tracy")

# Stops, with the name of what to install.
function(sluice_missing what debian_name)
  message(FATAL_ERROR "Sluice needs ${what}, and it was not found. ./install-dependencies.sh installs it "
                      "(Debian: ${debian_name}).")
endfunction()

if(NOT SLUICE_FREESTANDING)
  find_package(Threads REQUIRED)
  if(NOT TARGET Taskflow::Taskflow)
    find_package(Taskflow 3.9 CONFIG QUIET PATHS "${SLUICE_DEPENDENCIES}")
  endif()
  if(NOT TARGET Taskflow::Taskflow AND SLUICE_FETCH_DEPENDENCIES)
    include(FetchContent)
    set(TF_BUILD_TESTS OFF)
    set(TF_BUILD_EXAMPLES OFF)
    FetchContent_Declare(taskflow GIT_REPOSITORY https://github.com/taskflow/taskflow.git GIT_TAG v3.9.0 SYSTEM)
    FetchContent_MakeAvailable(taskflow)
    add_library(Taskflow::Taskflow ALIAS Taskflow)
  endif()
  if(NOT TARGET Taskflow::Taskflow)
    sluice_missing("Taskflow 3.9" libtaskflow-cpp-dev)
  endif()
  if(NOT TARGET TBB::tbb)
    find_package(TBB CONFIG QUIET)  # without it there is no executor on TBB
  endif()
endif()

# A compiler without its C++ library fails late and says little.
include(CheckIncludeFileCXX)
set(CMAKE_REQUIRED_QUIET ON)
check_include_file_cxx(expected SLUICE_HAS_EXPECTED "-std=c++23")
unset(CMAKE_REQUIRED_QUIET)
if(NOT SLUICE_HAS_EXPECTED)
  sluice_missing("a C++23 library for ${CMAKE_CXX_COMPILER}"
                 "g++, libstdc++-arm-none-eabi-newlib or g++-riscv64-linux-gnu")
endif()

if(SLUICE_TRACE MATCHES "tracy")
  find_package(Tracy 0.9.1 CONFIG QUIET PATHS "${SLUICE_DEPENDENCIES}")
  if(NOT Tracy_FOUND)
    sluice_missing("Tracy 0.9.1" "the source package mumble")
  endif()
endif()

if(SLUICE_BUILD_TESTS AND NOT SLUICE_FREESTANDING)
  find_package(GTest CONFIG QUIET)
  if(NOT GTest_FOUND)
    sluice_missing(GoogleTest libgtest-dev)
  endif()
endif()

if(SLUICE_TEST_PARTS)
  include(SluiceToolbox)
endif()
