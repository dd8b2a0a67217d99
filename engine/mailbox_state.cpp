// SPDX-License-Identifier: BSL-1.0
#include <sluice/engine/mailbox_state.hpp>

namespace sluice::inline SLUICE_ABI::engine {

using Duty = MailboxState::Duty;

Duty MailboxState::post_system() noexcept {
  const Word before = change([](Word word) { return (word | scheduled) & ~parked; });
  return (before & parked) != 0 ? Duty::schedule : duty_of_post(before);
}

/// Of a mailbox that is not simply out of messages.
Duty MailboxState::end_special_run(bool backlog) noexcept {
  const auto must_go_on = [backlog](Word word) {
    return !is_blocked(word) && (backlog || (word & awaiting) != 0);  // who completed a wait counts on the runner
  };
  const Word before = change([&](Word word) {
    if ((word & closed) != 0) {
      return (word & ~scheduled) | finalizing;  // from here on `scheduled` tells the finalizer that a post came
    }
    if (must_go_on(word)) {
      return word;
    }
    return is_blocked(word) ? word | parked : word & ~scheduled;
  });
  if ((before & closed) != 0) {
    return Duty::finalize;
  }
  return must_go_on(before) ? Duty::schedule : Duty::recheck;
}

Duty MailboxState::reject() noexcept {
  const Word before = change([](Word word) {
    if ((word & closed) != 0) {
      return (word & ~scheduled) | finalizing;
    }
    return is_blocked(word) ? word | parked : word & ~scheduled;  // parked, a resume will try again
  });
  return (before & closed) != 0 ? Duty::finalize : Duty::nothing;
}

void MailboxState::reject_wake() noexcept {
  change([](Word word) {
    return (word & closed) == 0 && is_blocked(word) ? word | parked : word & ~scheduled;  // as in `reject`
  });
}

Duty MailboxState::suspend() noexcept {
  change([](Word word) {
    check(word < ~Word{0} - one_suspend, "suspends nest less than 2^24 deep");
    // An idle mailbox is parked at once: so a post finds it taken, and submits nothing.
    const bool idle = (word & (scheduled | closed | finalizing)) == 0;
    return (word + one_suspend) | (idle ? scheduled | parked : 0);
  });
  return Duty::nothing;
}

Duty MailboxState::resume() noexcept {
  Word after = 0;
  const Word before = change([&after](Word word) {
    check(word >= one_suspend, "every resume has its suspend");
    return after = unparked(word - one_suspend);
  });
  return duty_of_unpark(before, after);
}

void MailboxState::begin_await() noexcept {
  change([](Word word) { return word | awaiting; });
}

Duty MailboxState::complete_await() noexcept {
  // A handler that waits in an idle mailbox was refused by the executor: this wake tries again.
  const auto was_refused = [](Word word) {
    return (word & (scheduled | closed | finalizing | awaiting)) == awaiting && word < one_suspend;
  };
  Word after = 0;
  const Word before =
      change([&](Word word) { return after = unparked(word | resume_ready) | (was_refused(word) ? scheduled : 0); });
  return was_refused(before) ? Duty::schedule : duty_of_unpark(before, after);
}

/// Of a mailbox that is closed, blocked or awaiting.
MailboxState::Turn MailboxState::take_special_turn(Word word) noexcept {
  if (!may_run_user(word)) {
    return Turn::nothing;
  }
  if ((word & awaiting) == 0) {
    return Turn::message;
  }
  // Only the responsible thread clears these two. A suspend that comes now takes effect after the handler.
  change([](Word now) { return now & ~(awaiting | resume_ready); });
  return Turn::resume;
}

Duty MailboxState::close() noexcept {
  // Closed and nobody's: a refused wake left the end to whoever comes next.
  const auto is_ours = [](Word word) {
    return (word & (finalizing | finished)) == 0 && ((word & scheduled) == 0 || (word & parked) != 0);
  };
  const Word before = change(
      [&](Word word) { return is_ours(word) ? (word & ~(scheduled | parked)) | closed | finalizing : word | closed; });
  return is_ours(before) ? Duty::finalize : Duty::nothing;
}

bool MailboxState::begin_open() noexcept {
  constexpr Word free = closed | finished;
  const auto is_free = [](Word word) { return (word & (closed | finished | scheduled | finalizing)) == free; };
  // Claimed as a late sender would: posts find somebody responsible.
  return is_free(change([&](Word word) { return is_free(word) ? word | scheduled : word; }));
}

Duty MailboxState::end_open(bool backlog) noexcept {
  change([backlog](Word) { return backlog ? scheduled : Word{0}; });
  return backlog ? Duty::schedule : Duty::recheck;
}

Duty MailboxState::end_finalize() noexcept {
  const Word before = change([](Word word) {
    // A late sender who was elected by its post holds `scheduled` without `finalizing`: it takes the latter now.
    if ((word & scheduled) != 0) {
      return (word & ~scheduled) | finalizing;
    }
    return (word & ~finalizing) | finished;
  });
  if ((before & scheduled) != 0) {
    return Duty::finalize;
  }
  return (before & finished) == 0 ? Duty::announce : Duty::nothing;
}

MailboxPhase MailboxState::phase() const noexcept {
  const Word word = look();
  if ((word & closed) != 0) {
    return MailboxPhase::closed;
  }
  if (word >= one_suspend) {
    return MailboxPhase::suspended;
  }
  if (is_blocked(word)) {
    return MailboxPhase::awaiting;
  }
  return (word & scheduled) != 0 ? MailboxPhase::scheduled : MailboxPhase::idle;
}

}  // namespace sluice::inline SLUICE_ABI::engine
