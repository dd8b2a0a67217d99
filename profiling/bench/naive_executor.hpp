// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/engine/executor.hpp>

#include <cstdint>
#include <memory>

namespace tf {
class Executor;
}

namespace sluice::bench {

/// One Taskflow task per slice, and nothing else: what everybody writes first. A mailbox that never runs dry is popped
/// again by its own worker, because that looks at its own tasks first, and others starve.
class NaiveExecutor final : public engine::Executor {
public:
  explicit NaiveExecutor(std::uint32_t workers);
  NaiveExecutor(const NaiveExecutor&) = delete;
  NaiveExecutor& operator=(const NaiveExecutor&) = delete;
  ~NaiveExecutor();

  [[nodiscard]] engine::Submission submit(engine::Runnable& runnable) noexcept override;
  void drain() noexcept override;

private:
  std::unique_ptr<tf::Executor> pool_;
};

}  // namespace sluice::bench
