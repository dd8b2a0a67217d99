# SPDX-License-Identifier: BSL-1.0
# Deletes each entry of the dependency list in turn, and expects the configure step's check to name it.
#
#   toolbox   cmake/SluiceToolbox.cmake
#   script    install-dependencies.sh
#   work      a folder for changed copies
cmake_policy(VERSION 3.25)

# Runs the check on a changed script; sets `status` and `error`.
function(check_script text)
  file(WRITE "${work}/install-dependencies.sh" "${text}")
  execute_process(COMMAND "${CMAKE_COMMAND}" -D "script=${work}/install-dependencies.sh" -P "${toolbox}"
    RESULT_VARIABLE status ERROR_VARIABLE error)
  set(status "${status}" PARENT_SCOPE)
  set(error "${error}" PARENT_SCOPE)
endfunction()

function(expect_failure_naming entry text)
  check_script("${text}")
  string(FIND "${error}" " ${entry}:" position)
  if(status EQUAL 0 OR position EQUAL -1)
    message(FATAL_ERROR "the check did not fail with a message that names ${entry}: ${error}")
  endif()
endfunction()

file(READ "${script}" text)
check_script("${text}")
if(NOT status EQUAL 0)
  message(FATAL_ERROR "the check fails on the unchanged list: ${error}")
endif()

execute_process(COMMAND bash "${script}" --list OUTPUT_VARIABLE rows COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE ";" "," rows "${rows}")
string(REGEX MATCHALL "[^\n]+" rows "${rows}")
foreach(row IN LISTS rows)
  string(REGEX MATCH "^[^ |]+" entry "${row}")
  string(REPLACE "+" "[+]" pattern "${entry}")
  string(REGEX REPLACE "\n${pattern} *[|][^\n]*" "" without "${text}")
  expect_failure_naming("${entry}" "${without}")
endforeach()

string(REGEX REPLACE "\n(cmake *[|])" "\nunheard-of | core | - | nothing\n\\1" with_another "${text}")
expect_failure_naming(unheard-of "${with_another}")

list(LENGTH rows count)
message("${count} entries deleted in turn, each named")
