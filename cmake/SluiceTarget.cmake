# SPDX-License-Identifier: BSL-1.0
# What kind of machine this tree builds for, and the include folder `sluice/` that every source sees.

set(CMAKE_CXX_EXTENSIONS OFF)
if(PROJECT_IS_TOP_LEVEL)
  set(CMAKE_CXX_STANDARD 23)
  set(CMAKE_CXX_STANDARD_REQUIRED ON)
  set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
  set(CMAKE_VERIFY_INTERFACE_HEADER_SETS ON)
  find_program(SLUICE_CCACHE ccache)
  if(SLUICE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    # The sloppiness lets it cache what was compiled with a precompiled header, as our tests are.
    set(CMAKE_CXX_COMPILER_LAUNCHER
        "${CMAKE_COMMAND}" -E env CCACHE_SLOPPINESS=pch_defines,time_macros
        CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=true "${SLUICE_CCACHE}")
  endif()
  if(SLUICE_SANITIZE)
    add_compile_options(-fsanitize=${SLUICE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    add_link_options(-fsanitize=${SLUICE_SANITIZE})
    # This check asks an object for its type information; objects made in the layers without RTTI have none.
    add_compile_options(-fno-sanitize=vptr)
    add_link_options(-fno-sanitize=vptr)
  endif()
endif()

if(NOT SLUICE_TRACE MATCHES "^(off|tracy|tracy-fibers)$")
  message(FATAL_ERROR "SLUICE_TRACE is '${SLUICE_TRACE}'; it must be off, tracy or tracy-fibers")
endif()
if(SLUICE_FREESTANDING AND NOT SLUICE_TRACE STREQUAL "off")
  message(FATAL_ERROR "SLUICE_TRACE=${SLUICE_TRACE} needs an operating system; a freestanding build has none")
endif()

# A toolchain file names these for its target; a hosted build uses the defaults.
if(NOT DEFINED SLUICE_PLATFORM)
  set(SLUICE_PLATFORM hosted)
endif()
if(NOT DEFINED SLUICE_ATOMIC_BACKEND)
  set(SLUICE_ATOMIC_BACKEND native)
endif()
if(NOT DEFINED SLUICE_CRITICAL_SECTION)
  set(SLUICE_CRITICAL_SECTION called)
endif()

if(SLUICE_FREESTANDING)
  set(SLUICE_HOSTED_LITERAL false)
  set(SLUICE_CACHE_LINE "sizeof(void*)")
  set(SLUICE_MUTEX_BACKEND critical_section)
  set(SLUICE_MEMORY static_pool)
  set(SLUICE_THREAD_LOCAL "")
  set(SLUICE_PARKER one_thread)
else()
  set(SLUICE_HOSTED_LITERAL true)
  set(SLUICE_CACHE_LINE 64)
  set(SLUICE_MUTEX_BACKEND posix)
  set(SLUICE_MEMORY thread_caches)
  set(SLUICE_THREAD_LOCAL thread_local)
  set(SLUICE_PARKER posix)
endif()
if(SLUICE_TRACE STREQUAL "off")
  set(SLUICE_TRACE_BACKEND off)
else()
  set(SLUICE_TRACE_BACKEND on)
endif()

# sluice_make_include_root(<folder>): the folder that a source must see to include <sluice/...>, with a config.hpp of
# the choices in scope. One link per public folder, never the source root: that would loop through build/.
function(sluice_make_include_root folder)
  if(SLUICE_FREESTANDING)
    set(machine bare)
  else()
    set(machine hosted)
  endif()
  string(JOIN "_" SLUICE_ABI
         "v${PROJECT_VERSION_MAJOR}" "${PROJECT_VERSION_MINOR}" "${machine}" "${SLUICE_ATOMIC_BACKEND}"
         "trace" "${SLUICE_TRACE_BACKEND}")
  # A test may bring backends of its own.
  if(NOT DEFINED SLUICE_ATOMIC_HEADER)
    set(SLUICE_ATOMIC_HEADER "sluice/engine/atomic/${SLUICE_ATOMIC_BACKEND}.hpp")
  endif()
  if(NOT DEFINED SLUICE_MUTEX_HEADER)
    set(SLUICE_MUTEX_HEADER "sluice/engine/mutex/${SLUICE_MUTEX_BACKEND}.hpp")
  endif()
  file(MAKE_DIRECTORY "${folder}/sluice")
  foreach(public IN ITEMS engine actors graph integrations profiling)
    file(CREATE_LINK "${PROJECT_SOURCE_DIR}/${public}" "${folder}/sluice/${public}" SYMBOLIC)
  endforeach()
  # A copy: a link to a single file would be installed as a link.
  configure_file("${PROJECT_SOURCE_DIR}/graph/sluice.hpp" "${folder}/sluice/sluice.hpp" COPYONLY)
  configure_file("${PROJECT_SOURCE_DIR}/cmake/config.hpp.in" "${folder}/sluice/config.hpp" @ONLY)
endfunction()

set(SLUICE_INCLUDE_ROOT "${PROJECT_BINARY_DIR}/include")
sluice_make_include_root("${SLUICE_INCLUDE_ROOT}")
