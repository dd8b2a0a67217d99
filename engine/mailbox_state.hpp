// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// Decides who runs a mailbox.
///
///     bit 0      scheduled   in an executor's queue, or running
///
///     idle --post--> scheduled --end_run--> idle
///
/// Invariant: at most one thread is between the `post` that returned `schedule` and its `end_run`.
///
/// Thin on purpose: closed, suspended, awaiting and the finalizer join the word with the proof of the whole.
class MailboxState {
public:
  /// What the caller of a transition must do.
  enum class Duty : std::uint8_t { nothing, schedule };

  /// A message is in the queue. Never skipped, even if the mailbox looks scheduled: see `end_run`.
  [[nodiscard]] Duty post() noexcept {
    // acq_rel | release: the message just pushed, to the acquire in `end_run` of the runner that goes idle.
    //         | acquire: the last run's state of the actor, for the run that `schedule` starts.
    const std::uint32_t before = word_.fetch_or(scheduled, std::memory_order_acq_rel);
    return (before & scheduled) == 0 ? Duty::schedule : Duty::nothing;
  }

  /// The runner found its queue empty and gives the mailbox up. It must look at the queue once more and, if there is
  /// something, `post` on its own behalf.
  void end_run() noexcept {
    // acq_rel | release: this run's state of the actor, to the acquire in the next `post`.
    //         | acquire: messages whose `post` found us scheduled, for the look that follows. A plain store would let
    //         | both sides miss: that is why the idle transition is a read-modify-write.
    word_.fetch_and(~scheduled, std::memory_order_acq_rel);
  }

private:
  static constexpr std::uint32_t scheduled = 1;
  Atomic<std::uint32_t> word_{0};
};

}  // namespace sluice::inline SLUICE_ABI::engine
