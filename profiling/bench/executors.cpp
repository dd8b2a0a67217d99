// SPDX-License-Identifier: BSL-1.0
#include <sluice/profiling/bench/executors.hpp>

#include <sluice/engine/manual_executor.hpp>
#include <sluice/graph/schedule/shared_taskflow.hpp>
#include <sluice/graph/schedule/taskflow_executor.hpp>
#include <sluice/graph/schedule/thread_executor.hpp>
#include <sluice/profiling/bench/executor_owner_of.hpp>
#include <sluice/profiling/bench/naive_executor.hpp>
#include <sluice/profiling/bench/verify.hpp>

namespace sluice::bench {

namespace {

/// A user's Taskflow, and us on it.
class SharedTaskflow final : public ExecutorOwner {
public:
  explicit SharedTaskflow(std::uint32_t workers) : users_{workers}, ours_{users_, {.workers = workers}} {}

  [[nodiscard]] engine::Executor& executor() noexcept override { return ours_; }

private:
  tf::Executor users_;
  schedule::SharedTaskflowExecutor ours_;
};

}  // namespace

std::unique_ptr<ExecutorOwner> make_executor(Executor kind, std::uint32_t workers) {
  const schedule::ExecutorSettings settings{.workers = workers};
  switch (kind) {
    case Executor::taskflow: return std::make_unique<ExecutorOwnerOf<schedule::TaskflowExecutor>>(settings);
    case Executor::tbb: return make_tbb_executor(workers);
    case Executor::threads: return std::make_unique<ExecutorOwnerOf<schedule::ThreadExecutor>>(settings);
    case Executor::taskflow_shared: return std::make_unique<SharedTaskflow>(workers);
    case Executor::tbb_shared: return make_shared_tbb_executor(workers);
    case Executor::naive: return std::make_unique<ExecutorOwnerOf<NaiveExecutor>>(workers);
    case Executor::manual: return std::make_unique<ExecutorOwnerOf<engine::ManualExecutor>>();
  }
  fail("there is no such executor");
}

}  // namespace sluice::bench
