// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <string_view>

namespace sluice::bench {

/// What the threads of one name have used so far.
struct ThreadUsage {
  std::chrono::steady_clock::time_point at;
  std::chrono::nanoseconds cpu;

  /// All of this process that are called `name`.
  [[nodiscard]] static ThreadUsage of(std::string_view name);

  /// Of one core.
  [[nodiscard]] double percent_since(const ThreadUsage& before) const noexcept {
    return 100 * std::chrono::duration<double>{cpu - before.cpu} / std::chrono::duration<double>{at - before.at};
  }
};

}  // namespace sluice::bench
