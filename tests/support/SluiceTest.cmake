# SPDX-License-Identifier: BSL-1.0
# The one test language: a suite is written once and becomes a GoogleTest program on hosted targets, an image with our
# own small runner on bare metal. Included by tests/CMakeLists.txt, for all folders below it.

find_package(Python3 COMPONENTS Interpreter QUIET)
if(NOT Python3_FOUND)
  sluice_missing("Python 3" python3)
endif()

set(SLUICE_TEST_FOLDER "${PROJECT_SOURCE_DIR}/tests")

# sluice_add_test(<name> SOURCES ... [LINKS ...] [LABELS <label>] [HOSTED_ONLY])
#
# Makes the program <name> and its tests: one per case on hosted targets, one per image on bare metal. Without
# HOSTED_ONLY the suite is portable, and a case that is missing on an image fails (see tests/freestanding).
function(sluice_add_test name)
  cmake_parse_arguments(PARSE_ARGV 1 test "HOSTED_ONLY" "" "SOURCES;LINKS;LABELS")
  if(test_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "sluice_add_test(${name}): unknown arguments ${test_UNPARSED_ARGUMENTS}")
  endif()
  list(LENGTH test_LABELS labels)
  if(labels GREATER 1)
    message(FATAL_ERROR "sluice_add_test(${name}): CMake 3.25 discovers tests with one label; others would be lost")
  endif()
  if(NOT SLUICE_FREESTANDING)
    set(SLUICE_TEST_ONE_THREAD OFF)
    if(NOT test_HOSTED_ONLY)
      set(SLUICE_TEST_ONE_THREAD ON)
    endif()
    sluice_add_hosted_test(${name} SOURCES ${test_SOURCES} LINKS ${test_LINKS} LABELS ${test_LABELS})
    if(NOT test_HOSTED_ONLY)
      set_property(GLOBAL APPEND PROPERTY SLUICE_PORTABLE_TESTS ${name})
    endif()
  elseif(NOT test_HOSTED_ONLY)
    sluice_add_suite_image(${name} SOURCES ${test_SOURCES} LINKS ${test_LINKS})
    sluice_run_image(${name} ${name} --save "${PROJECT_BINARY_DIR}/image_output/${name}.txt")
    sluice_audit_symbols(${name}.symbols "$<TARGET_FILE:${name}>")
  endif()
endfunction()

if(SLUICE_FREESTANDING)
  include(support/SluiceTestImages.cmake)
else()
  include(support/SluiceTestHosted.cmake)
endif()
