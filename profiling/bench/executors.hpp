// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/engine/executor.hpp>
#include <sluice/graph/schedule/hosted_executor.hpp>
#include <sluice/profiling/bench/executor.hpp>

#include <cstdint>
#include <memory>

namespace sluice::bench {

/// Whether this program can make executors of `kind`: those on TBB only if it was there when the program was built.
[[nodiscard]] constexpr bool is_available(Executor kind) noexcept {
  const bool is_on_tbb = kind == Executor::tbb || kind == Executor::tbb_shared;
  return !is_on_tbb || SLUICE_BENCH_HAS_TBB;
}

/// Owns an engine's executor of any kind, and whatever that runs on.
class ExecutorOwner {
public:
  ExecutorOwner() = default;
  ExecutorOwner(const ExecutorOwner&) = delete;
  ExecutorOwner& operator=(const ExecutorOwner&) = delete;
  virtual ~ExecutorOwner() = default;

  [[nodiscard]] virtual engine::Executor& executor() noexcept = 0;
};

/// An executor of `kind`, which is available, with `workers` threads; `manual` has none, and runs in its `drain`.
[[nodiscard]] std::unique_ptr<ExecutorOwner> make_executor(Executor kind, std::uint32_t workers,
                                                           bool has_monitor = true);

/// The same for the kinds on TBB; CMake chooses the file with or without it.
[[nodiscard]] std::unique_ptr<ExecutorOwner> make_tbb_executor(const schedule::ExecutorSettings& settings);
[[nodiscard]] std::unique_ptr<ExecutorOwner> make_shared_tbb_executor(const schedule::ExecutorSettings& settings);

}  // namespace sluice::bench
