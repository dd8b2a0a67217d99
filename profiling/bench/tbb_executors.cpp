// SPDX-License-Identifier: BSL-1.0
#include <sluice/graph/schedule/shared_tbb.hpp>
#include <sluice/graph/schedule/tbb_executor.hpp>
#include <sluice/profiling/bench/executor_owner_of.hpp>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

namespace sluice::bench {

namespace {

/// A user's arena, and us on it. TBB has one thread less than cores unless it is told otherwise; a user who asks for
/// more workers tells it.
class SharedTbb final : public ExecutorOwner {
public:
  explicit SharedTbb(const schedule::ExecutorSettings& settings)
      : limit_{tbb::global_control::max_allowed_parallelism, settings.workers + 1},
        users_{static_cast<int>(settings.workers), 0},
        ours_{users_, settings} {}

  [[nodiscard]] engine::Executor& executor() noexcept override { return ours_; }

private:
  tbb::global_control limit_;
  tbb::task_arena users_;
  schedule::SharedTbbExecutor ours_;
};

}  // namespace

std::unique_ptr<ExecutorOwner> make_tbb_executor(const schedule::ExecutorSettings& settings) {
  return std::make_unique<ExecutorOwnerOf<schedule::TbbExecutor>>(settings);
}

std::unique_ptr<ExecutorOwner> make_shared_tbb_executor(const schedule::ExecutorSettings& settings) {
  return std::make_unique<SharedTbb>(settings);
}

}  // namespace sluice::bench
