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
  explicit SharedTaskflow(const schedule::ExecutorSettings& settings)
      : users_{settings.workers}, ours_{users_, settings} {}

  [[nodiscard]] engine::Executor& executor() noexcept override { return ours_; }

private:
  tf::Executor users_;
  schedule::SharedTaskflowExecutor ours_;
};

}  // namespace

std::unique_ptr<ExecutorOwner> make_executor(Executor kind, std::uint32_t workers, bool has_monitor) {
  const schedule::ExecutorSettings settings{.workers = workers, .monitor = {.is_on = has_monitor}};
  switch (kind) {
    case Executor::taskflow: return std::make_unique<ExecutorOwnerOf<schedule::TaskflowExecutor>>(settings);
    case Executor::tbb: return make_tbb_executor(settings);
    case Executor::threads: return std::make_unique<ExecutorOwnerOf<schedule::ThreadExecutor>>(settings);
    case Executor::taskflow_shared: return std::make_unique<SharedTaskflow>(settings);
    case Executor::tbb_shared: return make_shared_tbb_executor(settings);
    case Executor::naive: return std::make_unique<ExecutorOwnerOf<NaiveExecutor>>(workers);
    case Executor::manual: return std::make_unique<ExecutorOwnerOf<engine::ManualExecutor>>();
  }
  fail("there is no such executor");
}

}  // namespace sluice::bench
