// SPDX-License-Identifier: BSL-1.0
// The state word of a mailbox and what the mailbox does about its duties, as engine/mailbox_state.cpp and
// engine/mailbox.cpp decide. One step here is one read-modify-write, one load or one store there; memory is
// sequentially consistent. Who takes part is chosen with -D: see check.py. -DFAULT_... plants a mistake.

#ifndef WORKERS
#define WORKERS 2
#endif
#ifndef SENDERS
#define SENDERS 0
#endif
#ifndef EACH
#define EACH 1
#endif
#ifndef SYSTEM_SENDERS
#define SYSTEM_SENDERS 0
#endif
#ifndef CLOSERS
#define CLOSERS 0
#endif
#ifndef SUSPENDERS
#define SUSPENDERS 0
#endif
#ifndef THROUGHPUT
#define THROUGHPUT 2
#endif

#ifndef OPENED_SENDERS
#define OPENED_SENDERS 1
#endif
#define MESSAGES (SENDERS * EACH + OPENED_SENDERS)
#define NOBODY 255

mtype = { nothing, schedule, recheck, finalize, announce, message, resume };
mtype = { untold, handled, dead };

// The word.
bool scheduled, parked, closed, finalizing, finished, awaiting, resume_ready;
byte depth;
#define BLOCKED (depth > 0 || (awaiting && !resume_ready))

// The user lane, an MpscQueue: places below `head` are popped, below `tail` exchanged, and `linked` or not yet. The
// stub stands before place `stub_at`, or nowhere.
byte line[MESSAGES];
bool linked[MESSAGES];
byte head, tail, stub_at;
#define HAS_ARRIVALS (stub_at != tail)
#define IS_EMPTY (stub_at == head && !HAS_ARRIVALS)

// The system lane, the executor's queue, and the cell's generation: odd while somebody lives in it.
byte system_waiting;
bool sealed;
byte runnables;
byte generation = 1;

// What must come true.
bool responsible;
mtype fate[MESSAGES] = untold;
byte intended[MESSAGES];
byte system_sent, system_handled, closings, resumed, busy;

// Invariant 1: every transition that makes somebody responsible says so, and nobody else is.
inline claim() {
  assert(!responsible);
  responsible = true
}

inline duty_of_post() {
  if
#ifdef FAULT_DOUBLE_SCHEDULE
  :: finalizing -> duty = nothing
#else
  :: scheduled || finalizing -> duty = nothing
#endif
  :: else -> duty = (closed -> finalize : schedule); claim()
  fi
}

inline word_post() {
  d_step {
    duty_of_post();
    scheduled = true
  }
}

inline word_post_system() {
  d_step {
    if
    :: parked -> duty = schedule; claim()
    :: else -> duty_of_post()
    fi;
    scheduled = true;
    parked = false
  }
}

inline word_end_run() {
  d_step {
    if
    :: closed -> scheduled = false; finalizing = true; duty = finalize
#ifdef FAULT_FORGOTTEN_AWAIT
    :: !closed && !BLOCKED && backlog -> duty = schedule
    :: !closed && !BLOCKED && !backlog -> scheduled = false; responsible = false; duty = recheck
#else
    :: !closed && !BLOCKED && (backlog || awaiting) -> duty = schedule
    :: !closed && !BLOCKED && !backlog && !awaiting -> scheduled = false; responsible = false; duty = recheck
#endif
    :: !closed && BLOCKED -> parked = true; responsible = false; duty = recheck
    fi;
    backlog = false
  }
}

inline word_suspend() {
  d_step {
    if
    :: !scheduled && !closed && !finalizing -> scheduled = true; parked = true
    :: else
    fi;
    depth++
  }
}

inline unpark() {
  if
#ifdef FAULT_NEVER_UNPARKED
  :: false
#else
  :: parked && !BLOCKED -> parked = false; duty = schedule; claim()
#endif
  :: else -> duty = nothing
  fi
}

inline word_resume() {
  d_step {
    assert(depth > 0);
    depth--;
    unpark()
  }
}

inline word_complete_await() {
  d_step {
    resume_ready = true;
    unpark()
  }
}

// A look, and for a handler that waited a second step.
inline word_take_turn() {
  if
  :: d_step { closed || BLOCKED -> turn = nothing }
  :: d_step { !closed && !BLOCKED && !awaiting -> turn = message }
  :: d_step { !closed && !BLOCKED && awaiting -> turn = resume };
     d_step { awaiting = false; resume_ready = false }
  fi
}

