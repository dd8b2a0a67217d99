// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/executor.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// An executor that runs when it is told to: the product on bare metal, and the test tool everywhere.
///
/// Thread safety: `submit` from any thread or interrupt; the rest by the one who drives it.
/// Allocates: never.
/// Order: first submitted, first run.
class ManualExecutor final : public Executor {
public:
  [[nodiscard]] Submission submit(Runnable& runnable) noexcept override {
    runnables_.push(runnable);
    return Submission::accepted;
  }

  /// Runs at most `budget` slices; tells how many it ran.
  std::uint32_t tick(std::uint32_t budget) noexcept;

  /// Runs until nothing is left to run.
  void run_until_idle() noexcept;
  void drain() noexcept override { run_until_idle(); }

private:
  MpscQueue runnables_;
};

}  // namespace sluice::inline SLUICE_ABI::engine
