# SPDX-License-Identifier: BSL-1.0
# Builds what the tests of the recorder need in a tree of their own, and runs them. Few targets: minutes would be lost.
foreach(step IN ITEMS
    "--preset;chrome"
    "--build;--preset;chrome;--target;known_program;crash_program")
  execute_process(COMMAND "${CMAKE_COMMAND}" ${step} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
execute_process(COMMAND "${CMAKE_CTEST_COMMAND}" --preset chrome -L "^chrome$" COMMAND_ERROR_IS_FATAL ANY)