inline word_close() {
  d_step {
    if
    :: closed -> duty = nothing
#ifdef FAULT_TWO_FINALIZERS
    :: !closed -> scheduled = false; parked = false; closed = true; finalizing = true; duty = finalize; claim()
#else
    :: !closed && (!scheduled || parked) ->
       scheduled = false; parked = false; closed = true; finalizing = true; duty = finalize; claim()
    :: !closed && scheduled && !parked -> closed = true; duty = nothing
#endif
    fi
  }
}

inline word_end_finalize() {
  d_step {
    if
#ifndef FAULT_STRANDED_POST
    :: scheduled -> scheduled = false; finalizing = true; duty = finalize
    :: !scheduled ->
#else
    :: true -> scheduled = false;
#endif
#ifdef FAULT_ANNOUNCED_TWICE
       duty = announce;
#else
       duty = (finished -> nothing : announce);
#endif
       finalizing = false; finished = true; responsible = false
    fi
  }
}

inline word_begin_open() {
  d_step {
    if
    :: closed && finished && !scheduled && !finalizing -> scheduled = true; claimed = true; claim()
    :: else -> claimed = false
    fi
  }
}

inline word_end_open() {
  d_step {
    parked = false; closed = false; finalizing = false; finished = false; awaiting = false; resume_ready = false;
    depth = 0;
    scheduled = backlog;
    responsible = backlog;
    duty = (backlog -> schedule : recheck);
    backlog = false
  }
}

inline push(m) {
  d_step {
    place = tail;
    line[tail] = m;
    tail++
  }
  d_step {
    linked[place] = true;
    place = 0
  }
}

inline take() {
  popped = line[head];
  head++
}

inline pop() {
  d_step {
    assert(responsible);
    popped = NOBODY;
    if
    :: head == tail || !linked[head]
    :: else ->
       if
       :: stub_at == head -> stub_at = NOBODY
       :: else
       fi;
       if
       :: stub_at == head + 1 -> take()
       :: stub_at != head + 1 && head + 1 < tail ->
          if
          :: linked[head + 1] -> take()
          :: else
          fi
       :: stub_at != head + 1 && head + 1 == tail -> is_last = true
       fi
    fi
  }
  if
  :: is_last ->
     // Pushes the stub; another push may have come in before it.
     d_step {
       is_last = false;
       stub_at = tail;
       if
       :: head + 1 == tail -> take()
       :: else ->
          if
          :: linked[head + 1] -> take()
          :: else
          fi
       fi
     }
  :: else
  fi
}

inline settle(m, how) {
  d_step {
    assert(fate[m] == untold);
    fate[m] = how
  }
}

inline drain_system() {
  d_step {
    assert(responsible);
    system_handled = system_handled + system_waiting;
    system_waiting = 0
  }
}

inline attend() {
  do
  :: duty == recheck ->
#ifdef FAULT_NO_RECHECK
     duty = nothing
#else
     if
     :: system_waiting > 0 -> word_post_system()
     :: else ->
        if
        :: HAS_ARRIVALS -> word_post()
        :: else -> duty = nothing
        fi
     fi
#endif
  :: duty == schedule ->
     d_step {
       assert(runnables == 0);
       runnables = 1;
       duty = nothing
     }
     break
  :: duty == finalize ->
     d_step {
       sealed = true;
       assert(responsible);
       system_handled = system_handled + system_waiting;
       system_waiting = 0
     }
     do
     :: pop();
        if
        :: popped == NOBODY -> break
        :: else -> settle(popped, dead)
        fi
     od;
     word_end_finalize()
  :: duty == announce ->
     d_step {
       closings++;
       generation++;
       duty = nothing
     }
     break
  :: duty == nothing -> break
  od
}

// Handling the first message starts a wait, if there is somebody to complete it.
inline handle(m) {
  d_step {
    assert(busy == 0);
    busy++
  }
#ifdef AWAIT
  if
  :: m == 0 -> awaiting = true
  :: else
  fi;
#endif
  if
  :: intended[m] == generation -> settle(m, handled)
  :: else -> settle(m, dead)
  fi;
  busy--
}

