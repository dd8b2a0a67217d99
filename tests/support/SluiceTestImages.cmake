# SPDX-License-Identifier: BSL-1.0
# Tests on bare metal are images that run in an emulator, or as they are where the machine can.

if(CMAKE_CROSSCOMPILING_EMULATOR)
  list(GET CMAKE_CROSSCOMPILING_EMULATOR 0 emulator)
  find_program(SLUICE_EMULATOR ${emulator})
  if(NOT SLUICE_EMULATOR)
    sluice_missing(${emulator} "qemu-system-arm and qemu-system-misc")
  endif()
endif()

add_library(sluice_test_support OBJECT
  support/bare/broken_promise.cpp
  support/bare/print.cpp
  support/bare/runner.cpp
  support/interrupt/${SLUICE_PLATFORM}.cpp)
target_include_directories(sluice_test_support PUBLIC support/bare support/shared)
target_link_libraries(sluice_test_support PRIVATE sluice::engine)
sluice_own_flags(sluice_test_support)

# sluice_add_image(<name> SOURCES ... [LINKS ...])
function(sluice_add_image name)
  cmake_parse_arguments(PARSE_ARGV 1 image "" "" "SOURCES;LINKS")
  add_executable(${name} ${image_SOURCES})
  target_link_libraries(${name} PRIVATE ${image_LINKS} sluice::engine sluice::platform)
  target_link_options(${name} PRIVATE -Wl,--fatal-warnings)
  sluice_own_flags(${name})
endfunction()

# sluice_add_suite_image(<name> SOURCES ... [LINKS ...] [EXCLUDED <file>]): an image with the test runner.
function(sluice_add_suite_image name)
  cmake_parse_arguments(PARSE_ARGV 1 image "" "EXCLUDED" "SOURCES;LINKS")
  set(folder "${SLUICE_TEST_FOLDER}/freestanding")
  if(NOT image_EXCLUDED)
    set(image_EXCLUDED "${folder}/excluded.txt")
  endif()
  set(table "${CMAKE_CURRENT_BINARY_DIR}/${name}_exclusions.cpp")
  cmake_path(GET CMAKE_TOOLCHAIN_FILE STEM target)
  add_custom_command(
    OUTPUT "${table}"
    COMMAND "${Python3_EXECUTABLE}" -B "${folder}/exclusions.py" "${image_EXCLUDED}" ${target} ${name} "${table}"
    DEPENDS "${folder}/exclusions.py" "${image_EXCLUDED}"
    VERBATIM)
  sluice_add_image(${name} SOURCES ${image_SOURCES} "${table}" LINKS ${image_LINKS} sluice_test_support)
endfunction()

# sluice_run_image(<test> <image> [option of run_image.py]...): a test that runs the image.
function(sluice_run_image test image)
  add_test(NAME ${test} COMMAND "${Python3_EXECUTABLE}" -B "${SLUICE_TEST_FOLDER}/freestanding/run_image.py" ${ARGN} --
           ${CMAKE_CROSSCOMPILING_EMULATOR} "$<TARGET_FILE:${image}>")
  set_tests_properties(${test} PROPERTIES TIMEOUT 60 LABELS freestanding)
endfunction()

# sluice_audit_symbols(<test> <option of audit_symbols.py or file>...): a test of what images are made of.
function(sluice_audit_symbols test)
  add_test(NAME ${test} COMMAND "${Python3_EXECUTABLE}" -B "${SLUICE_TEST_FOLDER}/freestanding/audit_symbols.py"
           --nm "${CMAKE_NM}" --compiler "${CMAKE_CXX_COMPILER}" ${ARGN}
           COMMAND_EXPAND_LISTS)
  set_tests_properties(${test} PROPERTIES TIMEOUT 60 LABELS freestanding)
endfunction()
