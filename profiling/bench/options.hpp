// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/profiling/bench/executor.hpp>

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace sluice::bench {

enum class Command : std::uint8_t {
  run,   ///< measure `workload`
  list,  ///< name the workloads
  help,  ///< explain the command line
};

/// The command line, understood but not yet compared with the table of workloads.
struct Options {
  Command command = Command::run;
  std::string_view workload = {};  ///< the first word that is no option
  std::optional<std::uint32_t> workers = {};
  std::optional<Executor> executor = {};
  std::optional<std::uint32_t> runs = {};
  bool quick = false;
  bool json = false;
};

/// Reads the arguments after the program's name, or says in one sentence what is wrong with them.
/// The result refers to `arguments`.
[[nodiscard]] std::expected<Options, std::string> parse_options(std::span<const std::string_view> arguments);

}  // namespace sluice::bench
