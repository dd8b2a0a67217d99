// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/engine/manual_executor.hpp>

namespace sluice::engine {

/// Counts what it is asked for, refuses the next `refusals` of it, and runs the rest by hand.
class PickyExecutor final : public Executor {
public:
  static constexpr std::uint32_t for_ever = UINT32_MAX;

  [[nodiscard]] Submission submit(Runnable& runnable) noexcept override {
    ++submissions;
    if (refusals > 0) {
      refusals -= refusals == for_ever ? 0 : 1;
      return Submission::rejected;
    }
    return accepted_.submit(runnable);
  }
  void drain() noexcept override { accepted_.drain(); }
  std::uint32_t tick(std::uint32_t budget) noexcept { return accepted_.tick(budget); }

  std::uint32_t refusals = 0;
  std::uint32_t submissions = 0;

private:
  ManualExecutor accepted_;
};

}  // namespace sluice::engine
