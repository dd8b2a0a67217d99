// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/executor.hpp>
#include <sluice/graph/schedule/host.hpp>
#include <sluice/graph/schedule/monitor/vigil.hpp>
#include <sluice/graph/schedule/workers/injection.hpp>
#include <sluice/graph/schedule/workers/roster.hpp>
#include <sluice/graph/schedule/workers/search_budget.hpp>
#include <sluice/graph/schedule/workers/worker.hpp>
#include <span>

namespace sluice::inline SLUICE_ABI::schedule {

/// Hears when everything has been done, and when there is something to watch.
class IdleListener {
public:
  /// The last worker fell asleep, and nothing was queued.
  virtual void on_idle() noexcept = 0;
  /// The monitor is to look now: it slept and somebody works, or it is to see to a spare worker.
  virtual void on_stir() noexcept {}

protected:
  ~IdleListener() = default;
};

/// The workers of one executor, and what they share. Beside the regular ones there may be spare ones, on threads of
/// another host: they are in no list and on no roster until the monitor has them join.
///
/// Thread safety: everything from any thread.
/// Blocks: for the lock of the injection's backlog at most.
/// Allocates: never; a host may.
/// Invariant: as long as something is queued and its submission has returned, a worker is awake or about to look again.
class Scheduler {
public:
  static constexpr Roster::Index all = 0;

  /// `links` has one for each worker, and is the caller's. Of these workers the first `regular` ones sleep now.
  Scheduler(Host& host, IdleListener& listener, const Clock& clock, std::span<Roster::Link> links,
            const SearchBudget& budget = {}, Roster::Index regular = all) noexcept;
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;

  /// `workers` are this scheduler's. Before anything else.
  void staff(std::span<Worker* const> workers) noexcept { staff(workers, workers.size(), host_); }
  /// The same; those behind the first `regular` ones are spare, and have threads of `spare_host`.
  void staff(std::span<Worker* const> workers, std::size_t regular, Host& spare_host) noexcept;
  /// Those that may have something: the regular ones, and all up to the last spare one that has joined.
  [[nodiscard]] std::span<Worker* const> workers() const noexcept {
    // seq_cst | behind a transition of the roster, as the looks at queues; partner: the store in `engage`.
    return workers_.first(engaged_.load(std::memory_order_seq_cst));
  }
  /// All, whether they have joined or not.
  [[nodiscard]] std::span<Worker* const> everybody() const noexcept { return workers_; }
  [[nodiscard]] std::uint32_t regular() const noexcept { return regular_; }

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

  /// A searcher is none any more. The last one sees to it that another one looks, if there is more.
  void end_search() noexcept {
    if (roster_.end_search() && has_work()) {
      notify();
    }
  }

  /// Somebody is awake: the monitor watches from now on.
  void stir() noexcept {
    if (vigil_.stir()) [[unlikely]] {
      listener_.on_stir();
    }
  }

  // --- By the monitor ---------------------------------------------------------------------------------------------

  /// The spare `worker`, which has a thread, is one of those who are recruited from now on.
  void join(Worker& worker) noexcept;
  /// Sends the spare `worker` away if it sleeps; true if it has left, now or before by itself.
  [[nodiscard]] bool dismiss(Worker& worker) noexcept;
  /// `worker` waits for a thread for long: others look for work in its place.
  void relieve(Worker& worker) noexcept {
    if (worker.relieve()) {
      end_search();
    }
  }
  /// The first `count` of everybody may have something; those behind have not.
  void engage(std::size_t count) noexcept {
    // seq_cst | before the worker is on the roster, and after it has left; partner: the load in `workers`.
    engaged_.store(static_cast<std::uint32_t>(count), std::memory_order_seq_cst);
  }
  /// If more than `blocked` workers block at once, the monitor is asked for a spare one.
  void cover(std::uint32_t blocked) noexcept {
    covered_.store(blocked, std::memory_order_relaxed);  // a hint for `begin_block`
  }
  static constexpr std::uint32_t any_number = ~0u;
  [[nodiscard]] Vigil& vigil() noexcept { return vigil_; }

  // --- Slices that block, and say so ------------------------------------------------------------------------------

  /// One more worker blocks, whose queue is anybody's: others are woken for it, or a spare one is asked for.
  void begin_block() noexcept;
  void end_block() noexcept {
    blocked_.fetch_sub(1, std::memory_order_relaxed);  // a figure for the monitor
  }
  [[nodiscard]] std::uint32_t blocked() const noexcept {
    return blocked_.load(std::memory_order_relaxed);  // a figure for the monitor, which looks again and again
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
  [[nodiscard]] Host& host_of(Roster::Index index) const noexcept { return index < regular_ ? host_ : *spare_host_; }
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
  Host* spare_host_ = nullptr;
  IdleListener& listener_;
  const Clock& clock_;
  const SearchBudget budget_;
  std::span<Worker* const> workers_;
  std::uint32_t regular_ = 0;
  engine::Atomic<std::uint32_t> engaged_{0};
  Vigil vigil_;
  engine::Atomic<std::uint64_t> starts_{0};
  engine::Atomic<std::uint32_t> present_{0};  ///< threads that are workers here, or will be
  engine::Atomic<std::uint32_t> handed_back_{0};
  engine::Atomic<std::uint32_t> blocked_{0};  ///< workers whose slices block, and say so
  engine::Atomic<std::uint32_t> covered_{any_number};
  Roster roster_;
  Injection injection_;
};

}  // namespace sluice::inline SLUICE_ABI::schedule
