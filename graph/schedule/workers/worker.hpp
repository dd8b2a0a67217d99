// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/executor.hpp>
#include <sluice/engine/queue/run_queue.hpp>
#include <sluice/engine/worker_look.hpp>
#include <sluice/graph/schedule/workers/pace.hpp>
#include <sluice/graph/schedule/workers/roster.hpp>
#include <sluice/graph/schedule/workers/shown.hpp>

namespace sluice::inline SLUICE_ABI::schedule {

class Scheduler;

/// One that runs runnables: its own first, then those of others. Whichever thread has it, is its owner.
///
///     slot_   the runnable that was submitted last by one that ran here: run next, while its message is still in the
///             cache, but at most three times in a row before the queue has its turn
///     queue_  the others, oldest first; those who have nothing take half of it
///
/// Nobody is woken for what is in the slot: two mailboxes that send to each other stay on one worker. Others take it
/// only as their last resort, from a worker that has been in the same slice for some microseconds. Without others the slot
/// is the owner's alone, which spares one read-modify-write of five for each message between two mailboxes.
///
/// Thread safety: `submit`, `work`, `decline` and `begin_as_searcher` by the owner, the others by any thread.
/// Allocates: never.
class Worker {
public:
  /// `is_alone`: its scheduler has no other worker.
  Worker(Scheduler& scheduler, Roster::Index index, bool is_alone, Instant now) noexcept;
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  [[nodiscard]] Scheduler& scheduler() const noexcept { return scheduler_; }
  [[nodiscard]] Roster::Index index() const noexcept { return index_; }

  /// Takes what was submitted by something that runs here; false if it has been told to stop.
  [[nodiscard]] bool submit(engine::Runnable& runnable) noexcept {
    engine::Runnable* const running = running_.get();
    const bool is_plain = !is_stopped() && running != nullptr && &runnable != running &&
                          slot_.load(std::memory_order_relaxed) == nullptr;  // relaxed: the owner's, or a thief took it
    if (is_plain) [[likely]] {
      // release | the runnable's payload, to the acquire in `steal_slot`. Nobody else writes to an empty slot.
      slot_.store(&runnable, std::memory_order_release);
      return true;
    }
    return submit_specially(runnable);
  }

  /// How `work` ended.
  enum class End : std::uint8_t {
    asleep,  ///< there was nothing to do; the worker is no longer the caller's
    leave,   ///< the host wants its thread back, or `guest` has had its turn; the worker still is the caller's
  };
  /// Runs whatever there is. A guest has the thread of another scheduler's worker, and gives it back soon.
  [[nodiscard]] End work(bool guest) noexcept;

  /// This thread is `occupant`'s, in the middle of a slice or a turn: the worker falls asleep. The occupant sees to it
  /// afterwards that work is not left alone; who asked the host again at once might be offered the same thread for ever.
  void decline(Worker& occupant) noexcept;

  /// It has been recruited: it begins as a searcher.
  void begin_as_searcher() noexcept { searching_.set(true); }

  /// It runs nothing more once its slice is over.
  void stop() noexcept;
  /// After `stop`, by any thread: gives back what it has not begun, for it may not come back from its slice. Then a
  /// worker that is alone keeps what is in its slot, which nobody else ever touches.
  void hand_back_left() noexcept;

  [[nodiscard]] bool has_queue() const noexcept { return !queue_.is_empty(); }
  /// Older half of the queue, the first of it to be run, the rest into `thief`'s.
  [[nodiscard]] engine::Runnable* steal(Worker& thief) noexcept { return queue_.steal_into(thief.queue_); }
  /// What is in the slot, if the owner is in one and the same slice for some microseconds.
  [[nodiscard]] engine::Runnable* steal_slot() noexcept;

  /// Names what runs now; null if nothing does.
  [[nodiscard]] const engine::trace::Label* running() const noexcept {
    // acquire | the label's text, for who reads it; from the store in `run`.
    return label_.load(std::memory_order_acquire);
  }

  /// What it does now, for a dump.
  [[nodiscard]] engine::WorkerLook look(Instant now) noexcept;

  /// What it has done so far; written by the owner, read by anybody.
  struct Counts {
    engine::Atomic<std::uint64_t> slices{0};
    engine::Atomic<std::uint64_t> hand_overs{0};
    engine::Atomic<std::uint64_t> injected{0};
    engine::Atomic<std::uint64_t> steals{0};
    engine::Atomic<std::uint64_t> turns{0};
  };
  [[nodiscard]] const Counts& counts() const noexcept { return counts_; }

private:
  static constexpr std::uint32_t most_hand_overs = 3;

  [[nodiscard]] bool submit_specially(engine::Runnable& runnable) noexcept;
  [[nodiscard]] engine::Runnable* find() noexcept;
  [[nodiscard]] engine::Runnable* find_elsewhere() noexcept;
  [[nodiscard]] engine::Runnable* next_of_own() noexcept;
  [[nodiscard]] engine::Runnable* take_slot() noexcept;
  [[nodiscard]] engine::Runnable* take_injected() noexcept;
  void hand_back_slot() noexcept;
  [[nodiscard]] engine::Runnable* search() noexcept;
  [[nodiscard]] engine::Runnable* search_once() noexcept;
  [[nodiscard]] engine::Runnable* found(engine::Runnable& runnable) noexcept;
  void end_search() noexcept;
  [[nodiscard]] bool fall_asleep() noexcept;
  [[nodiscard]] Roster::Rest lie_down(bool stopped) noexcept;
  void pay_look() noexcept;
  void run(engine::Runnable& runnable) noexcept;
  void enqueue(engine::Runnable& runnable) noexcept;
  void overflow(engine::Runnable& runnable) noexcept;
  [[nodiscard]] bool look_up(bool guest) noexcept;
  [[nodiscard]] bool offer_thread(bool guest) noexcept;
  [[nodiscard]] engine::Runnable* rob_absent() noexcept;
  [[nodiscard]] bool is_stopped() const noexcept {
    return stopped_.load(std::memory_order_relaxed) != 0;  // a wish that carries nothing else
  }
  static void count(engine::Atomic<std::uint64_t>& counter) noexcept {
    // relaxed: written by the owner only, and nobody decides anything by it
    counter.store(counter.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }

  Scheduler& scheduler_;
  const Roster::Index index_;
  const bool is_alone_;
  engine::RunQueueOf<256> queue_;
  // The owner's, looked at by others now and then.
  alignas(cache_line) engine::Atomic<engine::Runnable*> slot_{nullptr};
  engine::Atomic<const engine::trace::Label*> label_{nullptr};
  Counts counts_;
  engine::Atomic<std::uint32_t> stopped_{0};
  engine::Atomic<std::uint32_t> away_{0};                           ///< it has left, and waits for a thread
  engine::Atomic<std::uint64_t> looked_slices_{~std::uint64_t{0}};  ///< by who looked last, and when: see `look`
  engine::Atomic<std::int64_t> looked_at_{0};
  // The owner's own.
  engine::Plain<bool> searching_{false};
  engine::Plain<bool> owes_look_{false};  ///< another one has declined this thread
  engine::Plain<std::uint32_t> hand_overs_{0};
  Shown<engine::Runnable> running_;
  Pace pace_;
};

}  // namespace sluice::inline SLUICE_ABI::schedule
