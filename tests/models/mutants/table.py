# SPDX-License-Identifier: BSL-1.0
"""The planted faults: what each changes in the shipped engine, and what that breaks."""

from typing import NamedTuple


class Mutant(NamedTuple):
    name: str
    file: str  # in engine/
    find: str  # occurs there exactly once; white space of any kind counts as one blank
    replace: str
    breaks: str


MUTANTS = [
    # --- The queue of user messages ---------------------------------------------------------------------------------
    # Not here, because the explorer does not let two stores of one thread change places: the release with which the stub
    # comes back. Nor that `end_run` ignores a backlog: the re-check sees it too, only later.
    Mutant(
        "queue.relaxed_publication",
        "mpsc_queue.hpp",
        "previous->next.store(&node, std::memory_order_release);",
        "previous->next.store(&node, std::memory_order_relaxed);",
        "the owner pops a node whose payload it does not see",
    ),
    Mutant(
        "queue.relaxed_exchange",
        "mpsc_queue.hpp",
        "newest_.exchange(&node, std::memory_order_acq_rel);",
        "newest_.exchange(&node, std::memory_order_relaxed);",
        "a producer's link and the null that it replaces change places",
    ),
    Mutant(
        "queue.push_in_two_steps",
        "mpsc_queue.hpp",
        "MpscNode* const previous = newest_.exchange(&node, std::memory_order_acq_rel);",
        "MpscNode* const previous = newest_.load(std::memory_order_acquire);"
        " newest_.store(&node, std::memory_order_release);",
        "two producers link behind the same node",
    ),
    Mutant(
        "queue.relaxed_pop",
        "mpsc_queue.hpp",
        "MpscNode* next = first->next.load(std::memory_order_acquire);",
        "MpscNode* next = first->next.load(std::memory_order_relaxed);",
        "the owner pops a node whose payload it does not see",
    ),
    Mutant(
        "queue.relaxed_pop_behind_the_stub",
        "mpsc_queue.hpp",
        "first = stub_.next.load(std::memory_order_acquire);",
        "first = stub_.next.load(std::memory_order_relaxed);",
        "the owner pops a node whose payload it does not see",
    ),
    Mutant(
        "queue.last_by_a_store",
        "mpsc_queue.hpp",
        "if (newest_.compare_exchange_strong(newest, &stub_, std::memory_order_release, std::memory_order_relaxed))",
        "if (newest_.load(std::memory_order_relaxed) == newest"
        " && (newest_.store(&stub_, std::memory_order_release), true))",
        "a push that comes between the two is lost",
    ),
    Mutant(
        "queue.stub_keeps_its_link",
        "mpsc_queue.hpp",
        "stub_.next.store(nullptr, std::memory_order_relaxed);",
        "",
        "an empty queue leads to a node that has left it",
    ),
    Mutant(
        "queue.stub_forgets_the_rest",
        "mpsc_queue.hpp",
        "oldest_.set(&only);",
        "",
        "what a half-linked push comes behind is lost",
    ),
    Mutant(
        "queue.looks_at_the_wrong_end",
        "mpsc_queue.hpp",
        "return newest_.load(std::memory_order_relaxed) != &stub_;",
        "return oldest_.get() != &stub_;",
        "the re-check does not see a push",
    ),
    # --- Posting against running ------------------------------------------------------------------------------------
    Mutant(
        "run.no_recheck",
        "mailbox.cpp",
        "return has_arrivals() ? state_.post() : Duty::nothing;",
        "return Duty::nothing;",
        "a message that came before the mailbox went idle waits for the next one",
    ),
    Mutant(
        "run.no_system_recheck",
        "mailbox.cpp",
        "if (system_.has_messages()) {\n    return state_.post_system();\n  }",
        "",
        "a system message that came before the mailbox went idle waits for the next one",
    ),
    Mutant(
        "run.idle_by_a_store",
        "mailbox_state.hpp",
        "if (!backlog && word_.compare_exchange_weak(word, 0, std::memory_order_acq_rel, std::memory_order_relaxed)) {",
        "if (!backlog && look() == word) {\n"
        "    word_.store(0, std::memory_order_seq_cst);",
        "the textbook handshake: a post and the re-check miss each other",
    ),
    Mutant(
        "run.relaxed_end",
        "mailbox_state.hpp",
        "word_.compare_exchange_weak(word, 0, std::memory_order_acq_rel, std::memory_order_relaxed)",
        "word_.compare_exchange_weak(word, 0, std::memory_order_relaxed, std::memory_order_relaxed)",
        "a run does not see the last one's effects",
    ),
    Mutant(
        "run.idle_whatever_came",
        "mailbox.cpp",
        "if (duty == Duty::recheck && !system_.has_messages() && !user_.has_arrivals()) [[likely]] {",
        "if (duty == Duty::recheck) {",
        "a message that came before the mailbox went idle waits for the next one",
    ),
    Mutant(
        "run.relaxed_transitions",
        "mailbox_state.hpp",
        "next(before), std::memory_order_acq_rel, std::memory_order_relaxed)",
        "next(before), std::memory_order_relaxed, std::memory_order_relaxed)",
        "a run does not see the last one's effects",
    ),
    Mutant(
        "post.skipped_after_a_look",
        "mailbox_state.hpp",
        "    return duty_of_post(word_.fetch_or(scheduled, std::memory_order_acq_rel));",
        "    if ((word_.load(std::memory_order_acquire) & scheduled) != 0) {\n"
        "      return Duty::nothing;\n"
        "    }\n"
        "    return duty_of_post(word_.fetch_or(scheduled, std::memory_order_acq_rel));",
        "the word that was seen may be an old one",
    ),
    Mutant(
        "post.relaxed",
        "mailbox_state.hpp",
        "word_.fetch_or(scheduled, std::memory_order_acq_rel)",
        "word_.fetch_or(scheduled, std::memory_order_relaxed)",
        "the runner goes idle and does not see the message",
    ),
    Mutant(
        "post.schedules_twice",
        "mailbox_state.hpp",
        "if ((before & (scheduled | finalizing)) != 0) {",
        "if ((before & finalizing) != 0) {",
        "two workers run one mailbox",
    ),
    # --- Suspending and waiting -------------------------------------------------------------------------------------
    Mutant(
        "suspend.parks_nobody",
        "mailbox_state.cpp",
        "(idle ? scheduled | parked : 0)",
        "(idle ? 0 : 0)",
        "a post submits a mailbox that may not run",
    ),
    Mutant(
        "suspend.nests_only_once",
        "mailbox_state.cpp",
        "return after = unparked(word - one_suspend);",
        "return after = unparked(word & (one_suspend - 1));",
        "one resume undoes two suspends",
    ),
    Mutant(
        "resume.unparks_twice",
        "mailbox_state.hpp",
        "return (before & parked) != 0 && (after & parked) == 0 ? Duty::schedule : Duty::nothing;",
        "return (after & parked) == 0 ? Duty::schedule : Duty::nothing;",
        "a mailbox that runs is submitted again",
    ),
    Mutant(
        "await.completion_lost",
        "mailbox_state.cpp",
        "(backlog || (word & awaiting) != 0)",
        "backlog",
        "a wait that was completed before the end of the run is never resumed",
    ),
    Mutant(
        "await.never_over",
        "mailbox_state.cpp",
        "change([](Word now) { return now & ~(awaiting | resume_ready); });",
        "change([](Word now) { return now & ~resume_ready; });",
        "the handler waits again, for nothing",
    ),
    Mutant(
        "await.holds_nothing_up",
        "mailbox_state.hpp",
        "return word >= one_suspend || (word & (awaiting | resume_ready)) == awaiting;",
        "return word >= one_suspend;",
        "messages overtake the handler that waits",
    ),
    # --- System messages --------------------------------------------------------------------------------------------
    Mutant(
        "system.does_not_unpark",
        "mailbox_state.cpp",
        "  const Word before = change([](Word word) { return (word | scheduled) & ~parked; });\n"
        "  return (before & parked) != 0 ? Duty::schedule : duty_of_post(before);",
        "  return duty_of_post(change([](Word word) { return word | scheduled; }));",
        "a suspended mailbox does not run system messages",
    ),
    Mutant(
        "system.unparks_twice",
        "mailbox_state.cpp",
        "return (word | scheduled) & ~parked;",
        "return word | scheduled;",
        "a resume submits the mailbox again",
    ),
    Mutant(
        "system.relaxed_push",
        "system_queue.cpp",
        "&node, std::memory_order_release, std::memory_order_relaxed)",
        "&node, std::memory_order_relaxed, std::memory_order_relaxed)",
        "the runner does not see the message's content",
    ),
    Mutant(
        "system.relaxed_drain",
        "system_queue.hpp",
        "newest_.exchange(nullptr, std::memory_order_acquire)",
        "newest_.exchange(nullptr, std::memory_order_relaxed)",
        "the runner does not see the message's content",
    ),
    Mutant(
        "system.drain_in_two_steps",
        "system_queue.hpp",
        "    return reversed(newest_.exchange(nullptr, std::memory_order_acquire));",
        "    SystemNode* const newest = newest_.load(std::memory_order_acquire);\n"
        "    newest_.store(nullptr, std::memory_order_relaxed);\n"
        "    return reversed(newest);",
        "a message that comes between the two is lost",
    ),
    Mutant(
        "system.newest_first",
        "system_queue.hpp",
        "return reversed(newest_.exchange(nullptr, std::memory_order_acquire));",
        "return newest_.exchange(nullptr, std::memory_order_acquire);",
        "one sender's messages change places",
    ),
    Mutant(
        "system.no_sentinel",
        "system_queue.hpp",
        "newest_.exchange(&sentinel, std::memory_order_acquire)",
        "newest_.exchange(nullptr, std::memory_order_acquire)",
        "a closed mailbox takes system messages that nobody will handle",
    ),
    # --- Closing ----------------------------------------------------------------------------------------------------
    Mutant(
        "close.late_push_stranded",
        "mailbox_state.hpp",
        "return (before & closed) != 0 ? Duty::finalize : Duty::schedule;",
        "return (before & closed) != 0 ? Duty::nothing : Duty::schedule;",
        "a message that comes after the end becomes nobody's",
    ),
    Mutant(
        "close.two_finalizers_by_post",
        "mailbox_state.hpp",
        "if ((before & (scheduled | finalizing)) != 0) {",
        "if ((before & scheduled) != 0) {",
        "a late sender drains while the first finalizer does",
    ),
    Mutant(
        "close.two_finalizers_by_close",
        "mailbox_state.cpp",
        "return (before & closed) == 0 && is_ours(before) ? Duty::finalize : Duty::nothing;",
        "return is_ours(before) ? Duty::finalize : Duty::nothing;",
        "two closers drain at once",
    ),
    Mutant(
        "close.parked_for_ever",
        "mailbox_state.cpp",
        "return (word & scheduled) == 0 || (word & parked) != 0;",
        "return (word & scheduled) == 0;",
        "nobody finalizes a parked mailbox",
    ),
    Mutant(
        "close.runner_goes_idle",
        "mailbox_state.cpp",
        "  if ((before & closed) != 0) {\n    return Duty::finalize;\n  }\n  return must_go_on(before)",
        "  return must_go_on(before)",
        "the runner of a closed mailbox does not finalize it",
    ),
    Mutant(
        "close.announced_again",
        "mailbox_state.cpp",
        "return (before & finished) == 0 ? Duty::announce : Duty::nothing;",
        "return Duty::announce;",
        "a mailbox closes more than once",
    ),
    Mutant(
        "close.ends_too_early",
        "mailbox_state.cpp",
        "    if ((word & scheduled) != 0) {\n"
        "      return (word & ~scheduled) | finalizing;\n"
        "    }\n"
        "    return (word & ~finalizing) | finished;\n"
        "  });\n"
        "  if ((before & scheduled) != 0) {\n"
        "    return Duty::finalize;\n"
        "  }",
        "    return (word & ~(finalizing | scheduled)) | finished;\n  });",
        "a message that came during the drain is stranded",
    ),
    # --- Cells ------------------------------------------------------------------------------------------------------
    Mutant(
        "cell.generation_not_checked_again",
        "cell.cpp",
        "if (envelope.generation == generation()) {",
        "if (envelope.generation != 0) {",
        "a stale reference's message reaches the next occupant",
    ),
    Mutant(
        "cell.signal_not_checked",
        "cell.cpp",
        "if (message.generation == generation()) {",
        "if (message.generation != 0) {",
        "a stale reference's system message reaches the next occupant",
    ),
    Mutant(
        "cell.opened_during_a_drain",
        "mailbox_state.cpp",
        "(word & (closed | finished | scheduled | finalizing)) == free",
        "(word & (closed | finished)) == free",
        "a late sender drains the next occupant's messages",
    ),
    Mutant(
        "cell.backlog_of_the_former_life",
        "mailbox_state.cpp",
        "  change([backlog](Word) { return backlog ? scheduled : Word{0}; });\n"
        "  return backlog ? Duty::schedule : Duty::recheck;",
        "  change([](Word) { return Word{0}; });\n  return Duty::nothing;",
        "what came while a cell was opened is stranded",
    ),
    Mutant(
        "cell.given_out_twice",
        "cell_slab.cpp",
        "free->oldest = cell->next_free_;",
        "",
        "two actors share a cell",
    ),
    # --- Blocks -----------------------------------------------------------------------------------------------------
    Mutant(
        "blocks.relaxed_return",
        "block_cache.cpp",
        "&batch, std::memory_order_release, std::memory_order_relaxed)",
        "&batch, std::memory_order_relaxed, std::memory_order_relaxed)",
        "the owner uses a block before its last user is done",
    ),
    Mutant(
        "blocks.relaxed_reclaim",
        "block_cache.cpp",
        "first = returned_[size_class].exchange(nullptr, std::memory_order_acquire);",
        "first = returned_[size_class].exchange(nullptr, std::memory_order_relaxed);",
        "the owner uses a block before its last user is done",
    ),
    Mutant(
        "blocks.reclaim_in_two_steps",
        "block_cache.cpp",
        "first = returned_[size_class].exchange(nullptr, std::memory_order_acquire);",
        "first = returned_[size_class].load(std::memory_order_acquire);"
        " returned_[size_class].store(nullptr, std::memory_order_relaxed);",
        "a batch that is returned between the two is lost",
    ),
    Mutant(
        "blocks.relaxed_adoption",
        "block_registry.cpp",
        "nobody, 1, std::memory_order_acquire, std::memory_order_relaxed)",
        "nobody, 1, std::memory_order_relaxed, std::memory_order_relaxed)",
        "the heir does not see the free lists",
    ),
    Mutant(
        "blocks.relaxed_farewell",
        "block_registry.cpp",
        "cache.in_use_.store(0, std::memory_order_release);",
        "cache.in_use_.store(0, std::memory_order_relaxed);",
        "the heir does not see the free lists",
    ),
    Mutant(
        "blocks.two_heirs",
        "block_registry.cpp",
        "if (cache->in_use_.compare_exchange_strong("
        "nobody, 1, std::memory_order_acquire, std::memory_order_relaxed)) {",
        "if (cache->in_use_.load(std::memory_order_acquire) == nobody) {\n"
        "      cache->in_use_.store(1, std::memory_order_relaxed);",
        "two threads use one cache",
    ),
    Mutant(
        "blocks.relaxed_introduction",
        "block_registry.cpp",
        "cache.next_cache_, &cache, std::memory_order_release, std::memory_order_relaxed)",
        "cache.next_cache_, &cache, std::memory_order_relaxed, std::memory_order_relaxed)",
        "a cache is found before it is built",
    ),
    # --- Owners and pins --------------------------------------------------------------------------------------------
    Mutant(
        "shared.relaxed_drop",
        "share_count.hpp",
        "count_.fetch_sub(1, std::memory_order_acq_rel)",
        "count_.fetch_sub(1, std::memory_order_relaxed)",
        "the last owner destroys what others still use",
    ),
    Mutant(
        "epoch.pin_by_a_store",
        "epoch.cpp",
        "const std::uint32_t before = participant.pin_.exchange(epoch * 2 + 1, std::memory_order_acq_rel);",
        "const std::uint32_t before = 0; participant.pin_.store(epoch * 2 + 1, std::memory_order_seq_cst);",
        "a pin and a look at it miss each other",
    ),
    Mutant(
        "epoch.look_by_a_load",
        "epoch.cpp",
        "p->pin_.fetch_or(0, std::memory_order_acq_rel)",
        "p->pin_.load(std::memory_order_seq_cst)",
        "a pin and a look at it miss each other",
    ),
    Mutant(
        "epoch.relaxed_pin",
        "epoch.cpp",
        "const std::uint32_t epoch = epoch_.load(std::memory_order_acquire); // acq_rel",
        "const std::uint32_t epoch = epoch_.load(std::memory_order_relaxed); // acq_rel",
        "who pins in a new epoch finds what was retired in the last one",
    ),
    Mutant(
        "epoch.retire_by_a_load",
        "epoch.cpp",
        "object.epoch_ = epoch_.fetch_or(0, std::memory_order_acq_rel);",
        "object.epoch_ = epoch_.load(std::memory_order_acquire);",
        "an object counts as retired in an epoch that was over",
    ),
    Mutant(
        "epoch.participant_unseen",
        "epoch.cpp",
        "for (Participant* p = newest_participant(); p != nullptr; p = p->next_) {",
        "for (Participant* p = participants_.load(std::memory_order_acquire); p != nullptr; p = p->next_) {",
        "a participant that is being added and a look for it miss each other",
    ),
    Mutant(
        "epoch.collect_in_the_past",
        "epoch.cpp",
        "(void)try_advance();",
        "(void)try_advance(); const std::uint32_t seen = epoch_.load(std::memory_order_acquire);"
        " struct Past { std::uint32_t epoch; std::uint32_t load(std::memory_order) const { return epoch; } };"
        " const Past epoch_{seen};",
        "an object that was retired since counts as very old",
    ),
    Mutant(
        "epoch.relaxed_unpin",
        "epoch.cpp",
        "participant.pin_.store(0, std::memory_order_release);",
        "participant.pin_.store(0, std::memory_order_relaxed);",
        "an object ends before its last use",
    ),
    Mutant(
        "epoch.one_step_is_enough",
        "epoch.cpp",
        "epoch - object->epoch_ >= 2",
        "epoch - object->epoch_ >= 1",
        "an object ends under a pin of its own epoch",
    ),
    # --- Wakers -----------------------------------------------------------------------------------------------------
    Mutant(
        "waker.lost_at_the_end_of_a_poll",
        "wait/wake_state.hpp",
        "return (before & scheduled) != 0 ? Duty::submit : Duty::nothing;",
        "return Duty::nothing;",
        "a wake during a poll is forgotten, or leaves a task that counts as scheduled and is not",
    ),
    Mutant(
        "waker.idle_by_a_store",
        "wait/wake_state.hpp",
        "const Word before = word_.fetch_and(~busy, std::memory_order_acq_rel);",
        "const Word before = look(); word_.store(before & ~busy, std::memory_order_seq_cst);",
        "a wake that comes between the look and the store is overwritten",
    ),
    Mutant(
        "waker.relaxed_wake",
        "wait/wake_state.hpp",
        "word_.fetch_or(scheduled, std::memory_order_acq_rel)",
        "word_.fetch_or(scheduled, std::memory_order_relaxed)",
        "the poll does not see what the wake announced",
    ),
    Mutant(
        "waker.relaxed_transitions",
        "wait/wake_state.hpp",
        "next(before), std::memory_order_acq_rel, std::memory_order_relaxed)",
        "next(before), std::memory_order_relaxed, std::memory_order_relaxed)",
        "the poll does not see what the wake announced",
    ),
    Mutant(
        "waker.skipped_after_a_look",
        "wait/wake_state.hpp",
        "const Word before = word_.fetch_or(scheduled, std::memory_order_acq_rel);",
        "if ((word_.load(std::memory_order_acquire) & scheduled) != 0) { return Duty::nothing; }"
        " const Word before = word_.fetch_or(scheduled, std::memory_order_acq_rel);",
        "the word that was seen may be an old one",
    ),
    Mutant(
        "waker.submits_twice",
        "wait/wake_state.hpp",
        "(before & (scheduled | busy | done)) == 0 ?",
        "(before & (busy | done)) == 0 ?",
        "the second of two wakes submits what is in a queue already",
    ),
    Mutant(
        "waker.submits_what_is_polled",
        "wait/wake_state.hpp",
        "(before & (scheduled | busy | done)) == 0 ?",
        "(before & (scheduled | done)) == 0 ?",
        "two workers poll one task",
    ),
    Mutant(
        "waker.submits_what_is_done",
        "wait/wake_state.hpp",
        "(before & (scheduled | busy | done)) == 0 ?",
        "(before & (scheduled | busy)) == 0 ?",
        "a task is polled after its end",
    ),
    Mutant(
        "waker.polls_before_it_begins",
        "wait/wake_state.hpp",
        "? done : word - scheduled + busy; });\n    check(",
        "? done : word + busy; });\n    check(",
        "what was polled for counts as a wake: it is polled in a loop",
    ),
    Mutant(
        "waker.rejected_for_ever",
        "wait/schedule_waker.cpp",
        "duty = state_.release();\n  }",
        "duty = Duty::nothing;\n  }",
        "no later wake tries again",
    ),
    Mutant(
        "waker.lost_in_a_rejection",
        "wait/schedule_waker.cpp",
        "duty = state_.release();\n  }",
        "duty = state_.release() == Duty::submit ? (state_.begin_reject(), state_.release()) : Duty::nothing;\n  }",
        "a wake that comes while the rejection is told is forgotten",
    ),
    Mutant(
        "waker.told_too_late",
        "wait/schedule_waker.cpp",
        "on_rejected();  // while it is ours: afterwards a wake may have it run, and end\n"
        "    duty = state_.release();",
        "duty = state_.release(); on_rejected();",
        "the rejection is told while another thread polls",
    ),
    Mutant(
        "waker.stop_ends_what_is_polled",
        "wait/wake_state.hpp",
        "return (before & done) == 0 && is_idle(before) ? Duty::end : Duty::nothing;",
        "return (before & done) == 0 ? Duty::end : Duty::nothing;",
        "the stopper and the worker both end it",
    ),
    Mutant(
        "waker.stop_unseen",
        "wait/wake_state.hpp",
        "return (word & stopping) != 0 ? done : word - scheduled + busy; });\n    check(",
        "return word - scheduled + busy; }) & ~stopping;\n    check(",
        "what is stopped while it is scheduled or polled never ends",
    ),
    Mutant(
        "waker.relaxed_release",
        "wait/wake_state.hpp",
        "word_.fetch_and(~busy, std::memory_order_acq_rel)",
        "word_.fetch_and(~busy, std::memory_order_relaxed)",
        "the next poll does not see what this one did",
    ),
    Mutant(
        "waker.stop_lost_in_a_rejection",
        "wait/wake_state.hpp",
        "return is_idle(word) ? done : word | stopping | scheduled;",
        "return is_idle(word) ? done : word | stopping;",
        "a stop that comes while a rejection is told ends nothing, and nobody knows",
    ),
    Mutant(
        "waker.called_without_the_lock",
        "async_lock.cpp",
        "const auto state = state_.lock();\n  check(state->held, \"only an owner releases\");\n  pass_on(*state);",
        "Waker next; { const auto state = state_.lock(); Waiter* const first = state->waiting.pop_front();"
        " state->held = first != nullptr; if (first != nullptr) {"
        " first->stage_ = Waiter::Stage::granted; next = first->waker_; } } next.wake();",
        "the waiter is destroyed between the unlocking and the call",
    ),
    Mutant(
        "waker.forgotten_without_the_lock",
        "async_lock.cpp",
        "const auto state = state_.lock();  // whatever the stage: who woke the waiter may be at it still",
        "if (waiter.stage_ == Waiter::Stage::granted || waiter.stage_ == Waiter::Stage::done) { return; }"
        " const auto state = state_.lock();",
        "the waiter is destroyed while it is being woken, or takes the right with it",
    ),
    # --- Timers -----------------------------------------------------------------------------------------------------
    Mutant(
        "timer.cancel_claims_too_much",
        "time/timer_wheel.cpp",
        "if (!slots->remove(timer)) {\n    return false;\n  }",
        "slots->remove(timer);",
        "a timer that is firing counts as cancelled",
    ),
    Mutant(
        "timer.cancel_removes_nothing",
        "time/timer_wheel.cpp",
        "if (!slots->remove(timer)) {",
        "if (timer.list.get() == TimerEntry::no_list) {",
        "a cancelled timer fires",
    ),
    Mutant(
        "timer.dies_in_its_slot",
        "time/timer_wheel.cpp",
        "    wheel->cancel(*this);",
        "    (void)wheel;",
        "the wheel fires a timer that has ended",
    ),
    Mutant(
        "timer.relaxed_farewell",
        "time/timer_wheel.cpp",
        "timer.wheel_.store(nullptr, std::memory_order_release);\n    }",
        "timer.wheel_.store(nullptr, std::memory_order_relaxed);\n    }",
        "a timer ends while the wheel still takes it out",
    ),
    Mutant(
        "timer.relaxed_end",
        "time/timer_wheel.cpp",
        "wheel_.load(std::memory_order_acquire)",
        "wheel_.load(std::memory_order_relaxed)",
        "a timer ends while the wheel still takes it out",
    ),
    Mutant(
        "timer.waker_copied_too_late",
        "time/timer_wheel.cpp",
        "const auto slots = slots_.lock();\n      const TimerSlots::Step step = slots->step(round);",
        "const TimerSlots::Step step = slots_.lock()->step(round);",
        "the wheel touches a timer that may have been set again, or have ended",
    ),
    Mutant(
        "timer.woken_under_the_lock",
        "time/timer_wheel.cpp",
        "}\n    waker.wake();",
        "waker.wake();\n    }",
        "a waker that sets a timer waits for itself",
    ),
    Mutant(
        "timer.set_again_without_leaving",
        "time/timer_wheel.cpp",
        "  slots->remove(timer);\n  timer.waker_.set(waker);",
        "  timer.waker_.set(waker);",
        "a timer is in two lists",
    ),
    Mutant(
        "timer.round_has_no_end",
        "time/timer_slots.cpp",
        "if (entry != nullptr && static_cast<std::int32_t>(round.number - entry->round) > 0) {",
        "if (entry != nullptr) {",
        "an advance fires what its own wakers set, perhaps for ever",
    ),
    Mutant(
        "timer.older_round_turns_back",
        "time/timer_slots.cpp",
        "if (position_ > round.target) {",
        "if (false) {",
        "an advance that read the clock long ago moves the wheel back, and timers fire early",
    ),
    # --- The run queue ----------------------------------------------------------------------------------------------
    # Not here, because only load buffering shows them, which the explorer does not model: the release of a claim and
    # the acquire in `room_behind`.
    Mutant(
        "run_queue.relaxed_publication",
        "queue/run_queue.hpp",
        "tail_.store(tail + 1, std::memory_order_release);",
        "tail_.store(tail + 1, std::memory_order_relaxed);",
        "a thief runs what it does not see the payload of",
    ),
    Mutant(
        "run_queue.tail_before_slot",
        "queue/run_queue.hpp",
        "slot(tail).store(&runnable, std::memory_order_relaxed);  // relaxed: nobody looks behind the tail",
        "tail_.store(tail + 1, std::memory_order_release); slot(tail).store(&runnable, std::memory_order_release);",
        "a thief takes what the slot held before",
    ),
    Mutant(
        "run_queue.relaxed_look",
        "queue/run_queue.hpp",
        "const Position tail = tail_.load(std::memory_order_acquire);",
        "const Position tail = tail_.load(std::memory_order_relaxed);",
        "a thief runs what it does not see the payload of",
    ),
    Mutant(
        "run_queue.passed_tail_is_believed",
        "queue/run_queue.hpp",
        "size <= capacity() ? size : 0",
        "size",
        "a thief with an old tail and a new head claims what was never pushed",
    ),
    Mutant(
        "run_queue.overfull",
        "queue/run_queue.hpp",
        "if (room_behind(tail) == 0) {",
        "if (room_behind(tail) + 1 == 0) {",
        "the owner writes over the oldest one",
    ),
    Mutant(
        "run_queue.pop_by_a_store",
        "queue/run_queue.hpp",
        "if (head_.compare_exchange_weak(head, head + 1, std::memory_order_relaxed, std::memory_order_relaxed)) {",
        "head_.store(head + 1, std::memory_order_seq_cst); {",
        "the owner and a thief take the same one",
    ),
    Mutant(
        "run_queue.claim_by_a_store",
        "queue/run_queue.cpp",
        "if (head_.compare_exchange_strong(view.head, view.head + count, std::memory_order_release, "
        "std::memory_order_relaxed)) {",
        "head_.store(view.head + count, std::memory_order_seq_cst); {",
        "two thieves take the same half",
    ),
    Mutant(
        "run_queue.claim_by_adding",
        "queue/run_queue.cpp",
        "if (head_.compare_exchange_strong(view.head, view.head + count, std::memory_order_release, "
        "std::memory_order_relaxed)) {",
        "head_.fetch_add(count, std::memory_order_seq_cst); {",
        "a thief claims other positions than it has read",
    ),
    Mutant(
        "run_queue.read_after_the_claim",
        "queue/run_queue.cpp",
        "return static_cast<std::uint32_t>(count);",
        "for (Position i = 0; i < count; ++i) {"
        " put(i, slot(view.head + i).load(std::memory_order_acquire)); }"
        " return static_cast<std::uint32_t>(count);",
        "the owner has used the slots again",
    ),
    Mutant(
        "run_queue.one_try",
        "queue/run_queue.cpp",
        "      return static_cast<std::uint32_t>(count);\n    }",
        "      return static_cast<std::uint32_t>(count);\n    }\n    return 0;",
        "a thief that another one came before leaves what is left",
    ),
    Mutant(
        "run_queue.half_rounded_down",
        "queue/run_queue.cpp",
        "view.size - view.size / 2;",
        "view.size / 2;",
        "the last one cannot be stolen",
    ),
    Mutant(
        "run_queue.room_ignored",
        "queue/run_queue.cpp",
        "own.room_behind(tail) + 1",
        "own.capacity() + 1",
        "a thief with work of its own writes over it",
    ),
    Mutant(
        "run_queue.first_kept_too",
        "queue/run_queue.cpp",
        "own.slot(tail + index - 1).store(runnable, std::memory_order_relaxed);",
        "own.slot(tail + index).store(runnable, std::memory_order_relaxed);",
        "a stolen one is lost, and an old one comes again",
    ),
    Mutant(
        "run_queue.published_before_the_claim",
        "queue/run_queue.cpp",
        "own.slot(tail + index - 1).store(runnable, std::memory_order_relaxed);",
        "own.slot(tail + index - 1).store(runnable, std::memory_order_relaxed);"
        " own.tail_.store(tail + index, std::memory_order_release);",
        "what was not claimed yet is stolen again",
    ),
    Mutant(
        "run_queue.relaxed_loot",
        "queue/run_queue.cpp",
        "own.tail_.store(tail + taken - 1, std::memory_order_release);",
        "own.tail_.store(tail + taken - 1, std::memory_order_relaxed);",
        "who steals from a thief does not see the payload",
    ),
]
