// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/profiling/bench/executors.hpp>

namespace sluice::bench {

/// Owns an executor that needs nothing else.
template <class Owned>
class ExecutorOwnerOf final : public ExecutorOwner {
public:
  template <class... Arguments>
  explicit ExecutorOwnerOf(const Arguments&... arguments) : owned_{arguments...} {}

  [[nodiscard]] engine::Executor& executor() noexcept override { return owned_; }

private:
  Owned owned_;
};

}  // namespace sluice::bench