active [WORKERS] proctype worker() {
  mtype duty = nothing, turn = nothing;
  byte popped = NOBODY, count;
  bool is_last, backlog;
end:
  do
  :: d_step { runnables > 0 -> runnables = 0 };
     do
     :: drain_system();
        if
        :: count == THROUGHPUT -> duty = schedule; break
        :: else
        fi;
        word_take_turn();
        if
        :: turn == message ->
           pop();
           if
           :: popped == NOBODY -> turn = nothing
           :: else -> handle(popped)
           fi
        :: turn == resume -> resumed++
        :: turn == nothing
        fi;
        if
        :: turn == nothing ->
           backlog = !IS_EMPTY;
           word_end_run();
           break
        :: else -> count++
        fi
     od;
     atomic {
       count = 0;
       turn = nothing;
       popped = NOBODY
     }
     attend();
     popped = NOBODY
  od
}

inline tell(m, whom) {
  intended[m] = whom;
  if
  :: generation == whom -> push(m); word_post(); attend(); popped = NOBODY
  :: else -> settle(m, dead)
  fi
}

#if SENDERS > 0
active [SENDERS] proctype sender() {
  mtype duty = nothing;
  byte popped = NOBODY, place, sent;
  bool is_last;
  do
  :: sent < EACH ->
     tell((_pid - WORKERS) * EACH + sent, 1);
     sent++
  :: else -> break
  od
}
#endif

#if SYSTEM_SENDERS > 0
active [SYSTEM_SENDERS] proctype system_sender() {
  mtype duty = nothing;
  byte popped = NOBODY;
  bool is_last;
  if
  :: d_step { !sealed -> system_waiting++; system_sent++ };
     word_post_system();
     attend()
  :: sealed -> skip
  fi
}
#endif

#if CLOSERS > 0
active [CLOSERS] proctype closer() {
  mtype duty = nothing;
  byte popped = NOBODY;
  bool is_last;
  word_close();
  attend()
}
#endif

#if SUSPENDERS > 0
active [SUSPENDERS] proctype suspender() {
  mtype duty = nothing;
  byte popped = NOBODY;
  bool is_last;
  word_suspend();
#ifndef SUSPEND_FOR_EVER
  word_resume();
  attend()
#endif
}
#endif

#ifdef AWAIT
active proctype completer() {
  mtype duty = nothing;
  byte popped = NOBODY;
  bool is_last;
  word_complete_await();
  attend()
}
#endif

// Another occupant moves in once the first has left, and gets messages of its own.
#ifdef OPEN
active proctype opener() {
  mtype duty = nothing;
  byte popped = NOBODY, place;
  bool is_last, backlog, claimed;
  generation == 2;
  do
  :: word_begin_open();
     if
     :: claimed -> break
     :: else
     fi
  od;
  generation = 3;
  sealed = false;
  backlog = !IS_EMPTY;
  word_end_open();
  attend();
  tell(SENDERS * EACH, 3)
}

#if OPENED_SENDERS > 1
active proctype opened_sender() {
  mtype duty = nothing;
  byte popped = NOBODY, place;
  bool is_last;
  generation == 3;
  tell(SENDERS * EACH + 1, 3)
}
#endif
#endif

// When nothing moves any more, nothing is left but what waits for ever.
active proctype judge() {
  byte m;
  bool blocked;
  timeout;
  d_step {
    blocked = !closed && BLOCKED;
    assert(!responsible && runnables == 0 && busy == 0);
    assert(system_waiting == 0 && system_handled == system_sent);
#if CLOSERS > 0
    assert(closings == 1);
#else
    assert(closings == 0);
#endif
#if CLOSERS > 0 && !defined(OPEN)
    assert(closed && finished && !finalizing && !scheduled && sealed);
#else
    assert(!closed && scheduled == blocked && parked == blocked);
#endif
    if
    :: blocked
    :: else ->
       assert(head == tail);
       m = 0;
       do
       :: m < SENDERS * EACH ->
          assert(fate[m] != untold);
#if CLOSERS == 0
          assert(fate[m] == handled);
#endif
          m++
       :: else -> break
       od;
#ifdef OPEN
       assert(fate[m] == handled && fate[m + OPENED_SENDERS - 1] == handled);
#endif
#if defined(AWAIT) && CLOSERS == 0
       assert(resumed == 1);
#endif
    fi
  }
}
