# SPDX-License-Identifier: BSL-1.0

# sluice_add_engine_variant(<target> [WITHOUT <pattern>...])
#
# Compiles the engine's own sources a second time, with the backends that are in scope (SLUICE_TRACE_BACKEND,
# SLUICE_ATOMIC_BACKEND...): so tests can look into the code that ships instead of a copy. Its inline namespace differs
# from the shipped library's, so the two cannot be mixed up. Call it in a folder of its own. Sources that match a
# pattern are left out: the caller defines what they would.
function(sluice_add_engine_variant target)
  cmake_parse_arguments(PARSE_ARGV 1 variant "" "" "WITHOUT")
  set(root "${CMAKE_CURRENT_BINARY_DIR}/include")
  sluice_make_include_root("${root}")

  get_target_property(sources sluice_engine SOURCES)
  get_target_property(folder sluice_engine SOURCE_DIR)
  foreach(pattern IN LISTS variant_WITHOUT)
    list(FILTER sources EXCLUDE REGEX "${pattern}")
  endforeach()
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${folder}")
    if(source MATCHES "\\.cpp$")
      list(APPEND variant_sources "${source}")
    endif()
  endforeach()

  add_library(${target} STATIC ${variant_sources})
  target_include_directories(${target} PUBLIC "${root}")
  target_compile_features(${target} PUBLIC cxx_std_23)
  target_compile_options(${target} PRIVATE -fno-exceptions -fno-rtti)
  target_link_libraries(${target} PUBLIC Threads::Threads)
  sluice_own_flags(${target})
endfunction()
