# SPDX-License-Identifier: BSL-1.0
# Runs every workload that `sluice-bench list` names:  cmake -D program=<sluice-bench> -P run_all.cmake
execute_process(COMMAND "${program}" list OUTPUT_VARIABLE listing COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "(^|\n)[a-z_]+" workloads "${listing}")
foreach(workload IN LISTS workloads)
  string(STRIP "${workload}" workload)
  execute_process(COMMAND "${program}" ${workload} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
