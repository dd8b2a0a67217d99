// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/mailbox_look.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// Decides who may touch a mailbox: its runner, its finalizer, or nobody.
///
///     bit 0      scheduled     taken: queued, running, parked, being opened, or a late sender drains
///     bit 1      parked        in no executor's queue; waits for resume, complete_await or a system message
///     bit 2      closed        nothing runs any more; cleared only by a new life
///     bit 3      finalizing    one thread hands what is left to dead letters
///     bit 4      finished      the first such drain is over; cleared only by a new life
///     bit 5      awaiting      a handler waits for something
///     bit 6      resume_ready  ... and it has come
///     bits 8-31  suspended     nesting depth; only system messages run while > 0
///
///     from         event                                   to
///     idle         post, post_system                       scheduled
///     idle         suspend                                 parked
///     scheduled    end_run, nothing left                   idle, then re-check
///     scheduled    end_run, blocked                        parked, then re-check
///     scheduled    end_run, a backlog that may run         scheduled
///     scheduled    reject                                  idle, or parked if blocked
///     scheduled    close, then reject                      finalizing
///     scheduled    close, then reject_wake                 closed, nobody's; post, post_system, close: finalizing
///     parked       resume, complete_await: not blocked     scheduled
///     idle         nudge                                   scheduled, awaiting and resume_ready
///     parked       post_system                             scheduled
///     idle, parked close                                   finalizing
///     scheduled    close, then end_run                     finalizing
///     finalizing   end_finalize, a post came meanwhile     finalizing
///     finalizing   end_finalize                            finished
///     finished     late post                               finished and scheduled: its sender drains, end_finalize
///     finished     begin_open, end_open                    idle, or scheduled with a backlog
///
/// "Blocked" means suspended, or awaiting without resume_ready. Scheduled also stands for running: between an
/// executor's queue and the run nothing is decided, so nothing is written.
///
/// Invariants
///  1. At most one thread is responsible, and only that one pops from the queues: from the transition that returned
///     `schedule` to its `end_run`, from `finalize` to `end_finalize`, from `begin_open` to `end_open`.
///  2. A message whose post returned `nothing` was pushed before a read-modify-write that the responsible thread
///     has still ahead of it, on this same word: so that thread sees the message.
///
/// Thread safety: every function from any thread or interrupt, but `end_run`, `reject`, `reject_wake`, `begin_await`,
/// `take_turn`, `end_finalize` and `end_open` only by the responsible one.
class MailboxState {
public:
  /// Where a life starts: open for messages, or finished, to be opened later.
  enum class Start : std::uint8_t { open, finished };
  constexpr explicit MailboxState(Start start = Start::open) noexcept
      : word_{start == Start::open ? 0 : closed | finished} {}

  /// What the caller of a transition must do now.
  enum class Duty : std::uint8_t {
    nothing,   ///< somebody else is responsible, or nothing is left to do
    schedule,  ///< submit the mailbox to its executor
    recheck,   ///< the mailbox is idle or parked: look at the queues, and post on the messages' behalf if any came
    finalize,  ///< drain the queues to dead letters, then `end_finalize`
    announce,  ///< the first drain is over: tell that the mailbox has closed
  };

  /// A user message was pushed. Never skipped, however the word looks: see invariant 2.
  [[nodiscard]] Duty post() noexcept {
    // acq_rel | release: the message just pushed, to the acquire of the responsible thread's next transition.
    //         | acquire: the last run's effects, for the run that `schedule` or the drain that `finalize` starts.
    return duty_of_post(word_.fetch_or(scheduled, std::memory_order_acq_rel));
  }

  /// A system message was pushed; it runs even while the mailbox is parked.
  [[nodiscard]] Duty post_system() noexcept;

  /// The runner found nothing it may run and gives the mailbox up. `backlog` tells whether it saw user messages left,
  /// half-linked ones included: whether they may run is decided here, by the word as it is now.
  [[nodiscard]] Duty end_run(bool backlog) noexcept {
    Word word = scheduled;
    // acq_rel | release: this run's effects, to the acquire of the transition that starts the next one.
    //         | acquire: the messages of those whose post found this run, for the re-check.
    if (!backlog && word_.compare_exchange_weak(word, 0, std::memory_order_acq_rel, std::memory_order_relaxed)) {
      return Duty::recheck;
    }
    return end_special_run(backlog);
  }

  /// The executor refused the mailbox: it becomes idle and keeps its messages; the next post tries again.
  [[nodiscard]] Duty reject() noexcept;
  /// The same within a wake, which ends nothing: if it was closed meanwhile, the next post or close finalizes it.
  void reject_wake() noexcept;

