// SPDX-License-Identifier: BSL-1.0
#include <sched.h>

#include <deque>
#include <sluice/graph/schedule/cores.hpp>
#include <sluice/graph/schedule/host.hpp>
#include <sluice/graph/schedule/seat.hpp>
#include <sluice/graph/schedule/thread_executor.hpp>
#include <sluice/graph/schedule/workers/worker.hpp>
#include <string>

namespace sluice::inline SLUICE_ABI::schedule {
namespace {

/// One thread for each worker.
class ThreadHost final : public Host {
public:
  /// Throws what `std::thread` throws; then none is left.
  explicit ThreadHost(std::uint32_t workers) : seats_(workers) {
    for (std::uint32_t i = 0; i < workers; ++i) {
      seats_[i].open("w" + std::to_string(i));
    }
  }

  void start(Worker& worker) noexcept override { seats_[worker.index()].start(worker); }

  [[nodiscard]] bool wants_thread(std::uint32_t) noexcept override {
    sched_yield();  // there may be more threads than cores
    return false;
  }

private:
  std::deque<Seat> seats_;
};

}  // namespace

ThreadExecutor::ThreadExecutor(const ExecutorSettings& settings)
    : HostedExecutor{new ThreadHost{worker_count(settings)}, worker_count(settings), settings} {}

}  // namespace sluice::inline SLUICE_ABI::schedule
