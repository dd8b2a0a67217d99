// SPDX-License-Identifier: BSL-1.0
#include <sched.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <mutex>
#include <sluice/graph/schedule/cores.hpp>
#include <sluice/graph/schedule/tbb_executor.hpp>
#include <sluice/graph/schedule/tbb_host.hpp>
#include <sluice/graph/schedule/workers/worker.hpp>
#include <thread>

namespace sluice::inline SLUICE_ABI::schedule {
namespace {

/// TBB's threads serve all arenas of a process, and by default there is one less than cores: an executor of as many
/// workers would never have all of them. So there are to be enough for all our executors and for the user's arenas.
///
/// Of several limits TBB obeys the least, so there is one for all executors. It grows and never shrinks: threads that are
/// not needed sleep.
class ThreadLimit {
public:
  void add(std::uint32_t workers) {
    const std::lock_guard lock{mutex_};
    workers_ += workers;
    const std::size_t needed = workers_ + std::max(1u, std::thread::hardware_concurrency()) + 1;
    if (needed > limit_) {
      auto* const next = new tbb::global_control{tbb::global_control::max_allowed_parallelism, needed};
      delete control_;  // after the next one exists: without any, TBB would send threads away
      control_ = next;
      limit_ = needed;
    }
  }
  void remove(std::uint32_t workers) noexcept {
    const std::lock_guard lock{mutex_};
    workers_ -= workers;
  }

private:
  std::mutex mutex_;
  std::size_t workers_ = 0;  ///< of all executors that live
  std::size_t limit_ = 0;
  tbb::global_control* control_ = nullptr;
};

ThreadLimit& thread_limit() {
  static auto* const limit = new ThreadLimit;  // kept for ever: an executor may be, too
  return *limit;
}

/// An arena that has nothing but our workers.
class TbbHost final : public Host {
public:
  explicit TbbHost(std::uint32_t workers)
      : workers_{workers}, arena_{static_cast<int>(workers), 0}, tokens_{arena_, workers} {
    thread_limit().add(workers);
    arena_.initialize();
  }
  ~TbbHost() override { thread_limit().remove(workers_); }

  void start(Worker& worker) noexcept override { tokens_.enqueue(worker.index(), worker); }

  [[nodiscard]] bool wants_thread(std::uint32_t) noexcept override {
    sched_yield();  // there may be more threads than cores
    return false;
  }

  [[nodiscard]] bool owns_threads() const noexcept override { return false; }  // they serve all arenas of the process

private:
  const std::uint32_t workers_;
  tbb::task_arena arena_;
  TbbTokens tokens_;
};

}  // namespace

TbbExecutor::TbbExecutor(const ExecutorSettings& settings)
    : HostedExecutor{new TbbHost{worker_count(settings)}, worker_count(settings), settings} {}

}  // namespace sluice::inline SLUICE_ABI::schedule
