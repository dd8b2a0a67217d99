// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/profiling/bench/measure.hpp>
#include <sluice/profiling/bench/workload.hpp>

#include <iosfwd>
#include <span>
#include <string>
#include <string_view>

namespace sluice::bench {

/// Where the program writes: figures to `out`, errors to `err`, steps of long work to `progress`, and nothing else.
struct Console {
  std::ostream& out;
  std::ostream& err;
  Progress progress;  ///< told an empty step when the work is over
};

/// All of `sluice-bench` but its streams. Returns the exit code: 0, or 2 if the arguments make no sense.
[[nodiscard]] int run_program(std::span<const Workload* const> table, std::span<const std::string_view> arguments,
                              const Console& console);

/// One line per workload: name, sentence, what it runs on.
[[nodiscard]] std::string list_text(std::span<const Workload* const> table);

/// The command line explained.
[[nodiscard]] std::string help_text();

}  // namespace sluice::bench
