// SPDX-License-Identifier: BSL-1.0
#include <sched.h>

#include <deque>
#include <sluice/engine/atomic.hpp>
#include <sluice/graph/schedule/cores.hpp>
#include <sluice/graph/schedule/host.hpp>
#include <sluice/graph/schedule/parker.hpp>
#include <sluice/graph/schedule/thread_executor.hpp>
#include <sluice/graph/schedule/workers/worker.hpp>
#include <thread>

namespace sluice::inline SLUICE_ABI::schedule {
namespace {

/// One thread for each worker.
class ThreadHost final : public Host {
public:
  /// Throws what `std::thread` throws; then none is left.
  explicit ThreadHost(std::uint32_t workers) : seats_(workers) {
    try {
      for (Seat& seat : seats_) {
        seat.thread = std::thread{[&seat]() noexcept { serve(seat); }};
      }
    } catch (...) {
      end_all();
      throw;
    }
  }
  ~ThreadHost() override { end_all(); }

  void start(Worker& worker) noexcept override {
    Seat& seat = seats_[worker.index()];
    seat.worker = &worker;
    seat.parker.wake();
  }

  [[nodiscard]] bool wants_thread(std::uint32_t) noexcept override {
    sched_yield();  // there may be more threads than cores
    return false;
  }

private:
  struct Seat {
    std::thread thread;
    Parker parker;
    Worker* worker = nullptr;  ///< null: the thread ends. Handed over by the parker.
  };

  void end_all() noexcept {
    for (Seat& seat : seats_) {
      if (seat.thread.joinable()) {
        seat.worker = nullptr;
        seat.parker.wake();
        seat.thread.join();
      }
    }
  }

  static void serve(Seat& seat) noexcept {
    for (;;) {
      seat.parker.sleep();
      if (seat.worker == nullptr) {
        return;
      }
      run_worker(*seat.worker);
    }
  }

  std::deque<Seat> seats_;
};

}  // namespace

ThreadExecutor::ThreadExecutor(const ExecutorSettings& settings)
    : HostedExecutor{new ThreadHost{worker_count(settings)}, worker_count(settings), settings} {}

}  // namespace sluice::inline SLUICE_ABI::schedule
