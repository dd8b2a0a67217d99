// SPDX-License-Identifier: BSL-1.0
// The default executor of a hosted build: a Taskflow executor of our own.
//
// Thin on purpose: one Taskflow task per slice. A mailbox that never runs dry is popped again by its own worker and
// starves others; run queues of our own replace this.
#include <new>
#include <sluice/engine/executor.hpp>
#include <taskflow/taskflow.hpp>

namespace sluice::inline SLUICE_ABI::engine {
namespace {

class TaskflowExecutor final : public Executor {
public:
  [[nodiscard]] Submission submit(Runnable& runnable) noexcept override {
    executor_.silent_async([&runnable]() noexcept { runnable.run(); });
    return Submission::accepted;
  }

  void drain() noexcept override { executor_.wait_for_all(); }

private:
  tf::Executor executor_;
};

}  // namespace

Executor* make_default_executor() noexcept { return new (std::nothrow) TaskflowExecutor; }

void destroy_default_executor(Executor* executor) noexcept { delete static_cast<TaskflowExecutor*>(executor); }

}  // namespace sluice::inline SLUICE_ABI::engine
