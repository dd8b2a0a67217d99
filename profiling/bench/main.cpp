// SPDX-License-Identifier: BSL-1.0
#include <sluice/profiling/bench/program.hpp>
#include <sluice/profiling/bench/workloads.hpp>

#include <iostream>
#include <string_view>
#include <vector>

#include <unistd.h>

namespace {

// Overwrites its own line: carriage return, erase to the end, the step. Only a terminal can do that, and only a
// person wants it.
void show_on_terminal(std::string_view step) { std::cerr << "\r\x1b[K" << step << std::flush; }

void show_nothing(std::string_view) {}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string_view> arguments(argv + 1, argv + argc);
  const bool is_terminal = ::isatty(STDERR_FILENO) == 1;
  return sluice::bench::run_program(
      sluice::bench::all_workloads(), arguments,
      {.out = std::cout, .err = std::cerr, .progress = is_terminal ? show_on_terminal : show_nothing});
}
