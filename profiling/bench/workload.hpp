// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/profiling/bench/executor.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace sluice::bench {

/// One executor that a workload runs on, with the numbers of workers it accepts there.
struct Support {
  Executor executor;
  std::uint32_t fewest_workers;
  std::uint32_t most_workers;

  [[nodiscard]] constexpr bool accepts(std::uint32_t workers) const noexcept {
    return fewest_workers <= workers && workers <= most_workers;
  }
};

/// How one run is to be done.
struct RunOptions {
  Executor executor = Executor::manual;
  std::uint32_t workers = 1;    ///< threads that handle messages; a workload's outside threads come on top
  std::uint64_t shrink_by = 1;  ///< the work is divided by this: 50 for --quick, more in tests
  bool has_monitor = true;      ///< of an executor of ours: its workers are watched

  /// `full` shrunk, but never to nothing.
  [[nodiscard]] constexpr std::uint64_t shrunk(std::uint64_t full) const noexcept {
    return std::max<std::uint64_t>(1, full / shrink_by);
  }
};

/// One figure of one run. A workload with a single figure leaves its name empty.
/// The strings outlive the program: they are literals.
struct Sample {
  double value = 0;
  std::string_view unit = {};
  std::string_view figure = {};
};

/// What one run yields: its figures, always the same ones in the same order, and how many operations (messages,
/// hops, reads) it has counted and found correct. A run that finds its work wrong ends the program (verify.hpp).
struct Outcome {
  std::uint64_t verified = 0;
  std::vector<Sample> samples;
};

struct Workload;

/// The bare program that does the same work, measured in the same process run.
///
/// `most_workers` caps the workers of the floor. Where one message is in flight (pingpong, ring) a good scheduler
/// stays on one thread, so the floor of two workers is that of one: a floor that crosses threads would flatter us.
struct Floor {
  const Workload* workload = nullptr;  ///< null: there is none
  std::uint32_t most_workers = 1;
};

/// A line of the table in workloads.cpp.
struct Workload {
  std::string_view name;
  std::string_view sentence;          ///< what it does, for `sluice-bench list`
  std::span<const Support> supports;  ///< the first that fits the command line is taken
  Outcome (*run)(const RunOptions& options);
  Floor floor = {};
  bool warms_up = true;  ///< a first run does not count; for runs of fixed length that is only time
};

/// The value of a `ns/...` sample.
[[nodiscard]] inline double nanoseconds_each(std::chrono::nanoseconds elapsed, std::uint64_t operations) noexcept {
  return static_cast<double>(elapsed.count()) / static_cast<double>(operations);
}

}  // namespace sluice::bench