  /// No user messages from now on; two suspends need two resumes.
  [[nodiscard]] Duty suspend() noexcept;
  [[nodiscard]] Duty resume() noexcept;

  /// The running handler waits: no user messages until what it waits for has come.
  void begin_await() noexcept;
  /// What the handler waits for has come; may be called before `begin_await`.
  [[nodiscard]] Duty complete_await() noexcept;
  /// The same for handlers that wait while messages are handled: there was no `begin_await`, and this stands for both.
  [[nodiscard]] Duty nudge() noexcept;

  /// What the runner does next in the user lane.
  enum class Turn : std::uint8_t { nothing, message, resume };
  /// Decided by one look at the word. After `resume` the handler that waited no longer does.
  [[nodiscard]] Turn take_turn() noexcept {
    const Word word = look();
    return word == scheduled ? Turn::message : take_special_turn(word);
  }

  /// Refuses messages from now on.
  [[nodiscard]] Duty close() noexcept;

  /// Claims a finished word for a new life; false while a late sender drains. Then `end_open`.
  [[nodiscard]] bool begin_open() noexcept;
  /// The new life begins. `backlog` as in `end_run`: what late senders of the former life left.
  [[nodiscard]] Duty end_open(bool backlog) noexcept;

  /// The finalizer has drained. If a late message came meanwhile, it drains again.
  [[nodiscard]] Duty end_finalize() noexcept;

  // True of this moment only, and perhaps of an earlier one: nothing that must not be missed hangs on these.
  [[nodiscard]] bool is_closed() const noexcept { return (look() & closed) != 0; }
  [[nodiscard]] bool is_finished() const noexcept { return (look() & finished) != 0; }
  [[nodiscard]] std::uint32_t suspend_depth() const noexcept { return look() >> suspend_shift; }
  [[nodiscard]] MailboxPhase phase() const noexcept;

private:
  using Word = std::uint32_t;
  static constexpr Word scheduled = 1u << 0;
  static constexpr Word parked = 1u << 1;
  static constexpr Word closed = 1u << 2;
  static constexpr Word finalizing = 1u << 3;
  static constexpr Word finished = 1u << 4;
  static constexpr Word awaiting = 1u << 5;
  static constexpr Word resume_ready = 1u << 6;
  static constexpr Word suspend_shift = 8;
  static constexpr Word one_suspend = 1u << suspend_shift;

  static constexpr bool is_blocked(Word word) noexcept {
    return word >= one_suspend || (word & (awaiting | resume_ready)) == awaiting;
  }

  static constexpr bool may_run_user(Word word) noexcept { return (word & closed) == 0 && !is_blocked(word); }

  /// The first to set `scheduled` on a word that nobody was responsible for takes the duty.
  static constexpr Duty duty_of_post(Word before) noexcept {
    if (before == 0) [[likely]] {
      return Duty::schedule;
    }
    if ((before & (scheduled | finalizing)) != 0) {
      return Duty::nothing;
    }
    return (before & closed) != 0 ? Duty::finalize : Duty::schedule;
  }

  /// A parked word that nothing blocks any more becomes scheduled again; the caller must submit it.
  static constexpr Word unparked(Word word) noexcept { return is_blocked(word) ? word : word & ~parked; }
  static constexpr Duty duty_of_unpark(Word before, Word after) noexcept {
    return (before & parked) != 0 && (after & parked) == 0 ? Duty::schedule : Duty::nothing;
  }

  [[nodiscard]] Duty end_special_run(bool backlog) noexcept;
  [[nodiscard]] Turn take_special_turn(Word word) noexcept;

  [[nodiscard]] Word look() const noexcept {
    // relaxed: a hint for others; for the responsible thread, what it must know was acquired by its last transition.
    return word_.load(std::memory_order_relaxed);
  }

  /// One conditional read-modify-write: `next(before)` gives the new word.
  template <class Next>
  Word change(Next next) noexcept {
    Word before = look();
    // acq_rel | release: what this thread did to the mailbox or pushed into it, to the next transition's acquire.
    //         | acquire: what the thread of the previous transition did, before this one acts on its duty.
    //         | relaxed on failure: the value is only the next attempt's guess.
    while (!word_.compare_exchange_weak(before, next(before), std::memory_order_acq_rel, std::memory_order_relaxed)) {
    }
    return before;
  }

  Atomic<Word> word_;
};

}  // namespace sluice::inline SLUICE_ABI::engine
