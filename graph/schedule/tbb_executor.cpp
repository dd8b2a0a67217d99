// SPDX-License-Identifier: BSL-1.0
#include <sched.h>
#include <tbb/global_control.h>

#include <sluice/graph/schedule/cores.hpp>
#include <sluice/graph/schedule/tbb_executor.hpp>
#include <sluice/graph/schedule/tbb_host.hpp>
#include <sluice/graph/schedule/worker.hpp>

namespace sluice::inline SLUICE_ABI::schedule {
namespace {

/// An arena that has nothing but our workers.
class TbbHost final : public Host {
public:
  explicit TbbHost(std::uint32_t workers)
      : limit_{tbb::global_control::max_allowed_parallelism, workers + 1},  // TBB counts the thread that waits, too
        arena_{static_cast<int>(workers), 0},
        tokens_{arena_, workers} {
    arena_.initialize();
  }

  void start(Worker& worker) noexcept override { tokens_.enqueue(worker.index(), worker); }

  [[nodiscard]] Turn take_turn() noexcept override {
    sched_yield();  // there may be more threads than cores
    return Turn::go_on;
  }

private:
  tbb::global_control limit_;
  tbb::task_arena arena_;
  TbbTokens tokens_;
};

}  // namespace

TbbExecutor::TbbExecutor(const ExecutorSettings& settings)
    : HostedExecutor{new TbbHost{worker_count(settings)}, worker_count(settings), settings} {}

}  // namespace sluice::inline SLUICE_ABI::schedule
