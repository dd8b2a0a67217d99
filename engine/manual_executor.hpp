// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/executor.hpp>
#include <sluice/engine/queue/node_list.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// An executor that runs when it is told to: the product on bare metal, and the test tool everywhere.
///
/// Thread safety: `submit` from any thread or interrupt; the rest by the one who drives it.
/// Allocates: never.
/// Order: first submitted, first run; with a seed, the next one is drawn from all that are submitted. The same seed draws
/// the same, so whatever a test finds can be seen again.
class ManualExecutor final : public Executor {
public:
  ManualExecutor() = default;
  /// Draws. 0 is a seed like any other.
  explicit ManualExecutor(std::uint64_t seed) noexcept : draws_{true}, random_{seed} {}
  /// Nothing is left to run.
  ~ManualExecutor() = default;

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
  [[nodiscard]] Runnable* next() noexcept;
  [[nodiscard]] Runnable* draw() noexcept;
  [[nodiscard]] std::uint64_t random() noexcept;

  MpscQueue runnables_;
  NodeList drawn_from_;       ///< what was submitted, with a seed
  const bool draws_ = false;  ///< otherwise first submitted, first run
  std::uint64_t random_ = 0;
};

}  // namespace sluice::inline SLUICE_ABI::engine
