# SPDX-License-Identifier: BSL-1.0
# Images that prove the path from reset to exit code, good and bad.

sluice_add_image(prints_and_exits SOURCES prints_and_exits.cpp)
sluice_run_image(prints_and_exits prints_and_exits
  --code 37 --text "an image can speak, and a line that is longer than one request arrives whole")

sluice_add_image(faults SOURCES faults.cpp)
sluice_run_image(faults faults --code 99 --text "sluice: fault ")

sluice_add_image(breaks_a_promise SOURCES breaks_a_promise.cpp)
sluice_run_image(breaks_a_promise breaks_a_promise
  --code 134 --text "broken promise: an image keeps its promises" --text "breaks_a_promise.cpp:6")

# Without these, a runner that never fails would pass everything.
sluice_add_suite_image(fails SOURCES fails.cpp)
sluice_run_image(fails fails
  --code 1
  --text "tests/freestanding/fails.cpp:10: failure\n    EXPECT_EQ(negative, 7U)\n    left:  -5\n    right: 7\n    and the message 42\n"
  --text "tests/freestanding/fails.cpp:14: failure\n    ASSERT_TRUE(false)\n[failed] Failing.an_assertion_leaves_the_case"
  --text "tests/freestanding/fails.cpp:19: failure\n    expect_broken_promise\n    no promise was broken"
  --text "tests/freestanding/fails.cpp:23: failure\n    expect_broken_promise\n    another promise was broken: the other one"
  --text "1 passed, 4 failed, 0 excluded")

sluice_add_suite_image(no_cases SOURCES no_cases.cpp)
sluice_run_image(no_cases no_cases --code 1 --text "no case ran")

sluice_add_suite_image(excludes SOURCES excludes.cpp EXCLUDED "${CMAKE_CURRENT_SOURCE_DIR}/excludes.txt")
sluice_run_image(excludes excludes
  --code 1
  --text "[excluded] Excluding.a_case_that_would_fail: it \"would\" fail"
  --text "excluded.txt names Excluding.a_case_that_is_gone, which is no case of this image"
  --text "1 passed, 0 failed, 1 excluded")

sluice_add_suite_image(interrupt_tests SOURCES interrupt_test.cpp)
sluice_run_image(interrupt_tests interrupt_tests)
sluice_add_suite_image(exhaustion_tests SOURCES exhaustion_test.cpp)
sluice_run_image(exhaustion_tests exhaustion_tests)
sluice_add_suite_image(large_block_tests SOURCES large_block_test.cpp)
target_compile_definitions(large_block_tests PRIVATE
  SLUICE_STATIC_BLOCKS=${SLUICE_STATIC_BLOCKS} SLUICE_STATIC_BLOCK_SIZE=${SLUICE_STATIC_BLOCK_SIZE})
sluice_run_image(large_block_tests large_block_tests)
sluice_add_suite_image(posting_tests SOURCES posting_test.cpp)
sluice_run_image(posting_tests posting_tests)

sluice_add_suite_image(event_image_tests SOURCES event_test.cpp LINKS sluice::actors)
sluice_run_image(event_image_tests event_image_tests)

# The programs that ship; sluice_add_test looks at the suites.
sluice_audit_symbols(prints_and_exits.symbols "$<TARGET_FILE:prints_and_exits>")
if(SLUICE_BUILD_EXAMPLES)
  sluice_audit_symbols(02_ping_pong.symbols "$<TARGET_FILE:02_ping_pong>")
endif()

add_library(violations OBJECT violations.cpp)
target_compile_options(violations PRIVATE -fexceptions -frtti -fthreadsafe-statics -O0)
sluice_audit_symbols(audit_notices_violations --must-find-all "$<TARGET_OBJECTS:violations>")

add_subdirectory(budget)
