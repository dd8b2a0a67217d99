# SPDX-License-Identifier: BSL-1.0
# Tests on hosted targets are GoogleTest programs.
include(GoogleTest)

# Parsing GoogleTest takes longer than most of our sources; all tests share one precompiled copy.
add_library(sluice_test_support STATIC support/interrupt/hosted.cpp)
target_include_directories(sluice_test_support PUBLIC support/hosted support/shared)
target_link_libraries(sluice_test_support PUBLIC GTest::gtest_main)
target_compile_features(sluice_test_support PUBLIC cxx_std_23)
target_precompile_headers(sluice_test_support PRIVATE <sluice_test/test.hpp>)
# For ccache: it has to see what the precompiled header contains, not when it was made.
target_compile_options(sluice_test_support PUBLIC
  "$<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>" "$<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>")
sluice_own_flags(sluice_test_support)

function(sluice_add_hosted_test name)
  cmake_parse_arguments(PARSE_ARGV 1 test "" "" "SOURCES;LINKS;LABELS")
  add_executable(${name} ${test_SOURCES})
  target_link_libraries(${name} PRIVATE ${test_LINKS} sluice_test_support)
  target_precompile_headers(${name} REUSE_FROM sluice_test_support)
  sluice_own_flags(${name})
  if(SLUICE_TEST_ONE_THREAD AND (SLUICE_SANITIZE STREQUAL "thread" OR NOT SLUICE_TRACE STREQUAL "off"))
    # A portable suite has one thread, no races, and nothing to see: not worth half of these trees' time.
    set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON)
    return()
  endif()
  set(alone OFF)
  if(test_LABELS MATCHES "stress|paced")
    set(alone ON)  # many threads in step: beside another test they would measure the operating system
  endif()
  if(SLUICE_TRACE STREQUAL "off")
    gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST
      PROPERTIES TIMEOUT 60 RUN_SERIAL ${alone} LABELS "${test_LABELS}")
  else()
    # Whole programs: a client of the profiler takes longer to start than most cases to run.
    add_test(NAME ${name} COMMAND ${name} --gtest_brief=1)
    set_tests_properties(${name} PROPERTIES TIMEOUT 300 RUN_SERIAL ${alone} LABELS "${test_LABELS}")
  endif()
endfunction()
