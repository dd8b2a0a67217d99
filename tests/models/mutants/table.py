# SPDX-License-Identifier: BSL-1.0
"""The planted faults: what each changes in the shipped code, and what that breaks."""

from typing import NamedTuple


class Mutant(NamedTuple):
    name: str
    file: str  # in engine/, or from the root of the tree: graph/schedule/...
    find: str  # occurs there exactly once; white space of any kind counts as one blank
    replace: str
    breaks: str


MUTANTS = [
    # --- The queue of user messages ---------------------------------------------------------------------------------
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
        "if (depth() != 0) {\n    return state_.post();\n  }",
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
        "return is_ours(before) ? Duty::finalize : Duty::nothing;",
        "return (before & finished) == 0 ? Duty::finalize : Duty::nothing;",
        "two closers drain at once",
    ),
    Mutant(
        "close.parked_for_ever",
        "mailbox_state.cpp",
        "((word & scheduled) == 0 || (word & parked) != 0);",
        "(word & scheduled) == 0;",
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
    # --- Guarded cells ----------------------------------------------------------------------------------------------
    Mutant(
        "visits.relaxed_enter",
        "visits.hpp",
        "word_.fetch_add(one, std::memory_order_acquire);",
        "word_.fetch_add(one, std::memory_order_relaxed);",
        "who enters behind the end does not see it, and stays",
    ),
    Mutant(
        "visits.relaxed_leave",
        "visits.hpp",
        "word_.fetch_sub(one, std::memory_order_release) == (one | vacated)",
        "word_.fetch_sub(one, std::memory_order_relaxed) == (one | vacated)",
        "a lane ends while the last visitor's use of it is under way",
    ),
    Mutant(
        "visits.relaxed_vacate",
        "visits.hpp",
        "word_.fetch_or(vacated, std::memory_order_release) == 0",
        "word_.fetch_or(vacated, std::memory_order_relaxed) == 0",
        "who enters behind the end does not see it, and stays",
    ),
    Mutant(
        "visits.relaxed_claim",
        "visits.hpp",
        "word_.compare_exchange_strong(word, 0, std::memory_order_acquire, std::memory_order_relaxed)",
        "word_.compare_exchange_strong(word, 0, std::memory_order_relaxed, std::memory_order_relaxed)",
        "a lane ends while the others' use of it is under way",
    ),
    Mutant(
        "visits.claimed_by_a_store",
        "visits.hpp",
        "return word_.compare_exchange_strong(word, 0, std::memory_order_acquire, std::memory_order_relaxed);",
        "return word_.load(std::memory_order_acquire) == word && (word_.store(0, std::memory_order_relaxed), true);",
        "two let the same occupant go, or one who is inside is forgotten",
    ),
    Mutant(
        "visits.claimed_without_a_look",
        "visits.hpp",
        "word_.fetch_sub(one, std::memory_order_release) == (one | vacated) && claim();",
        "word_.fetch_sub(one, std::memory_order_release) == (one | vacated)"
        " && (word_.fetch_and(~vacated, std::memory_order_acquire), true);",
        "two let the same occupant go",
    ),
    Mutant(
        "visits.last_one_out_forgets",
        "visits.hpp",
        "return word_.fetch_sub(one, std::memory_order_release) == (one | vacated) && claim();",
        "word_.fetch_sub(one, std::memory_order_release); return false;",
        "an occupant whose last visitor came late stays for ever",
    ),
    Mutant(
        "visits.vacated_as_if_empty",
        "visits.hpp",
        "word_.fetch_or(vacated, std::memory_order_release) == 0 && claim();",
        "word_.fetch_or(vacated, std::memory_order_release) < 2 * one && (word_.fetch_and(~vacated,"
        " std::memory_order_acquire), true);",
        "an occupant leaves while somebody is inside",
    ),
    Mutant(
        "cell.entered_without_a_look",
        "cell.cpp",
        "if (is_current(generation)) {",
        "if (generation != 0) {",
        "a stale message enters the lane of another life, or one that is gone",
    ),
    Mutant(
        "cell.looked_before_it_entered",
        "cell.cpp",
        "guard_->visits.enter();\n  if (is_current(generation)) {",
        "const bool current = is_current(generation);\n  guard_->visits.enter();\n  if (current) {",
        "the end comes between the look and the entrance",
    ),
    Mutant(
        "cell.vacated_before_its_generation",
        "cell.cpp",
        "  generation_.store(generation() + 1, std::memory_order_release);\n"
        "  if (!is_guarded() || guard_->visits.vacate()) {\n"
        "    let_occupant_go();\n"
        "  }",
        "  const Generation ended = generation() + 1;\n"
        "  if (!is_guarded()) {\n"
        "    generation_.store(ended, std::memory_order_release);\n"
        "    let_occupant_go();\n"
        "  } else {\n"
        "    const bool last = guard_->visits.vacate();\n"
        "    generation_.store(ended, std::memory_order_release);\n"
        "    if (last) {\n"
        "      let_occupant_go();\n"
        "    }\n"
        "  }",
        "who enters at the end does not see it, and stays",
    ),
    Mutant(
        "cell.fittings_end_at_once",
        "cell.cpp",
        "if (!is_guarded() || guard_->visits.vacate()) {",
        "if (is_guarded()) {\n    guard_->fittings = {};\n  }\n"
        "  if (!is_guarded() || guard_->visits.vacate()) {",
        "somebody inside uses a lane or a meter that is gone",
    ),
    Mutant(
        "cell.leaves_its_dispatcher_at_once",
        "cell.cpp",
        "    guard_->fittings = {};\n    strip();\n  }\n  home.give_back(*this);  // the last touch of the cell\n"
        "  occupant->leave();",
        "    guard_->fittings = {};\n  }\n  occupant->leave();\n  if (is_guarded()) {\n    strip();\n  }\n"
        "  home.give_back(*this);",
        "a dispatcher that is gone is left",
    ),
    Mutant(
        "cell.free_before_it_is_stripped",
        "cell.cpp",
        "  if (is_guarded()) {\n    guard_->fittings = {};\n    strip();\n  }\n"
        "  home.give_back(*this);  // the last touch of the cell",
        "  home.give_back(*this);\n  if (is_guarded()) {\n    guard_->fittings = {};\n    strip();\n  }",
        "the next life loses its lane at once",
    ),
    Mutant(
        "cell.detached_before_the_last_one_left",
        "mailbox.cpp",
        "    if (!leaves_late_) {\n      dispatcher_->detach();\n    }\n    on_closed();\n",
        "    dispatcher_->detach();\n    if (leaves_late_) {\n      (void)dispatcher_->attach();\n    }\n"
        "    on_closed();\n",
        "a dispatcher counts as empty while somebody is inside",
    ),
    Mutant(
        "cell.runner_is_not_inside",
        "cell.cpp",
        "  guard_->visits.enter();\n  if (handed_back) {\n    Mailbox::hand_back();\n  } else {\n    Mailbox::run();\n"
        "  }\n  depart();",
        "  if (handed_back) {\n    Mailbox::hand_back();\n  } else {\n    Mailbox::run();\n  }",
        "the runner looks at a lane that is gone",
    ),
    Mutant(
        "cell.system_messages_are_not_inside",
        "cell.cpp",
        "  if (!is_guarded()) {\n    return Mailbox::post_system(message);",
        "  if (!is_guarded() || message.generation != 0) {\n    return Mailbox::post_system(message);",
        "the sender of a late system message drains a lane that is gone",
    ),
    Mutant(
        "cell.offer_waits_outside",
        "cell_offer.cpp",
        "result = offer_->poll(waker);",
        "visit_.reset();\n    result = offer_->poll(waker);",
        "who waits for room stands in a lane that is gone",
    ),
    Mutant(
        "cell.done_offer_stays_inside",
        "cell_offer.cpp",
        "    offer_.reset();\n    visit_.reset();",
        "    offer_.reset();",
        "who keeps a future that is done keeps the occupant",
    ),
    # --- Priority slips ---------------------------------------------------------------------------------------------
    Mutant(
        "slip.of_a_refused_message",
        "mailbox_posting.cpp",
        "(void)lane()->envelope_of(*node);  // the caller's again",
        "",
        "the slip of a message that did not get in is never given back",
    ),
    Mutant(
        "slip.of_a_lost_offer",
        "dispatch/mailbox_offer.cpp",
        "(void)target_.lane()->envelope_of(*node_);  // it stood for the envelope",
        "",
        "the slip of an offer that was given up is never given back",
    ),
    Mutant(
        "slip.of_a_handled_message",
        "dispatch/lane.cpp",
        "  memory::release(&slip, sizeof(PrioritySlip));\n",
        "",
        "the slip of a message that came out is never given back",
    ),
    Mutant(
        "slip.of_nobody",
        "mailbox_posting.cpp",
        "if (node != nullptr && outcome != Channel::Outcome::accepted) {",
        "if (node != nullptr) {",
        "a slip ends while it is in the heap",
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
        "return state_.release();\n}",
        "return Duty::nothing;\n}",
        "no later wake tries again",
    ),
    Mutant(
        "waker.lost_in_a_rejection",
        "wait/schedule_waker.cpp",
        "return state_.release();\n}",
        "return state_.release() == Duty::submit ? (state_.begin_reject(), state_.release()) : Duty::nothing;\n}",
        "a wake that comes while the rejection is told is forgotten",
    ),
    Mutant(
        "waker.told_too_late",
        "wait/schedule_waker.cpp",
        "on_rejected();  // while it is ours: afterwards a wake may have it run, and end\n"
        "  return state_.release();",
        "const Duty duty = state_.release(); on_rejected(); return duty;",
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
    # --- Rings ------------------------------------------------------------------------------------------------------
    Mutant(
        "ring.relaxed_publication",
        "queue/ring.hpp",
        "slot.turn.store(tail + one, std::memory_order_release);",
        "slot.turn.store(tail + one, std::memory_order_relaxed);",
        "a message is popped whose payload is not seen",
    ),
    Mutant(
        "ring.relaxed_pop",
        "queue/ring.hpp",
        "slot.turn.load(std::memory_order_acquire)",
        "slot.turn.load(std::memory_order_relaxed)",
        "a message is popped whose payload is not seen",
    ),
    Mutant(
        "ring.push_in_two_steps",
        "queue/ring.hpp",
        "if (tail_.compare_exchange_weak(tail, tail + one, std::memory_order_relaxed, std::memory_order_relaxed)) {",
        "tail_.store(tail + one, std::memory_order_relaxed); {",
        "two producers claim one slot, or a closing is overwritten",
    ),
    Mutant(
        "ring.push_that_only_counts",
        "queue/ring.hpp",
        "if (tail_.compare_exchange_weak(tail, tail + one, std::memory_order_relaxed, std::memory_order_relaxed)) {",
        "if (tail = tail_.fetch_add(one, std::memory_order_relaxed) & ~closed_bit; true) {",
        "more enter than fit, and what is closed is entered",
    ),
    Mutant(
        "ring.pop_in_two_steps",
        "queue/ring.hpp",
        "if (head_.compare_exchange_weak(head, head + one, std::memory_order_release, std::memory_order_relaxed)) {",
        "head_.store(head + one, std::memory_order_release); {",
        "two consumers take one message",
    ),
    Mutant(
        "ring.reads_what_it_has_given_up",
        "queue/ring.hpp",
        "std::memory_order_release, std::memory_order_relaxed)) { return node;",
        "std::memory_order_release, std::memory_order_relaxed)) { return slot.node.load(std::memory_order_relaxed);",
        "the slot is read after it was claimed, when the next push may have written it",
    ),
    Mutant(
        "ring.published_too_early",
        "queue/ring.hpp",
        "slot.node.store(&node, std::memory_order_relaxed);  // published by the next line",
        "slot.turn.store(tail + one, std::memory_order_release); slot.node.store(&node, std::memory_order_relaxed);",
        "a slot is popped whose pointer is not in yet",
    ),
    Mutant(
        "ring.one_too_many",
        "queue/ring.hpp",
        "if (ahead >= limit) {",
        "if (ahead > limit) {",
        "a slot is claimed that is still taken",
    ),
    Mutant(
        "ring.as_many_as_slots",
        "queue/ring.hpp",
        "distance(0, capacity_ * one)",
        "distance(0, (mask_ + 1) * one)",
        "a ring for three takes four",
    ),
    Mutant(
        "ring.unpublished_is_popped",
        "queue/ring.hpp",
        "return nullptr;  // not published yet",
        "if (size() == 0) { return nullptr; }",
        "a slot that is claimed and not published counts as a message",
    ),
    Mutant(
        "ring.closed_by_a_store",
        "queue/ring.cpp",
        "return (tail_.fetch_or(closed_bit, std::memory_order_relaxed) & closed_bit) == 0;",
        "const Position tail = tail_.load(std::memory_order_relaxed);"
        " tail_.store(tail | closed_bit, std::memory_order_relaxed); return (tail & closed_bit) == 0;",
        "a claim is undone, or two close at once",
    ),
    Mutant(
        "ring.size_beyond_the_capacity",
        "queue/ring.cpp",
        "return many < capacity_ ? many : capacity_;",
        "return many;",
        "an old head makes the ring look larger than it is",
    ),
    # --- Queues with a door -----------------------------------------------------------------------------------------
    Mutant(
        "ordered.enters_in_two_steps",
        "queue/admission.hpp",
        "if (word_.compare_exchange_weak(word, word + one, std::memory_order_relaxed, std::memory_order_relaxed)) {",
        "word_.store(word + one, std::memory_order_relaxed); {",
        "two enter as one, or a closing is overwritten",
    ),
    Mutant(
        "ordered.leaves_in_two_steps",
        "queue/admission.hpp",
        "const Word before = word_.fetch_sub(one, std::memory_order_relaxed);",
        "const Word before = look(); word_.store(before - one, std::memory_order_relaxed);",
        "who enters or closes meanwhile is forgotten",
    ),
    Mutant(
        "ordered.closed_by_a_store",
        "queue/admission.hpp",
        "return (word_.fetch_or(closed, std::memory_order_relaxed) & closed) == 0;",
        "const Word word = look(); word_.store(word | closed, std::memory_order_relaxed); return (word & closed) == 0;",
        "who enters or leaves meanwhile is forgotten",
    ),
    Mutant(
        "ordered.back_into_what_is_closed",
        "queue/admission.hpp",
        "if ((word & closed) != 0) { return false; }",
        "",
        "closed and empty is not for good",
    ),
    Mutant(
        "ordered.back_after_a_look",
        "queue/ordered_queue.hpp",
        "if (!door_.enter_again(nodes.size())) { return false; }",
        "if (door_.is_closed()) { return false; } (void)door_.enter_again(nodes.size());",
        "what comes back is neither counted nor the caller's",
    ),
    Mutant(
        "ordered.one_too_many",
        "queue/admission.hpp",
        "if (word / one >= limit) {",
        "if (word / one > limit) {",
        "more enter than the capacity allows",
    ),
    Mutant(
        "ordered.enters_after_a_look",
        "queue/ordered_queue.hpp",
        "const Entry entry = door_.enter(capacity());",
        "const Entry entry = door_.is_closed() ? Entry::closed : door_.inside() >= capacity() ? Entry::full :"
        " (static_cast<void>(door_.enter_again(1)), Entry::entered);",
        "who enters while it closes is in, and not counted",
    ),
    Mutant(
        "ordered.left_while_still_in",
        "queue/ordered_queue.hpp",
        "MpscNode* const node = choose(*owned_.lock()); if (node != nullptr) {",
        "if (door_.inside() != 0) { door_.leave(); } else { return nullptr; }"
        " MpscNode* const node = choose(*owned_.lock()); if (node == nullptr) { (void)door_.enter_again(1); } if (false) {",
        "what is still in does not count: more enter, and the end is told too early",
    ),
    Mutant(
        "ordered.unguarded_arrivals",
        "queue/ordered_queue.hpp",
        "using UnboundedQueue = OrderedQueue<ArrivalOrder, SyncMutex>;",
        "using UnboundedQueue = OrderedQueue<ArrivalOrder, Unguarded>;",
        "two consumers touch what only one may",
    ),
    Mutant(
        "ordered.unguarded_deque",
        "queue/ordered_queue.hpp",
        "using DequeQueue = OrderedQueue<DequeOrder, SyncMutex>;",
        "using DequeQueue = OrderedQueue<DequeOrder, Unguarded>;",
        "one puts back while another takes out",
    ),
    Mutant(
        "ordered.unguarded_priorities",
        "queue/ordered_queue.hpp",
        "using PriorityQueue = OrderedQueue<PriorityOrder, SyncMutex>;",
        "using PriorityQueue = OrderedQueue<PriorityOrder, Unguarded>;",
        "two consumers sort at once",
    ),
    Mutant(
        "ordered.put_back_one_by_one",
        "queue/ordered_queue.hpp",
        "owned_.lock()->put_back(std::move(nodes));",
        "while (MpscNode* const node = nodes.pop_front()) { NodeList one; one.push_back(*node);"
        " owned_.lock()->put_back(std::move(one)); }",
        "what comes back changes its order",
    ),
    # --- Waiting in a row -------------------------------------------------------------------------------------------
    Mutant(
        "wait.unreleased_change",
        "wait/wait_queue.hpp",
        "waiting_.fetch_add(0, std::memory_order_release)",
        "waiting_.fetch_add(0, std::memory_order_relaxed)",
        "who registers just after does not see the change",
    ),
    Mutant(
        "wait.notified_after_a_look",
        "wait/wait_queue.hpp",
        "return waiting_.fetch_add(0, std::memory_order_release) != 0;",
        "return waiting_.load(std::memory_order_seq_cst) != 0;",
        "a registration and a notification miss each other",
    ),
    Mutant(
        "wait.unacquired_registration",
        "wait/wait_queue.cpp",
        "waiting_.fetch_add(1, std::memory_order_acquire);",
        "waiting_.fetch_add(1, std::memory_order_relaxed);",
        "who registers does not see a change that was announced before",
    ),
    Mutant(
        "wait.registered_by_a_store",
        "wait/wait_queue.cpp",
        "waiting_.fetch_add(1, std::memory_order_acquire);",
        "waiting_.store(waiting_.load(std::memory_order_acquire) + 1, std::memory_order_seq_cst);",
        "a registration and a notification miss each other",
    ),
    Mutant(
        "wait.looks_before_it_registers",
        "wait/wait_queue.hpp",
        "const bool has_turn = enlist(*state, waiter);",
        "if (waiter.stage_ == Waiter::Stage::fresh && state->waiting.is_empty() && state->notified == 0 &&"
        " attempt() == Luck::none) { (void)enlist(*state, waiter); waiter.waker_ = waker; return false; }"
        " const bool has_turn = enlist(*state, waiter);",
        "a change between the look and the registration is announced to nobody",
    ),
    Mutant(
        "wait.handed_over_without_the_lock",
        "wait/wait_queue.hpp",
        "const auto state = state_.lock(); Waiter* const first = state->waiting.front();"
        " if (first == nullptr || !serve(*first)) { return; } serve_front(*state); first->waker_.wake();",
        "Waker next; { const auto state = state_.lock(); Waiter* const first = state->waiting.front();"
        " if (first == nullptr || !serve(*first)) { return; } serve_front(*state); next = first->waker_; } next.wake();",
        "the waiter is destroyed between the unlocking and the call",
    ),
    Mutant(
        "wait.served_without_the_lock",
        "wait/wait_queue.hpp",
        "Waiter* const first = state->waiting.front(); if (first == nullptr || !serve(*first)) { return; }"
        " serve_front(*state); first->waker_.wake();",
        "Waiter* const first = state->waiting.front(); if (first == nullptr) { return; } serve_front(*state);"
        " first->waker_.wake(); (void)serve(*first);",
        "who waits is told that it was served before it was, or without being served",
    ),
    Mutant(
        "wait.notified_without_the_lock",
        "wait/wait_queue.cpp",
        "void WaitQueue::notify_first() noexcept { notify_front(*state_.lock()); }",
        "void WaitQueue::notify_first() noexcept { Waker next; { const auto state = state_.lock();"
        " if (Waiter* const first = state->waiting.front()) { remove(*state, *first);"
        " first->stage_ = Stage::notified; ++state->notified; next = first->waker_; } } next.wake(); }",
        "the waiter is destroyed between the unlocking and the call",
    ),
    Mutant(
        "wait.forgotten_without_the_lock",
        "wait/wait_queue.cpp",
        "const auto state = state_.lock(); switch (waiter.stage_) {",
        "if (waiter.stage_ == Stage::done || waiter.stage_ == Stage::fresh) {"
        " return waiter.stage_ == Stage::fresh; } const auto state = state_.lock(); switch (waiter.stage_) {",
        "the waiter is destroyed while it is being woken",
    ),
    Mutant(
        "wait.notification_dies_with_its_waiter",
        "wait/wait_queue.cpp",
        "notify_front(*state);  // nothing is spent on one who never looked",
        ";",
        "a change is announced to one who never looks, and to nobody else",
    ),
    Mutant(
        "wait.counted_as_notified_for_ever",
        "wait/wait_queue.cpp",
        "case Stage::notified: --state->notified;",
        "case Stage::notified:",
        "nobody has a turn any more",
    ),
    Mutant(
        "wait.newcomers_overtake_the_notified",
        "wait/wait_queue.cpp",
        "(state.waiting.is_empty() && state.notified == 0)",
        "state.waiting.is_empty()",
        "a newcomer takes what another was notified of",
    ),
    Mutant(
        "wait.newcomers_overtake_the_row",
        "wait/wait_queue.cpp",
        "(state.waiting.is_empty() && state.notified == 0)",
        "state.notified == 0",
        "a newcomer's luck is taken for that of the first in the row",
    ),
    Mutant(
        "wait.no_luck_costs_the_place",
        "wait/wait_queue.cpp",
        "state.waiting.push_front(waiter);",
        "state.waiting.push_back(waiter);",
        "its luck is taken for that of the first in the row",
    ),
    Mutant(
        "wait.baton_dropped",
        "wait/wait_queue.hpp",
        "if (luck == Luck::got_some) { notify_front(*state); }",
        "",
        "the next one is not told that there is more",
    ),
    Mutant(
        "wait.all_means_one",
        "wait/wait_queue.cpp",
        "while (!state->waiting.is_empty()) { notify_front(*state); }",
        "notify_front(*state); while (Waiter* const rest = state->waiting.front()) { remove(*state, *rest);"
        " rest->stage_ = Stage::notified; ++state->notified; }",
        "all but the first count as notified and are not called",
    ),
    Mutant(
        "wait.first_waker_is_kept",
        "wait/wait_queue.hpp",
        "const bool has_turn = enlist(*state, waiter);",
        "if (waiter.stage_ == Waiter::Stage::queued) { return false; } const bool has_turn = enlist(*state, waiter);",
        "the waker of an earlier poll is called, which may be dead",
    ),
    # --- Signals ----------------------------------------------------------------------------------------------------
    Mutant(
        "signal.counts_in_two_steps",
        "mailbox/signal.hpp",
        "rounds_.fetch_add(1, std::memory_order_relaxed);",
        "rounds_.store(rounds() + 1, std::memory_order_relaxed);",
        "two notifications count as one",
    ),
    Mutant(
        "signal.tells_before_it_counts",
        "mailbox/signal.hpp",
        "rounds_.fetch_add(1, std::memory_order_relaxed); waits_.notify_all();",
        "waits_.notify_all(); rounds_.fetch_add(1, std::memory_order_relaxed);",
        "who waits looks too early, and is not told again",
    ),
    Mutant(
        "signal.completes_one_of_two",
        "mailbox/signal.hpp",
        "if (now == seen && now == told_) {",
        "if (now == told_) {",
        "the second of two waits takes the notification for an old one",
    ),
    Mutant(
        "signal.never_used_up",
        "mailbox/signal.hpp",
        "told_ = now;",
        "",
        "a notification completes every later wait",
    ),
    Mutant(
        "signal.keeps_it_for_itself",
        "mailbox/signal.hpp",
        "return Luck::got_some;",
        "return Luck::got;",
        "who came behind one that was notified is not told",
    ),
    # --- Channels ---------------------------------------------------------------------------------------------------
    Mutant(
        "channel.unannounced_push",
        "queue/channel.cpp",
        "case Entry::entered: polls_.notify_one(); return Outcome::accepted;",
        "case Entry::entered: return Outcome::accepted;",
        "who waits for a message is not told",
    ),
    Mutant(
        "channel.announced_too_early",
        "queue/channel.cpp",
        "switch (queue_.push(node)) { case Entry::entered: polls_.notify_one(); return Outcome::accepted;",
        "polls_.notify_one(); switch (queue_.push(node)) { case Entry::entered: return Outcome::accepted;",
        "who waits looks too early, and is not told again",
    ),
    Mutant(
        "channel.unannounced_offer",
        "queue/channel.cpp",
        "offer.accepted_ = true; polls_.notify_one();",
        "offer.accepted_ = true;",
        "who waits for a message is not told of one that waited for room",
    ),
    Mutant(
        "channel.unannounced_room",
        "queue/channel.cpp",
        "MpscNode* const node = queue_.pop(); if (node != nullptr) { tell_of_room(); }",
        "MpscNode* const node = queue_.pop();",
        "who waits for room is not told",
    ),
    Mutant(
        "channel.unannounced_room_of_a_poller",
        "queue/channel.cpp",
        "if (node != nullptr) { tell_of_room(); } return decided;",
        "return decided;",
        "who waits for room is not told",
    ),
    Mutant(
        "channel.unannounced_eviction",
        "queue/channel.cpp",
        "evicted.push_back(*oldest); tell_of_room();",
        "evicted.push_back(*oldest);",
        "who waits is told neither of the room nor of the end",
    ),
    Mutant(
        "channel.unannounced_growth",
        "queue/channel.cpp",
        "if (queue_.grow()) { tell_of_room();",
        "if (queue_.grow()) {",
        "who waits for room is not told",
    ),
    Mutant(
        "channel.unannounced_return",
        "queue/channel.hpp",
        "polls_.notify_one();  // who gets the first tells the next",
        "",
        "who waits for a message is not told of one that came back",
    ),
    Mutant(
        "channel.unannounced_end",
        "queue/channel.cpp",
        "if (queue_.is_closed()) { polls_.notify_all(); }",
        "",
        "who waits is not told that the last message is gone",
    ),
    Mutant(
        "channel.close_forgets_the_offers",
        "queue/channel.cpp",
        "offers_.notify_all();",
        "",
        "who waits for room waits for ever",
    ),
    Mutant(
        "channel.close_forgets_the_pollers",
        "queue/channel.cpp",
        "polls_.notify_all(); return first;",
        "return first;",
        "who waits for a message waits for ever",
    ),
    Mutant(
        "channel.close_tells_before_it_closes",
        "queue/channel.cpp",
        "const bool first = queue_.close(); offers_.notify_all(); polls_.notify_all(); return first;",
        "offers_.notify_all(); polls_.notify_all(); return queue_.close();",
        "who waits looks too early, and is not told again",
    ),
    Mutant(
        "channel.end_kept_by_an_offer",
        "queue/channel.cpp",
        "case Entry::closed: return Luck::got_some;",
        "case Entry::closed: return Luck::got;",
        "an offer that came behind one that was told waits for ever",
    ),
    Mutant(
        "channel.end_kept_by_a_poller",
        "queue/channel.cpp",
        "return is_drained() ? Luck::got_some : Luck::none;",
        "return is_drained() ? Luck::got : Luck::none;",
        "a poller that came behind one that was told waits for ever",
    ),
    Mutant(
        "channel.more_kept_by_a_poller",
        "queue/channel.cpp",
        "return queue_.size() != 0 ? Luck::got_some : Luck::got;",
        "return Luck::got;",
        "a message whose notification met one that was half in is told to nobody",
    ),
    Mutant(
        "channel.drained_before_it_is_closed",
        "queue/channel.hpp",
        "return queue_.is_closed() && queue_.size() == 0;",
        "return queue_.size() == 0 && queue_.is_closed();",
        "a message that enters between the looks is left behind",
    ),
    # --- Typed futures ----------------------------------------------------------------------------------------------
    Mutant(
        "future.dies_with_a_message_that_is_in",
        "mailbox/futures.hpp",
        "if (was_taken) {\n      forget_message();\n    }",
        "",
        "the block of a message is given back twice",
    ),
    Mutant(
        "future.looks_before_it_leaves",
        "mailbox/futures.hpp",
        "!place_->leave() && place_->is_accepted();",
        "place_->is_accepted() && !place_->leave();",
        "the message is taken between the look and the leaving, and given back twice",
    ),
    Mutant(
        "future.ends_with_one_channel",
        "mailbox/queue_mailbox_core.hpp",
        "if (!message.has_value() && urgent.has_value()) {",
        "if (false) {",
        "a control message that comes between the looks is left behind",
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
        "timer.wheel_.store(nullptr, std::memory_order_release);\n      ++fired;",
        "timer.wheel_.store(nullptr, std::memory_order_relaxed);\n      ++fired;",
        "a timer ends while the wheel still fires it",
    ),
    Mutant(
        "timer.relaxed_end",
        "time/timer_wheel.cpp",
        "wheel_.load(std::memory_order_acquire)",
        "wheel_.load(std::memory_order_relaxed)",
        "a timer ends while the wheel still takes it out",
    ),
    Mutant(
        "timer.fired_without_the_lock",
        "time/timer_wheel.cpp",
        "const auto slots = slots_.lock();\n    const TimerSlots::Step step = slots->step(round);",
        "const TimerSlots::Step step = slots_.lock()->step(round);",
        "the wheel touches a timer that may have been set again, or have ended",
    ),
    Mutant(
        "timer.woken_outside_the_lock",
        "time/timer_wheel.cpp",
        "const auto slots = slots_.lock();\n    const TimerSlots::Step step = slots->step(round);",
        """TimerSlots::Step step;
    Waker waker;
    {
      const auto slots = slots_.lock();
      step = slots->step(round);
      if (step.due != nullptr) {
        waker = static_cast<Timer&>(*step.due).waker_.get();
        static_cast<Timer&>(*step.due).wheel_.store(nullptr, std::memory_order_release);
      }
    }
    if (step.due != nullptr) {
      waker.wake();
      ++fired;
      continue;
    }""",
        "a waker is called when a cancel, another set or the end of its timer has returned",
    ),
    Mutant(
        "timer.farewell_before_the_wake",
        "time/timer_wheel.cpp",
        "timer.waker_.get().wake();",
        """const Waker waker = timer.waker_.get();
      timer.wheel_.store(nullptr, std::memory_order_release);
      waker.wake();""",
        "a timer ends, without the lock, while its waker is called",
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
        "an advance fires what was set since it began, perhaps for ever",
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
        "tail_.store(tail + 1, std::memory_order_seq_cst);",
        "tail_.store(tail + 1, std::memory_order_relaxed);",
        "a thief runs what it does not see the payload of",
    ),
    Mutant(
        "run_queue.tail_before_slot",
        "queue/run_queue.hpp",
        "slot(tail).store(&runnable, std::memory_order_relaxed);  // relaxed: nobody looks behind the tail",
        "tail_.store(tail + 1, std::memory_order_seq_cst); slot(tail).store(&runnable, std::memory_order_release);",
        "a thief takes what the slot held before",
    ),
    Mutant(
        "run_queue.relaxed_look",
        "queue/run_queue.hpp",
        "const Position tail = tail_.load(std::memory_order_seq_cst);",
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
    Mutant(
        "timed.gives_up_what_is_in",
        "mailbox/futures.hpp",
        "return withdraw() ? Output{} : refused(fault);",
        "wait_.end(label); if (place_.has_value()) { (void)place_->leave(); } return refused(fault);",
        "a message that was taken in at the deadline comes back as well",
    ),
    Mutant(
        "timed.sets_no_timer",
        "mailbox/timed.hpp",
        "wake_at_deadline(waker);",
        "",
        "nobody is woken at the deadline",
    ),
    Mutant(
        "timer.waker_copied_too_late",
        "time/timer_wheel.cpp",
        "const auto slots = slots_.lock();\n      const TimerSlots::Step step = slots->step(round);",
        "const TimerSlots::Step step = slots_.lock()->step(round);",
        "the wheel touches a timer that may have been set again, or have ended",
    ),
    # --- Rejection by the executor ----------------------------------------------------------------------------------
    Mutant(
        "reject.stays_scheduled",
        "mailbox_state.cpp",
        "word | parked : word & ~scheduled;  // parked, a resume will try again",
        "word | parked : word;",
        "a refused mailbox is never tried again",
    ),
    Mutant(
        "reject.does_not_park",
        "mailbox_state.cpp",
        "return is_blocked(word) ? word | parked : word & ~scheduled;  // parked, a resume will"
        " try again",
        "return word & ~scheduled;",
        "a resume does not try again",
    ),
    Mutant(
        "reject.forgets_the_closing",
        "mailbox_state.cpp",
        "return (before & closed) != 0 ? Duty::finalize : Duty::nothing;",
        "return Duty::nothing;",
        "what was closed while it was refused never ends",
    ),
    Mutant(
        "reject.wake_stays_scheduled",
        "mailbox_state.cpp",
        "word | parked : word & ~scheduled;  // as in `reject`",
        "word | parked : word;",
        "a refused wake is never tried again",
    ),
    Mutant(
        "reject.finalizes_in_a_wake",
        "mailbox.cpp",
        "state_.reject_wake();",
        "(void)attend(state_.reject());",
        "a future is destroyed under the lock that its destructor takes",
    ),
    Mutant(
        "reject.told_every_time",
        "mailbox.cpp",
        "const bool is_news = rejected_.load(std::memory_order_relaxed) == 0;",
        "const bool is_news = true;",
        "one rejection is told for every post",
    ),
    Mutant(
        "reject.never_forgotten",
        "mailbox.cpp",
        "rejected_.store(0, std::memory_order_relaxed);  // whoever runs was accepted",
        "",
        "a rejection after an acceptance is not told",
    ),
    Mutant(
        "reject.told_of_the_last_life",
        "mailbox.cpp",
        "rejected_.store(0, std::memory_order_relaxed);  // the claimed mailbox is this thread's",
        "",
        "the first rejection of a new life is not told",
    ),
    Mutant(
        "reject.no_second_try",
        "mailbox.cpp",
        "has_message_hint || was_refused ?",
        "has_message_hint ?",
        "a handler that may go on is not tried again",
    ),
    Mutant(
        "reject.no_second_try_for_signals",
        "mailbox.cpp",
        "if (has_system_hint || system_.has_messages()) {",
        "if (has_system_hint) {",
        "system messages of a suspended mailbox are not tried again",
    ),
    # --- Lanes ------------------------------------------------------------------------------------------------------
    Mutant(
        "lane.recheck_looks_elsewhere",
        "mailbox.cpp",
        "if (depth() != 0) { return state_.post(); }",
        "if (user_.has_arrivals()) { return state_.post(); }",
        "the re-check does not see a push into the lane",
    ),
    Mutant(
        "lane.not_posted_for",
        "mailbox_posting.cpp",
        "attend(state_.post()); return hint;",
        "return hint;",
        "nobody runs the mailbox",
    ),
    Mutant(
        "lane.evicted_is_forgotten",
        "mailbox_posting.cpp",
        "bury(lane()->envelope_of(*oldest), DeadLetterReason::dropped_oldest);",
        "(void)oldest;",
        "what had to go is no dead letter, and its memory is lost",
    ),
    Mutant(
        "lane.refused_is_forgotten",
        "mailbox_posting.cpp",
        "reason = DeadLetterReason::stopped;",
        ";",
        "a message that came too late is no dead letter, and its memory is lost",
    ),
    Mutant(
        "lane.full_is_queued",
        "mailbox_posting.cpp",
        "return {Posted::full, hint_for(sender)};",
        "return {Posted::queued, hint_for(sender)};",
        "a message that is not in is nobody's",
    ),
    Mutant(
        "lane.stays_open",
        "mailbox.cpp",
        "lane_->close();",
        "",
        "who waits with an offer to a closed mailbox waits for ever",
    ),
    Mutant(
        "pressure.swallowed",
        "mailbox_posting.cpp",
        "note_depth(); const std::optional<BackpressureHint> hint",
        "const Pressure::Change change = lane()->pressure.note([this] { return lane()->reading(); });"
        " if (change == Pressure::Change::rose) { tell(change, lane()->reading()); }"
        " const std::optional<BackpressureHint> hint",
        "a sender ends the pressure and tells nobody",
    ),
    Mutant(
        "pressure.depth_from_before",
        "dispatch/pressure.hpp",
        "return change_if([&](Word word) { return wants_change(word, read()); });",
        "const Reading before = read(); return change_if([&](Word word) { return wants_change(word, before); });",
        "one crossing is told twice",
    ),
    Mutant(
        "pressure.runner_does_not_look",
        "mailbox.cpp",
        "lane_->look_again(*this);",
        "",
        "a mailbox that was emptied meanwhile stays under pressure",
    ),
    Mutant(
        "pressure.refused_notes",
        "mailbox_posting.cpp",
        "return {Posted::full, hint_for(sender)};",
        "note_depth(); return {Posted::full, hint_for(sender)};",
        "who is refused begins a time of pressure that nobody ends",
    ),
    Mutant(
        "pressure.no_count",
        "dispatch/pressure.hpp",
        "word - 1 : word + 3;",
        "word - 1 : word + 1;",
        "one crossing is told twice: the gauge looks as before",
    ),
    Mutant(
        "pressure.relaxed",
        "dispatch/pressure.hpp",
        "std::memory_order_acq_rel, std::memory_order_acquire)",
        "std::memory_order_relaxed, std::memory_order_relaxed)",
        "one crossing is told twice: a depth from before it is seen behind it",
    ),
    Mutant(
        "meter.nested_pauses",
        "dispatch/meter.hpp",
        "span.depth = wholly ? 0 : span.depth - 1;\n    if (span.depth == 0) {",
        "span.depth = wholly ? 0 : span.depth - 1;\n    {",
        "a pause in a pause is told as one of its own",
    ),
    # --- Offers -----------------------------------------------------------------------------------------------------
    Mutant(
        "offer.not_posted_for",
        "dispatch/mailbox_offer.cpp",
        "target_.arrive(sender_);",
        ";",
        "an accepted message is in an idle mailbox",
    ),
    Mutant(
        "offer.given_up_in_any_case",
        "dispatch/mailbox_offer.cpp",
        "place_->leave() || !place_->is_accepted()",
        "(place_->leave(), true)",
        "a message is handled and a dead letter",
    ),
    Mutant(
        "offer.never_given_up",
        "dispatch/mailbox_offer.cpp",
        "[[maybe_unused]] const Result<> nobody_asks = lose(DeadLetterReason::offer_given_up, Error::closed);",
        ";",
        "a message that waited is lost",
    ),
    Mutant(
        "offer.times_out_in_any_case",
        "dispatch/mailbox_offer.cpp",
        "if (place_.has_value() && !place_->leave()) {",
        "if (place_->leave(); false) {",
        "a message is handled and a dead letter",
    ),
    Mutant(
        "offer.refused_is_accepted",
        "dispatch/mailbox_offer.cpp",
        "if (!place_.has_value() || !place_->is_accepted()) {",
        "if (false) {",
        "a message that a closed mailbox refused is nobody's",
    ),
    # --- Dispatchers ------------------------------------------------------------------------------------------------
    Mutant(
        "dispatcher.nobody_leaves",
        "mailbox.cpp",
        "if (!leaves_late_) {\n      dispatcher_->detach();\n    }\n    on_closed();",
        "on_closed();",
        "an executor that nobody uses is kept for ever",
    ),
    Mutant(
        "dispatcher.leaves_too_late",
        "mailbox.cpp",
        "if (!leaves_late_) {\n      dispatcher_->detach();\n    }\n    on_closed();",
        "on_closed(); if (!leaves_late_) { dispatcher_->detach(); }",
        "a cell's new life leaves its dispatcher at once",
    ),
    Mutant(
        "dispatcher.looks_without_the_lock",
        "dispatch/dispatcher.cpp",
        "const auto shutdown = shutdown_.lock();\n  const std::optional<Instant> due",
        "auto* const shutdown = &*shutdown_.lock();\n  const std::optional<Instant> due",
        "an executor goes while somebody moves in",
    ),
    Mutant(
        "dispatcher.gives_back_under_the_lock",
        "dispatch/dispatcher.cpp",
        "executor_.set(nullptr); return unused;",
        "executor_.set(nullptr); if (unused != nullptr) { source_->release(*unused); } return"
        " nullptr;",
        "the executor's own thread waits for the lock, and is waited for under it",
    ),
    Mutant(
        "dispatcher.keeps_what_it_gave_back",
        "dispatch/dispatcher.cpp",
        "executor_.set(nullptr); return unused;",
        "return unused;",
        "somebody uses an executor that was given back",
    ),
    Mutant(
        "dispatcher.enters_behind_the_lock",
        "dispatch/dispatcher.cpp",
        "inhabitants_.enter();  // before the lock: whoever lets the executor go looks under it"
        " whether somebody came if (source_ == nullptr) { return {}; } bool has_executor = false;"
        " { const auto shutdown = shutdown_.lock(); if (executor_.get() == nullptr) {"
        " executor_.set(source_->acquire()); } has_executor = executor_.get() != nullptr; }",
        "if (source_ == nullptr) { inhabitants_.enter(); return {}; } bool has_executor = false;"
        " { const auto shutdown = shutdown_.lock(); if (executor_.get() == nullptr) {"
        " executor_.set(source_->acquire()); } has_executor = executor_.get() != nullptr; }"
        " inhabitants_.enter();",
        "an executor goes under somebody who has just moved in",
    ),
    Mutant(
        "dispatcher.registers_for_nothing",
        "mailbox.cpp",
        "return attend(has_message_hint || was_refused ? state_.post() : recheck());",
        "return false;",
        "nobody runs what was registered",
    ),
    Mutant(
        "inhabitants.relaxed",
        "dispatch/inhabitants.hpp",
        "std::memory_order_acq_rel, std::memory_order_relaxed)",
        "std::memory_order_relaxed, std::memory_order_relaxed)",
        "an executor goes unordered with its last use",
    ),
    Mutant(
        "inhabitants.second_end_ignored",
        "dispatch/inhabitants.hpp",
        "== unscheduled ? scheduled : rescheduled;",
        "== unscheduled ? scheduled : scheduled;",
        "an executor goes without its timeout",
    ),
    Mutant(
        "inhabitants.somebody_ignored",
        "dispatch/inhabitants.hpp",
        "return before == scheduled ? Duty::shut_down : Duty::nothing;",
        "return (before & shutdown_mask) == scheduled ? Duty::shut_down : Duty::nothing;",
        "an executor goes while somebody lives there",
    ),
    Mutant(
        "inhabitants.everybody_waits",
        "dispatch/inhabitants.hpp",
        "return before == (one | unscheduled) ? Duty::wait : Duty::nothing;",
        "return Duty::nothing;",
        "an executor that nobody uses is kept for ever",
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
        "reject.told_too_early",
        "mailbox.cpp",
        "const Duty duty = state_.reject();\n  tell(rejection);",
        "tell(rejection);\n  const Duty duty = state_.reject();",
        "who tries again because of the event meets a mailbox that counts as scheduled, and nobody runs it",
    ),
    Mutant(
        "reject.wake_tries_once",
        "mailbox_state.cpp",
        "return was_refused(before) ? Duty::schedule : duty_of_unpark(before, after);",
        "return duty_of_unpark(before, after);",
        "a handler whose wake was refused sleeps through the next one",
    ),
    # --- Who works, who searches, who sleeps --------------------------------------------------------------------------
    Mutant(
        "roster.relaxed_recruit",
        "graph/schedule/workers/roster.hpp",
        "const Word word = word_.load(std::memory_order_seq_cst);",
        "const Word word = word_.load(std::memory_order_relaxed);",
        "who publishes sees a searcher that sleeps already",
    ),
    Mutant(
        "roster.ignores_searchers",
        "graph/schedule/workers/roster.hpp",
        "return searching_of(word) == 0 && sleeper_of(word) != 0;",
        "return sleeper_of(word) != 0;",
        "a burst wakes everybody",
    ),
    Mutant(
        "roster.no_change_counter",
        "graph/schedule/workers/roster.hpp",
        "static constexpr Word one_change = Word{1} << 30;",
        "static constexpr Word one_change = 0;",
        "a stack that looks the same is taken for the same",
    ),
    Mutant(
        "roster.recruits_by_a_store",
        "graph/schedule/workers/roster.cpp",
        "if (word_.compare_exchange_weak(word, after, std::memory_order_seq_cst, std::memory_order_seq_cst)) {",
        "word_.store(after, std::memory_order_seq_cst); {",
        "two start the same worker",
    ),
    Mutant(
        "roster.relaxed_claim",
        "graph/schedule/workers/roster.cpp",
        "if (word_.compare_exchange_weak(word, after, std::memory_order_seq_cst, std::memory_order_seq_cst)) {",
        "if (word_.compare_exchange_weak(word, after, std::memory_order_relaxed, std::memory_order_relaxed)) {",
        "who starts a worker does not see what it did last",
    ),
    Mutant(
        "roster.searcher_is_not_counted",
        "graph/schedule/workers/roster.cpp",
        "+ one_awake + one_searching + one_change;",
        "+ one_awake + one_change;",
        "a second worker is started for the same work, and the first one's search ends below zero",
    ),
    Mutant(
        "roster.sleepless_search",
        "graph/schedule/workers/roster.cpp",
        "while (2 * searching_of(word) < awake_of(word)) {",
        "while (searching_of(word) < awake_of(word)) {",
        "all workers search",
    ),
    Mutant(
        "roster.begins_search_by_a_store",
        "graph/schedule/workers/roster.cpp",
        "if (word_.compare_exchange_weak(word, word + one_searching, std::memory_order_relaxed, "
        "std::memory_order_relaxed)) {",
        "word_.store(word + one_searching, std::memory_order_seq_cst); {",
        "two searchers count as one",
    ),
    Mutant(
        "roster.acq_rel_end_of_search",
        "graph/schedule/workers/roster.cpp",
        "return searching_of(word_.fetch_sub(one_searching, std::memory_order_seq_cst)) == 1;",
        "return searching_of(word_.fetch_sub(one_searching, std::memory_order_acq_rel)) == 1;",
        "who publishes relies on a searcher that has looked already",
    ),
    Mutant(
        "roster.last_searcher_is_not_told",
        "graph/schedule/workers/roster.cpp",
        "return searching_of(word_.fetch_sub(one_searching, std::memory_order_seq_cst)) == 1;",
        "return searching_of(word_.fetch_sub(one_searching, std::memory_order_seq_cst)) == 0;",
        "what was published during its search waits",
    ),
    Mutant(
        "roster.acq_rel_sleep",
        "graph/schedule/workers/roster.cpp",
        "} while (!word_.compare_exchange_weak(word, after, std::memory_order_seq_cst, std::memory_order_relaxed));",
        "} while (!word_.compare_exchange_weak(word, after, std::memory_order_acq_rel, std::memory_order_relaxed));",
        "who publishes relies on a searcher that has looked already",
    ),
    Mutant(
        "roster.relaxed_sleep",
        "graph/schedule/workers/roster.cpp",
        "} while (!word_.compare_exchange_weak(word, after, std::memory_order_seq_cst, std::memory_order_relaxed));",
        "} while (!word_.compare_exchange_weak(word, after, std::memory_order_relaxed, std::memory_order_relaxed));",
        "who starts a worker does not see what it did last",
    ),
    Mutant(
        "roster.sleeps_as_a_searcher",
        "graph/schedule/workers/roster.cpp",
        "(searching ? one_searching : 0)",
        "0",
        "nobody is woken any more",
    ),
    Mutant(
        "roster.last_sleeper_is_not_told",
        "graph/schedule/workers/roster.cpp",
        ".nobody_searches = searching_of(after) == 0",
        ".nobody_searches = false",
        "what was published during its search waits",
    ),
    Mutant(
        "roster.link_of_the_first_look",
        "graph/schedule/workers/roster.cpp",
        "do {\n    links_[worker].store(sleeper_of(word), std::memory_order_relaxed);  // relaxed: "
        "published by the exchange",
        "links_[worker].store(sleeper_of(word), std::memory_order_relaxed);\n  do {",
        "of two that fall asleep at once, one is lost",
    ),
    Mutant(
        "roster.idle_too_early",
        "graph/schedule/workers/roster.cpp",
        ".nobody_is_awake = awake_of(after) == 0",
        ".nobody_is_awake = awake_of(after) == 1",
        "the last one tells nobody that all is done",
    ),
    # --- What comes from outside --------------------------------------------------------------------------------------
    Mutant(
        "injection.relaxed_push",
        "graph/schedule/workers/injection.cpp",
        "} while (!arrivals_.compare_exchange_weak(newest, &runnable, std::memory_order_seq_cst, "
        "std::memory_order_relaxed));",
        "} while (!arrivals_.compare_exchange_weak(newest, &runnable, std::memory_order_relaxed, "
        "std::memory_order_relaxed));",
        "who takes it does not see its payload",
    ),
    Mutant(
        "injection.release_push",
        "graph/schedule/workers/injection.cpp",
        "} while (!arrivals_.compare_exchange_weak(newest, &runnable, std::memory_order_seq_cst, "
        "std::memory_order_relaxed));",
        "} while (!arrivals_.compare_exchange_weak(newest, &runnable, std::memory_order_release, "
        "std::memory_order_relaxed));",
        "who falls asleep does not see it, and is not seen asleep",
    ),
    Mutant(
        "injection.push_by_a_store",
        "graph/schedule/workers/injection.cpp",
        "} while (!arrivals_.compare_exchange_weak(newest, &runnable, std::memory_order_seq_cst, "
        "std::memory_order_relaxed));",
        "} while ((arrivals_.store(&runnable, std::memory_order_seq_cst), false));",
        "one of two that are pushed at once is lost",
    ),
    Mutant(
        "injection.push_into_the_closed",
        "graph/schedule/workers/injection.cpp",
        "if (newest == &closed_) {\n      return false;\n    }",
        "",
        "what is accepted after the end runs nowhere",
    ),
    Mutant(
        "injection.relaxed_take",
        "graph/schedule/workers/injection.cpp",
        "} while (!arrivals_.compare_exchange_weak(newest, nullptr, std::memory_order_acq_rel, "
        "std::memory_order_relaxed));",
        "} while (!arrivals_.compare_exchange_weak(newest, nullptr, std::memory_order_relaxed, "
        "std::memory_order_relaxed));",
        "who takes it does not see its payload",
    ),
    Mutant(
        "injection.take_by_a_store",
        "graph/schedule/workers/injection.cpp",
        "} while (!arrivals_.compare_exchange_weak(newest, nullptr, std::memory_order_acq_rel, "
        "std::memory_order_relaxed));",
        "} while ((arrivals_.store(nullptr, std::memory_order_seq_cst), false));",
        "what is pushed meanwhile is lost",
    ),
    Mutant(
        "injection.opens_again",
        "graph/schedule/workers/injection.cpp",
        "if (newest == nullptr || newest == &closed_) {",
        "if (newest == nullptr) {",
        "a take takes the mark of the end",
    ),
    Mutant(
        "injection.newest_first",
        "graph/schedule/workers/injection.cpp",
        "oldest_first.push_front(*newest);",
        "oldest_first.push_back(*newest);",
        "what is submitted first runs last",
    ),
    Mutant(
        "injection.hidden_rest",
        "graph/schedule/workers/injection.cpp",
        "backlog->append(std::move(arrivals));\n    note_size(backlog->size());",
        "backlog->append(std::move(arrivals));",
        "what did not fit into the taker's queue waits",
    ),
    Mutant(
        "injection.one_is_dropped",
        "graph/schedule/workers/injection.cpp",
        "list.push_front(*node);\n      break;",
        "break;",
        "what did not fit into the taker's queue is lost",
    ),
    Mutant(
        "injection.says_that_it_is_all",
        "graph/schedule/workers/injection.cpp",
        "is_all = false;",
        "",
        "nobody is woken for the rest",
    ),
    Mutant(
        "injection.hidden_overflow",
        "graph/schedule/workers/injection.cpp",
        "backlog->push_back(*runnable);\n  }\n  note_size(backlog->size());",
        "backlog->push_back(*runnable);\n  }",
        "what overflowed waits",
    ),
    Mutant(
        "injection.release_size",
        "graph/schedule/workers/injection.cpp",
        "backlog_size_.store(size, std::memory_order_seq_cst);",
        "backlog_size_.store(size, std::memory_order_release);",
        "who falls asleep does not see what overflowed, and is not seen asleep",
    ),
    Mutant(
        "injection.keeps_the_backlog",
        "graph/schedule/workers/injection.cpp",
        "NodeList all{std::move(*backlog)};",
        "NodeList all;",
        "what overflowed is stranded",
    ),
    Mutant(
        "injection.closes_in_secret",
        "graph/schedule/workers/injection.cpp",
        "note_size(backlog->size() + 1);",
        "",
        "what is on its way from one list to the other is in neither",
    ),
    Mutant(
        "injection.close_forgets",
        "graph/schedule/workers/injection.cpp",
        "backlog->append(turned_round(newest));",
        "(void)turned_round(newest).pop_front();",
        "what was there when it was closed is lost",
    ),
    Mutant(
        "injection.relaxed_close",
        "graph/schedule/workers/injection.cpp",
        "arrivals_.exchange(&closed_, std::memory_order_acq_rel);",
        "arrivals_.exchange(&closed_, std::memory_order_relaxed);",
        "who takes it does not see its payload",
    ),
    Mutant(
        "injection.relaxed_look",
        "graph/schedule/workers/injection.hpp",
        "newest = arrivals_.load(std::memory_order_seq_cst);",
        "newest = arrivals_.load(std::memory_order_relaxed);",
        "who falls asleep does not see what was pushed",
    ),
    Mutant(
        "injection.overlooks_the_backlog",
        "graph/schedule/workers/injection.hpp",
        "&& backlog_size_.load(std::memory_order_seq_cst) == 0;",
        ";",
        "who falls asleep does not see what overflowed",
    ),
    # --- Workers ------------------------------------------------------------------------------------------------------
    Mutant(
        "worker.slot_in_two_steps",
        "graph/schedule/workers/worker.cpp",
        "return slot_.exchange(nullptr, std::memory_order_relaxed);",
        "slot_.store(nullptr, std::memory_order_relaxed); return next;",
        "the owner and a thief run the same one",
    ),
    Mutant(
        "worker.displaces_in_two_steps",
        "graph/schedule/workers/worker.cpp",
        "slot_.exchange(&runnable, std::memory_order_release);",
        "slot_.load(std::memory_order_relaxed); slot_.store(&runnable, std::memory_order_release);",
        "the owner queues what a thief runs",
    ),
    Mutant(
        "worker.relaxed_slot",
        "graph/schedule/workers/worker.hpp",
        "slot_.store(&runnable, std::memory_order_release);",
        "slot_.store(&runnable, std::memory_order_relaxed);",
        "a thief does not see the payload",
    ),
    Mutant(
        "worker.relaxed_displacement",
        "graph/schedule/workers/worker.cpp",
        "displaced = slot_.exchange(&runnable, std::memory_order_release);",
        "displaced = slot_.exchange(&runnable, std::memory_order_relaxed);",
        "a thief does not see the payload",
    ),
    Mutant(
        "worker.relaxed_theft",
        "graph/schedule/workers/worker.cpp",
        "slot_.compare_exchange_strong(seen, nullptr, std::memory_order_acquire, std::memory_order_relaxed);",
        "slot_.compare_exchange_strong(seen, nullptr, std::memory_order_relaxed, std::memory_order_relaxed);",
        "a thief does not see the payload",
    ),
    Mutant(
        "worker.theft_by_a_store",
        "graph/schedule/workers/worker.cpp",
        "slot_.compare_exchange_strong(seen, nullptr, std::memory_order_acquire, std::memory_order_relaxed);",
        "(slot_.store(nullptr, std::memory_order_relaxed), slot_.load(std::memory_order_acquire) == nullptr);",
        "the owner and a thief run the same one",
    ),
    Mutant(
        "worker.forgets_what_it_displaces",
        "graph/schedule/workers/worker.cpp",
        "if (displaced != nullptr) {\n    enqueue(*displaced);\n  }",
        "",
        "the older of two submissions is lost",
    ),
    Mutant(
        "worker.queues_in_secret",
        "graph/schedule/workers/worker.cpp",
        "if (!is_only_one) {",
        "if (false) {",
        "what is queued behind a long slice waits",
    ),
    Mutant(
        "worker.yields_in_secret",
        "graph/schedule/workers/worker.cpp",
        "&& queue_.size() == 1 &&\n                           slot_.load(std::memory_order_relaxed) == nullptr;",
        "&& queue_.size() == 1;",
        "who submits itself behind another one waits for that",
    ),
    Mutant(
        "worker.slot_in_a_turn",
        "graph/schedule/workers/worker.hpp",
        "running != nullptr && &runnable != running",
        "&runnable != running",
        "what comes while nothing runs here waits until something does",
    ),
    Mutant(
        "worker.ends_search_twice",
        "graph/schedule/workers/worker.cpp",
        "searching_.set(false);\n  if (scheduler_.roster().end_search()",
        "if (scheduler_.roster().end_search()",
        "there are fewer searchers than none",
    ),
    Mutant(
        "worker.found_enough",
        "graph/schedule/workers/worker.cpp",
        "if (scheduler_.roster().end_search() && scheduler_.has_work()) {",
        "if (scheduler_.roster().end_search() && false) {",
        "what is left waits for a worker that is busy",
    ),
    Mutant(
        "worker.sleeps_without_a_look",
        "graph/schedule/workers/worker.cpp",
        "if (rest.nobody_searches && !stopped && scheduler.has_work()) {",
        "if (false) {",
        "what was submitted during its search waits",
    ),
    Mutant(
        "worker.wakes_up_as_nobody",
        "graph/schedule/workers/worker.cpp",
        "if (sleeper == self) {\n      searching_.set(true);",
        "if (sleeper == self) {",
        "it is a searcher for ever, and nobody is woken any more",
    ),
    Mutant(
        "worker.recruits_and_forgets",
        "graph/schedule/workers/worker.cpp",
        "if (sleeper.has_value()) {\n      scheduler.start(*sleeper);\n    }",
        "",
        "the worker that it chose is never started",
    ),
    Mutant(
        "worker.tells_nobody",
        "graph/schedule/workers/worker.cpp",
        "} else if (rest.nobody_is_awake) {",
        "} else if (false) {",
        "who waits until all is done waits for ever",
    ),
    Mutant(
        "worker.declines_and_forgets",
        "graph/schedule/workers/worker.cpp",
        "occupant.owes_look_.set(true);",
        "",
        "what it was started for waits",
    ),
    Mutant(
        "worker.declines_without_hurry",
        "graph/schedule/workers/worker.cpp",
        "occupant.pace_.hurry();",
        "",
        "what it was started for waits behind many slices",
    ),
    Mutant(
        "worker.keeps_what_is_left",
        "graph/schedule/workers/worker.cpp",
        "    hand_back_left();\n  }\n  return scheduler_.roster()",
        "  }\n  return scheduler_.roster()",
        "what a stopped worker has is stranded",
    ),
    Mutant(
        "worker.strands_the_overflow",
        "graph/schedule/workers/worker.cpp",
        "scheduler_.hand_back_injected();",
        "",
        "what it put there after all was handed back is stranded",
    ),
    Mutant(
        "worker.relaxed_return",
        "graph/schedule/workers/worker.cpp",
        "slot_.exchange(nullptr, std::memory_order_acquire)",
        "slot_.exchange(nullptr, std::memory_order_relaxed)",
        "who hands it back does not see it",
    ),
    Mutant(
        "worker.never_searches_outside",
        "graph/schedule/workers/worker.cpp",
        "if (Runnable* const injected = take_injected()) {\n    return injected;\n  }",
        "",
        "what comes from outside is found and never taken",
    ),
    # --- What the workers share ---------------------------------------------------------------------------------------
    Mutant(
        "scheduler.injects_in_secret",
        "graph/schedule/workers/scheduler.hpp",
        "notify();\n    return true;",
        "return true;",
        "what comes from outside waits until somebody wakes up",
    ),
    Mutant(
        "scheduler.relaxed_leave",
        "graph/schedule/workers/scheduler.hpp",
        "present_.fetch_sub(1, std::memory_order_release);",
        "present_.fetch_sub(1, std::memory_order_relaxed);",
        "it ends while a worker has not left",
    ),
    Mutant(
        "scheduler.relaxed_desertion",
        "graph/schedule/workers/scheduler.hpp",
        "return present_.load(std::memory_order_acquire);",
        "return present_.load(std::memory_order_relaxed);",
        "it ends while a worker has not left",
    ),
    Mutant(
        "scheduler.starts_no_searcher",
        "graph/schedule/workers/scheduler.cpp",
        "worker.begin_as_searcher();",
        "",
        "a searcher is counted that does not know",
    ),
    Mutant(
        "scheduler.uncounted_start",
        "graph/schedule/workers/scheduler.cpp",
        "present_.fetch_add(1, std::memory_order_relaxed);",
        ";",
        "it ends while a worker has not left",
    ),
    Mutant(
        "scheduler.hands_back_no_queues",
        "graph/schedule/workers/scheduler.cpp",
        "worker->hand_back_left();",
        "(void)worker;",
        "what is queued behind a slice that hangs is stranded",
    ),
    Mutant(
        "scheduler.overlooks_queues",
        "graph/schedule/workers/scheduler.cpp",
        "|| std::ranges::any_of(workers_, &Worker::has_queue)",
        "",
        "what is queued behind a long slice waits",
    ),
    Mutant(
        "scheduler.idle_with_queues",
        "graph/schedule/workers/scheduler.cpp",
        "!has_work() &&",
        "injection_.is_empty() &&",
        "a worker that declined has something, and all counts as done",
    ),
    Mutant(
        "scheduler.one_look",
        "graph/schedule/workers/scheduler.cpp",
        "&& roster_.look() == before;",
        ";",
        "what is taken while one looks counts as done",
    ),
    Mutant(
        "scheduler.idle_beside_workers",
        "graph/schedule/workers/scheduler.cpp",
        "before.awake() == 0 && ",
        "before.searching() == 0 && ",
        "what runs counts as done",
    ),
    Mutant(
        "driver.deaf_while_looking",
        "graph/schedule/timers/driver_state.hpp",
        "const bool may_stay = word == told || word == stopped ||",
        "const bool may_stay = word == looking || word == told || word == stopped ||",
        "a timer that is set between the driver's look and its sleep is slept through",
    ),
    Mutant(
        "driver.sleeps_on",
        "graph/schedule/timers/driver_state.hpp",
        "(is_asleep(word) && deadline >= moment_of(word));",
        "is_asleep(word);",
        "an earlier timer does not end the driver's sleep",
    ),
    Mutant(
        "driver.sleeps_when_told",
        "graph/schedule/timers/driver_state.hpp",
        "return leave(asleep_until(moment)); }",
        "word_.store(asleep_until(moment), std::memory_order_relaxed); return true; }",
        "the driver sleeps without another look",
    ),
    Mutant(
        "driver.ends_when_told",
        "graph/schedule/timers/driver_state.hpp",
        "return leave(absent); }",
        "word_.store(absent, std::memory_order_relaxed); return true; }",
        "the driver's thread ends although a timer was set",
    ),
    Mutant(
        "driver.wake_forgotten",
        "graph/schedule/timers/driver_state.hpp",
        "is_asleep(before) ? Duty::wake : Duty::nothing; } [[nodiscard]] bool leave",
        "Duty::nothing; } [[nodiscard]] bool leave",
        "the driver's sleep is not ended, though it counts as told",
    ),
    Mutant(
        "driver.started_twice",
        "graph/schedule/timers/driver_state.hpp",
        "return before == absent ? Duty::start :",
        "return before == absent || before == looking ? Duty::start :",
        "a driver has two threads",
    ),
    Mutant(
        "driver.empty_sleep",
        "graph/schedule/timers/driver_state.hpp",
        "if (word != looking && !(is_asleep(word) && moment_of(word) > soon)) {",
        "if (word != looking) {",
        "a thread sleeps for a timer that was cancelled",
    ),
    Mutant(
        "driver.cancel_before_the_sleep",
        "graph/schedule/timers/driver_state.hpp",
        "if (word != looking && !(is_asleep(word) && moment_of(word) > soon)) {",
        "if (!(is_asleep(word) && moment_of(word) > soon)) {",
        "a thread goes to sleep for a timer that was cancelled",
    ),
    Mutant(
        "driver.use_forgotten",
        "graph/schedule/timers/driver_state.hpp",
        "const Word after = may_stay ? (is_asleep(word) ? word | used : word) : told;",
        "const Word after = may_stay ? word : told;",
        "a thread ends although a timer was set a moment ago",
    ),
    Mutant(
        "driver.stop_overlooked",
        "graph/schedule/timers/driver_state.hpp",
        "if (word == stopped) { return News::stop; }",
        "",
        "a driver that is destroyed looks at the wheel, and sleeps",
    ),
    Mutant(
        "driver.stop_sleeps_on",
        "graph/schedule/timers/driver_state.hpp",
        "return is_asleep(before) ? Duty::wake : Duty::nothing; } [[nodiscard]] bool is_stopped",
        "return Duty::nothing; } [[nodiscard]] bool is_stopped",
        "who destroys a driver waits until its thread wakes up by itself",
    ),
    Mutant(
        "driver.stops_before_it_leaves",
        "graph/schedule/timers/timer_driver_core.cpp",
        "wheel_.unwatch(*this); if (state_.stop() == DriverState::Duty::wake) { wake_up(); } return starts_.get();",
        "const std::uint32_t starts = starts_.get(); if (state_.stop() == DriverState::Duty::wake) { wake_up(); }"
        " wheel_.unwatch(*this); return starts;",
        "a thread that is being started is not waited for",
    ),
    Mutant(
        "driver.looks_too_early",
        "graph/schedule/timers/timer_driver_core.cpp",
        "const DriverState::News news = state_.begin_look(); if (news == DriverState::News::stop) { return; }"
        " wheel_.advance(); std::optional<Instant> moment = wheel_.next_deadline();",
        "wheel_.advance(); std::optional<Instant> moment = wheel_.next_deadline();"
        " const DriverState::News news = state_.begin_look(); if (news == DriverState::News::stop) { return; }",
        "what is set between the look and its announcement is slept through",
    ),
    Mutant(
        "driver.told_outside_the_lock",
        "time/timer_wheel.cpp",
        """    if (!put_watched(slots, timer, tick, waker)) {
      return;
    }
  }
  watcher->attend();""",
        """    const std::optional<Tick> before = slots->next_tick();
    put(slots, timer, tick, waker);
    if (before && *slots->next_tick() >= *before) {
      return;
    }
  }
  if (!watcher->on_earlier(deadline)) {
    return;
  }
  watcher->attend();""",
        "a watcher is called when it has been forgotten",
    ),
    Mutant(
        "driver.only_the_first_is_told",
        "time/timer_wheel.cpp",
        "const bool is_earlier = after && (!before || *after < *before);",
        "const bool is_earlier = after && !before;",
        "a watcher does not hear of an earlier timer",
    ),
    Mutant(
        "driver.cancel_untold",
        "time/timer_wheel.cpp",
        "watcher != nullptr && slots->count() == 0",
        "watcher != nullptr && slots->count() == 1",
        "a watcher does not hear that no timer is set",
    ),
    # --- The event stream -------------------------------------------------------------------------------------------
    Mutant(
        "events.released_while_called",
        "actors/events/subscriber_roll.cpp",
        "if (subscriber.state_.get() != State::ended || subscriber.deliveries_.get() != 0) {",
        "if (subscriber.state_.get() != State::ended) {",
        "a subscriber dies in the midst of a delivery",
    ),
    Mutant(
        "events.ended_is_called",
        "actors/events/subscriber_roll.cpp",
        "if (&each->type_ == &publication.type && each->state_.get() == State::subscribed) {",
        "if (&each->type_ == &publication.type) {",
        "a delivery begins after the subscription was ended",
    ),
    Mutant(
        "events.earlier_release_is_forgotten",
        "actors/events/subscriber_roll.cpp",
        "return (found == nullptr || found->number_.get() > subscriptions.last) &&"
        " !is_releasing(subscriptions.subscriber);",
        "return found == nullptr || found->number_.get() > subscriptions.last;",
        "an owner does not wait for a release that another thread began",
    ),
    Mutant(
        "events.release_of_another_is_forgotten",
        "actors/events/subscriber_roll.cpp",
        "if (subscriptions.first <= each->number && each->number <= subscriptions.last) {",
        "if (false) {",
        "a clear does not wait for a release that another thread began",
    ),
    Mutant(
        "events.only_the_last_release_counts",
        "actors/events/event_stream.cpp",
        "if (is_struck && finish(release)) {",
        "if (is_struck) {\n    finish(release);",
        "an owner that subscribed again does not wait for the release of its first subscription",
    ),
    Mutant(
        "events.release_ends_before_it",
        "actors/events/event_stream.cpp",
        "release.subscriber->released();\n  const auto roll = roll_.lock();",
        "EventSubscriber* const subscriber = release.subscriber;\n"
        "  struct Last {\n"
        "    EventSubscriber* subscriber;\n"
        "    ~Last() { subscriber->released(); }\n"
        "  } const last{subscriber};\n"
        "  const auto roll = roll_.lock();",
        "an owner goes on while its release runs",
    ),
    Mutant(
        "events.unsubscribe_does_not_wait",
        "actors/events/event_stream.cpp",
        "wait_until_released(whose);",
        "",
        "an owner dies while a delivery runs",
    ),
    Mutant(
        "events.clear_does_not_wait",
        "actors/events/event_stream.cpp",
        "wait_until_released({.subscriber = nullptr, .first = 0, .last = end - 1});",
        "",
        "a callback runs after the stream was cleared",
    ),
    Mutant(
        "events.waits_in_callbacks",
        "actors/events/callback_scope.hpp",
        "return depth_ == 1;",
        "return true;",
        "two callbacks that unsubscribe each other wait for ever",
    ),
    Mutant(
        "events.wake_is_missed",
        "actors/events/event_stream.cpp",
        "      seen = releases_.load(std::memory_order_relaxed);  // written under the lock, so this is the newest\n    }",
        "    }\n    seen = releases_.load(std::memory_order_relaxed);",
        "a release between the two looks is waited for for ever",
    ),
    Mutant(
        "events.nobody_is_woken",
        "actors/events/event_stream.cpp",
        "releases_.fetch_add(1, std::memory_order_relaxed);",
        "",
        "who waits is not told that a release is over",
    ),
    Mutant(
        "events.interest_is_forgotten",
        "actors/events/event_stream.cpp",
        "subscriber.stream_ = this;\n"
        "  interests_.store(roll->interests(), std::memory_order_relaxed);",
        "subscriber.stream_ = this;",
        "nobody is told of events that somebody subscribed to",
    ),
    Mutant(
        "events.goes_on_behind_the_dead",
        "actors/events/event_stream.cpp",
        "return roll->begin_delivery(roll->find_from(release.number), publication);",
        "return roll->begin_delivery(release.subscriber->next_.get(), publication);",
        "a publication goes on from a subscriber that is no more",
    ),
    Mutant(
        "events.stops_at_the_released",
        "actors/events/event_stream.cpp",
        "return roll->begin_delivery(roll->find_from(release.number), publication);",
        "return nullptr;",
        "who comes behind a subscriber that ended in its delivery gets nothing",
    ),
    Mutant(
        "events.share_is_dropped_first",
        "actors/events/subscription.cpp",
        "subscriber->stream_->unsubscribe(*subscriber);\n    subscriber->drop();",
        "EventStream* const stream = subscriber->stream_;\n"
        "    subscriber->drop();\n"
        "    stream->unsubscribe(*subscriber);",
        "the stream's share ends, and with it the block, while it is being unsubscribed",
    ),
    Mutant(
        "events.block_has_one_owner",
        "actors/events/subscription.hpp",
        "EventSubscriber{type} { owners_.add(); }",
        "EventSubscriber{type} {}",
        "a Subscription outlives its block",
    ),
    # --- Actors -----------------------------------------------------------------------------------------------------
    Mutant(
        "actors.last_child_says_nothing",
        "actors/life/children.hpp",
        "return word_.fetch_sub(one, std::memory_order_acq_rel) == (one | closed);",
        "return word_.fetch_sub(one, std::memory_order_acq_rel) == one;",
        "a parent that waits for its last child is not told",
    ),
    Mutant(
        "actors.children_closed_in_two_steps",
        "actors/life/children.cpp",
        "return word_.fetch_or(closed, std::memory_order_acquire) >= one;",
        "const std::uint32_t before = word_.load(std::memory_order_acquire); word_.store(before |"
        " closed, std::memory_order_relaxed); return before >= one;",
        "a child that leaves between the two is waited for",
    ),
    Mutant(
        "actors.parent_does_not_wait",
        "actors/life/children.cpp",
        "return word_.fetch_or(closed, std::memory_order_acquire) >= one;",
        "return word_.fetch_or(closed, std::memory_order_acquire) >= one * 2;",
        "a parent ends before its child",
    ),
    Mutant(
        "actors.child_stays_in_the_list",
        "actors/life/children.cpp",
        "if (child.is_linked()) {",
        "if (false) {",
        "a parent tells a child to stop that is gone",
    ),
    Mutant(
        "actors.expected_behind_the_end",
        "actors/life/children.hpp",
        "if ((word & closed) != 0) {",
        "if (false) {",
        "somebody comes when the parent is gone",
    ),
    Mutant(
        "actors.added_behind_the_close",
        "actors/life/children.hpp",
        "if ((word_.load(std::memory_order_relaxed) & closed) != 0 || !move_in()) {",
        "if (!move_in()) {",
        "a child comes when all have been told to stop, and stays",
    ),
    Mutant(
        "actors.refused_child_is_waited_for",
        "actors/life/adoption.cpp",
        "child.discard(); let_go_of_child();",
        "child.discard();",
        "a parent waits for a child that was refused",
    ),
    Mutant(
        "actors.spawn_is_not_expected",
        "actors/life/adoption.cpp",
        "if (!has_room || !belongings_->children.expect()) {",
        "if (!has_room) {",
        "a parent ends while somebody spawns below it",
    ),
    Mutant(
        "actors.guardian_ends_with_its_life",
        "actors/life/actor.cpp",
        "if (parent_ == nullptr) { record_.note_end(); return; }",
        "if (parent_ == nullptr) { belongings_->~Belongings(); "
        "engine::memory::release(std::exchange(belongings_, nullptr), sizeof(Belongings)); record_.note_end(); return; }",
        "somebody spawns below a guardian that is gone",
    ),
    Mutant(
        "actors.stopped_twice",
        "actors/life/actor.cpp",
        "if (is_stopping_) { return; } is_stopping_ = true;",
        "is_stopping_ = true;",
        "who is told to stop by two ends twice",
    ),
    Mutant(
        "actors.watch_is_not_shared",
        "actors/life/watch.cpp",
        "share();  // the target's, on its way",
        "",
        "a watch ends while its target has it",
    ),
    Mutant(
        "actors.unwatch_is_not_shared",
        "actors/life/watch.cpp",
        "share();  // of the control, on its way",
        "",
        "a watch ends while its end is on its way",
    ),
    Mutant(
        "actors.unwatch_of_the_dead_is_kept",
        "actors/life/watch.cpp",
        "drop();  // the target has ended: its notice is on its way, or was refused",
        "",
        "a watch whose target has ended is not freed",
    ),
    Mutant(
        "actors.watch_of_the_dead_is_silent",
        "actors/life/watch.cpp",
        "if (!post(watch_, target)) { notify(false); }",
        "if (!post(watch_, target)) { drop(); }",
        "who watches somebody that has ended is not told",
    ),
    Mutant(
        "actors.notice_to_the_dead_is_kept",
        "actors/life/watch.cpp",
        "if (!post(notice_, watcher)) { drop(); }",
        "(void)post(notice_, watcher);",
        "a watch whose watcher has ended is not freed",
    ),
    Mutant(
        "actors.unwanted_notice_is_told",
        "actors/life/hearing.cpp",
        "if (watch.is_wanted && !is_stopping_ && !stop_requested_) {",
        "if (!is_stopping_ && !stop_requested_) {",
        "who forgot a watch is told of the end",
    ),
    Mutant(
        "actors.ask_is_claimed_twice",
        "actors/ask/ask_slot.hpp",
        "return word_.compare_exchange_strong(expected, claimed, std::memory_order_acquire,"
        " std::memory_order_relaxed);",
        "if (word_.load(std::memory_order_acquire) != expected) { return false; } word_.store(claimed,"
        " std::memory_order_relaxed); return true;",
        "an answer and a timeout both have it",
    ),
    Mutant(
        "actors.relaxed_settlement",
        "actors/ask/ask_slot.cpp",
        "word_.store(settled, std::memory_order_release);",
        "word_.store(settled, std::memory_order_relaxed);",
        "who asked reads an answer that it does not see",
    ),
    Mutant(
        "actors.relaxed_look_at_an_ask",
        "actors/ask/ask_slot.hpp",
        "return word_.load(std::memory_order_acquire) == settled;",
        "return word_.load(std::memory_order_relaxed) == settled;",
        "who asked reads an answer that it does not see",
    ),
    Mutant(
        "actors.waker_is_not_forgotten",
        "actors/ask/request_future.hpp",
        "slot_->waiter.set({});  // who gives it up need not be told",
        "",
        "a future that was given up wakes what is gone",
    ),
    Mutant(
        "actors.timer_outlives_the_future",
        "actors/ask/request_future.hpp",
        "slot_->cancel_timeout();",
        "",
        "a timer fires into an ask that is gone",
    ),
    Mutant(
        "actors.told_under_the_timers_lock",
        "actors/ask/context_ask.hpp",
        "void on_timeout() noexcept override { expire(); }",
        "void on_timeout() noexcept override { this->fail(AskError::Reason::timed_out); }",
        "the timer lets an actor go, which waits for the timers' lock",
    ),
    Mutant(
        "actors.expiry_is_not_shared",
        "actors/ask/actor_ask.cpp",
        "slot().share();  // of the run",
        "",
        "an ask ends while its timeout is to run",
    ),
    Mutant(
        "actors.answer_is_not_shared",
        "actors/ask/actor_ask.cpp",
        "slot().share();  // of the control, on its way",
        "",
        "an ask ends while its answer is on its way",
    ),
    Mutant(
        "actors.entered_too_early",
        "actors/messages/handler_table.cpp",
        "first_.store(&entry, std::memory_order_release);",
        "entry.is_entered.store(1, std::memory_order_release); first_.store(&entry,"
        " std::memory_order_release);",
        "a message comes before its handler",
    ),
    Mutant(
        "actors.entered_twice",
        "actors/messages/handler_table.cpp",
        "if (entry.is_entered.load(std::memory_order_relaxed) != 0) {",
        "if (false) {",
        "a table runs in circles",
    ),
    Mutant(
        "actors.relaxed_entry",
        "actors/messages/handler_table.cpp",
        "entry.is_entered.store(1, std::memory_order_release);",
        "entry.is_entered.store(1, std::memory_order_relaxed);",
        "a message comes before its handler",
    ),
    Mutant(
        "actors.clock_outside_of_the_lock",
        "actors/system/record_clock.hpp",
        "return state_.lock()->now();",
        "const State state = *state_.lock(); return state.now();",
        "a late sender asks a clock that is gone",
    ),
]
