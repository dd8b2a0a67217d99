// SPDX-License-Identifier: BSL-1.0
#include <sched.h>

#include <sluice/graph/schedule/cores.hpp>
#include <sluice/graph/schedule/host.hpp>
#include <sluice/graph/schedule/taskflow_executor.hpp>
#include <taskflow/taskflow.hpp>

namespace sluice::inline SLUICE_ABI::schedule {
namespace {

/// A Taskflow executor that has nothing but our workers.
class TaskflowHost final : public Host {
public:
  explicit TaskflowHost(std::uint32_t workers) : executor_{workers} {}

  void start(Worker& worker) noexcept override {
    executor_.silent_async([&worker]() noexcept { run_worker(worker); });
  }

  [[nodiscard]] bool wants_thread(std::uint32_t) noexcept override {
    sched_yield();  // there may be more threads than cores
    return false;
  }

private:
  tf::Executor executor_;
};

}  // namespace

TaskflowExecutor::TaskflowExecutor(const ExecutorSettings& settings)
    : HostedExecutor{new TaskflowHost{worker_count(settings)}, worker_count(settings), settings} {}

}  // namespace sluice::inline SLUICE_ABI::schedule
