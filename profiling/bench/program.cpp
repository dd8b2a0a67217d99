// SPDX-License-Identifier: BSL-1.0
#include <sluice/profiling/bench/program.hpp>

#include <sluice/profiling/bench/options.hpp>
#include <sluice/profiling/bench/report.hpp>
#include <sluice/profiling/bench/selection.hpp>

#include <algorithm>
#include <cstddef>
#include <ostream>
#include <string>

namespace sluice::bench {

namespace {

constexpr int success = 0;
constexpr int usage_error = 2;

constexpr std::uint32_t default_runs = 5;
constexpr std::uint32_t quick_runs = 2;

std::string usage() {
  return "usage: sluice-bench <workload> [--workers N] [--executor NAME] [--runs N] [--quick] [--json]\n"
         "       sluice-bench list\n"
         "       sluice-bench --help\n"
         "executors: " +
         executor_names(", ") + "\n";
}

int refuse(std::span<const Workload* const> table, std::string_view error, const Console& console) {
  console.err << "sluice-bench: " << error << "\n\n" << usage() << "\nworkloads:\n" << list_text(table);
  return usage_error;
}

int run_workload(std::span<const Workload* const> table, const Options& options, const Console& console) {
  const auto workload = choose_workload(table, options);
  if (!workload) {
    return refuse(table, workload.error(), console);
  }
  const auto run = choose_run(table, **workload, options);
  if (!run) {
    return refuse(table, run.error(), console);
  }

  const std::uint32_t runs = options.runs.value_or(options.quick ? quick_runs : default_runs);
  const std::vector<Report> reports = measure(**workload, *run, runs, console.progress);
  console.progress("");
  for (const Report& report : reports) {
    console.out << (options.json ? json_line(report) : human_line(report)) << "\n";
  }
  return success;
}

}  // namespace

int run_program(std::span<const Workload* const> table, std::span<const std::string_view> arguments,
                const Console& console) {
  const auto options = parse_options(arguments);
  if (!options) {
    return refuse(table, options.error(), console);
  }
  switch (options->command) {
    case Command::list: console.out << list_text(table); return success;
    case Command::help: console.out << help_text(); return success;
    case Command::run: break;
  }
  return run_workload(table, *options, console);
}

std::string list_text(std::span<const Workload* const> table) {
  std::size_t width = 0;
  for (const Workload* const workload : table) {
    width = std::max(width, workload->name.size());
  }

  std::string text;
  for (const Workload* const workload : table) {
    text.append(workload->name).append(width - workload->name.size() + 2, ' ').append(workload->sentence);
    text.append(" [").append(supports_text(*workload)).append("]\n");
  }
  return text;
}

std::string help_text() {
  return usage() +
         "\n"
         "Runs one workload, once to warm up and then N times, and prints one line per figure:\n"
         "  workload[/figure] workers executor median unit (min..max, floor)\n"
         "The floor is the bare-queue program of the same work, measured in the same process; '-' if there is none.\n"
         "Machines are noisy: compare only figures of one run, as a ratio.\n"
         "\n"
         "  --workers N      threads that handle messages; default: the fewest the workload supports\n"
         "  --executor NAME  what runs the messages; default: the workload's first\n"
         "  --runs N         counted runs; default: 5\n"
         "  --quick          a fiftieth of the work and 2 runs: shows that it works, not how fast\n"
         "  --json           one JSON object per line\n"
         "\n"
         "'sluice-bench list' names the workloads and what each runs on.\n";
}

}  // namespace sluice::bench
