// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/executor.hpp>
#include <sluice/graph/schedule/host.hpp>
#include <sluice/graph/schedule/workers/injection.hpp>
#include <sluice/graph/schedule/workers/roster.hpp>
#include <sluice/graph/schedule/workers/search_budget.hpp>
#include <sluice/graph/schedule/workers/worker.hpp>
#include <span>

namespace sluice::inline SLUICE_ABI::schedule {

/// Hears when everything has been done.
class IdleListener {
public:
  /// The last worker fell asleep, and nothing was queued.
  virtual void on_idle() noexcept = 0;

protected:
  ~IdleListener() = default;
};

/// The workers of one executor, and what they share.
///
/// Thread safety: everything from any thread.
/// Blocks: for the lock of the injection's backlog at most.
/// Allocates: never; a host may.
/// Invariant: as long as something is queued and its submission has returned, a worker is awake or about to look again.
class Scheduler {
public:
  /// The memory of `workers` and `links`, one for each worker, is the caller's; the workers are made here.
  Scheduler(Host& host, IdleListener& listener, const Clock& clock, std::span<Roster::Link> links,
            const SearchBudget& budget = {}) noexcept;
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;

  /// `workers` are this scheduler's. Before anything else.
  void staff(std::span<Worker* const> workers) noexcept { workers_ = workers; }
  [[nodiscard]] std::span<Worker* const> workers() const noexcept { return workers_; }

  /// By a thread that is no worker of this scheduler: has `runnable` run; false if it is closed.
  [[nodiscard]] bool inject(engine::Runnable& runnable) noexcept {
    if (!injection_.push(runnable)) {
      return false;
    }
    notify();
    return true;
  }

  /// Something was published: starts a worker for it, if one sleeps and nobody searches.
  void notify() noexcept {
    if (const auto sleeper = roster_.recruit()) [[unlikely]] {
      start(*sleeper);
    }
  }

  /// Starts the worker `index`, which the caller has recruited.
  void start(Roster::Index index) noexcept;
  /// Gives `worker`, which the caller has, back to the host, to be started again.
  void restart(Worker& worker) noexcept;
  /// By who has been a worker here: the last touch of the scheduler.
  void leave() noexcept {
    // release | everything that was done here, to the acquire in `present`; deserted, it may end.
    present_.fetch_sub(1, std::memory_order_release);
  }
  /// How many threads are inside, or will be.
  [[nodiscard]] std::uint32_t present() const noexcept {
    // acquire | everything that was done here, from the releases in `leave`, for who finds it deserted.
    return present_.load(std::memory_order_acquire);
  }

  /// `inject` is refused from now on.
  void close() noexcept { injection_.close(); }

  /// After `close`: workers run nothing more once their slices are over.
  void stop() noexcept;
  /// After `stop`: gives everything back that is queued. Workers that still run do the same when their slices are over.
  void hand_back_all() noexcept;
  /// The same for what is in no worker's queue.
  void hand_back_injected() noexcept;
  /// Gives `runnable` back to its owner, unrun.
  void hand_back(engine::Runnable& runnable) noexcept;
  [[nodiscard]] std::uint32_t handed_back() const noexcept {
    return handed_back_.load(std::memory_order_relaxed);  // read when nobody counts any more, or as a figure
  }

  /// True if nothing is queued and nobody runs anything.
  [[nodiscard]] bool is_idle() const noexcept;
  /// True if something waits that a searcher could find. What is in slots does not count: its worker runs it.
  [[nodiscard]] bool has_work() const noexcept;

  [[nodiscard]] Host& host() const noexcept { return host_; }
  [[nodiscard]] Instant now() const noexcept { return clock_.now(); }
  [[nodiscard]] const SearchBudget& budget() const noexcept { return budget_; }
  [[nodiscard]] Roster& roster() noexcept { return roster_; }
  [[nodiscard]] const Roster& roster() const noexcept { return roster_; }
  [[nodiscard]] Injection& injection() noexcept { return injection_; }
  [[nodiscard]] IdleListener& listener() const noexcept { return listener_; }
  [[nodiscard]] std::uint64_t starts() const noexcept {
    return starts_.load(std::memory_order_relaxed);  // a figure that nobody decides by
  }

private:
  Host& host_;
  IdleListener& listener_;
  const Clock& clock_;
  const SearchBudget budget_;
  std::span<Worker* const> workers_;
  engine::Atomic<std::uint64_t> starts_{0};
  engine::Atomic<std::uint32_t> present_{0};  ///< threads that are workers here, or will be
  engine::Atomic<std::uint32_t> handed_back_{0};
  Roster roster_;
  Injection injection_;
};

}  // namespace sluice::inline SLUICE_ABI::schedule
