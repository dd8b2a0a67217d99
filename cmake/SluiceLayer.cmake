# SPDX-License-Identifier: BSL-1.0
# One function makes every layer, so that all of them have the same shape, flags and install rules.

# Warnings and flags for our own sources only; nothing of this reaches an embedding project.
function(sluice_own_flags target)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wnon-virtual-dtor -Wold-style-cast
    -Woverloaded-virtual -Wundef
    "-ffile-prefix-map=${PROJECT_SOURCE_DIR}/=" "-ffile-prefix-map=${SLUICE_INCLUDE_ROOT}/="
    # The same for relative paths: ccache makes them, so that every clone finds what another one compiled.
    "-ffile-prefix-map=../../=" "-ffile-prefix-map=include/=")
  if(SLUICE_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  get_target_property(type ${target} TYPE)
  if(SLUICE_SANITIZE STREQUAL "thread" AND type STREQUAL "EXECUTABLE")
    target_sources(${target} PRIVATE "${PROJECT_SOURCE_DIR}/cmake/thread_sanitizer_options.cpp")
  endif()
endfunction()

# sluice_add_layer(<name> HEADERS ... SOURCES ... [LINKS ...] [PRIVATE_LINKS ...] [NO_EXCEPTIONS])
#
# Makes the library sluice_<name> with the alias sluice::<name> from the current folder. HEADERS are public and
# are included as <sluice/<folder>/x.hpp>. NO_EXCEPTIONS is for the layers that run on bare metal too: they are
# compiled without exceptions and RTTI on every target, so that hosted tests exercise the code that ships.
function(sluice_add_layer name)
  cmake_parse_arguments(PARSE_ARGV 1 layer "NO_EXCEPTIONS" "" "HEADERS;SOURCES;LINKS;PRIVATE_LINKS")
  if(layer_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "sluice_add_layer(${name}): unknown arguments ${layer_UNPARSED_ARGUMENTS}")
  endif()

  set(target sluice_${name})
  add_library(${target} STATIC ${layer_SOURCES})
  add_library(sluice::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  if(NOT SLUICE_FREESTANDING)  # may end up in a user's shared library; an image would only get a table to fill
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  endif()

  file(RELATIVE_PATH folder "${PROJECT_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}")
  list(TRANSFORM layer_HEADERS PREPEND "${SLUICE_INCLUDE_ROOT}/sluice/${folder}/")
  if(name STREQUAL "engine")
    list(APPEND layer_HEADERS "${SLUICE_INCLUDE_ROOT}/sluice/config.hpp")
  endif()
  target_sources(${target} PUBLIC
    FILE_SET HEADERS BASE_DIRS "${SLUICE_INCLUDE_ROOT}" FILES ${layer_HEADERS})

  target_compile_features(${target} PUBLIC cxx_std_23)
  target_link_libraries(${target} PUBLIC ${layer_LINKS} PRIVATE ${layer_PRIVATE_LINKS})
  sluice_own_flags(${target})
  if(layer_NO_EXCEPTIONS)
    target_compile_options(${target} PRIVATE -fno-exceptions -fno-rtti)
  endif()
  set_property(GLOBAL APPEND PROPERTY SLUICE_LAYERS ${target})
endfunction()
