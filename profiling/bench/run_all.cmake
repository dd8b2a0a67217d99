# SPDX-License-Identifier: BSL-1.0
# Runs every workload that `sluice-bench list` names:  cmake -D program=<sluice-bench> [-D quick=ON] -P run_all.cmake
# Quick, that is one small run of each on every executor it supports, with two workers where it can.
execute_process(COMMAND "${program}" list OUTPUT_VARIABLE listing COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "[" "<" listing "${listing}")  # brackets would glue the elements of a list together
string(REPLACE "]" ">" listing "${listing}")
string(REPLACE ";" "," listing "${listing}")  # and this would split them
string(REGEX MATCHALL "[^\n]+" lines "${listing}")
foreach(line IN LISTS lines)
  string(REGEX MATCH "^[a-z_]+" workload "${line}")
  if(NOT quick)
    execute_process(COMMAND "${program}" ${workload} COMMAND_ERROR_IS_FATAL ANY)
    continue()
  endif()
  string(REGEX REPLACE "^.*<" "" supports "${line}")
  string(REGEX MATCHALL "[a-z/-]+ with [0-9]+( to)?" supports "${supports}")
  foreach(support IN LISTS supports)
    string(REGEX MATCH "[0-9]+" workers "${support}")
    if(support MATCHES " to$" AND workers LESS 2)
      set(workers 2)
    endif()
    string(REGEX REPLACE " with .*" "" executors "${support}")
    string(REPLACE "/" ";" executors "${executors}")
    foreach(executor IN LISTS executors)
      execute_process(
        COMMAND "${program}" ${workload} --quick --runs 1 --executor ${executor} --workers ${workers}
        COMMAND_ERROR_IS_FATAL ANY)
    endforeach()
  endforeach()
endforeach()
