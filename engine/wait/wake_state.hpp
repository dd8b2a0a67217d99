// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/atomic.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// Decides who may touch something that is polled: who submits it, who runs it, or nobody.
///
///     bit 0  scheduled  being submitted, or in an executor's queue; beside `busy`: a wake came meanwhile
///     bit 1  busy       being polled, or being told that the executor refused it
///     bit 2  stopping   not polled any more: who is responsible next ends it
///     bit 3  done       for ever
///
///     from        event                                   to
///     idle        wake                                    scheduled: submit
///     scheduled   begin_poll                              busy: poll
///     scheduled   begin_poll, stopping                    done: end
///     busy        wake                                    busy and scheduled
///     busy        release                                 idle
///     busy        release, but scheduled                  scheduled: submit
///     busy        finish                                  done: end
///     scheduled   begin_reject                            busy
///     idle        stop                                    done: end
///     others      stop                                    scheduled and stopping, perhaps busy
///     done        anything                                done
///
/// Invariants
///  1. At most one thread is responsible: from the transition that returned `submit` to the executor's acceptance, from
///     `begin_poll` or `begin_reject` to `release`, and after `end`.
///  2. Each wake and each stop is followed by the begin of a poll, by that of a rejection, or by the end; and whatever
///     came before the wake happens before that begin.
///  3. A transition that gives the responsibility up is the last touch: the object may be gone behind it.
///
/// Thread safety: `wake` from any thread or interrupt; `stop` from any thread that knows the object to live; the rest
/// only by the responsible one.
class WakeState {
public:
  /// What the caller of a transition must do now.
  enum class Duty : std::uint8_t {
    nothing,  ///< somebody else is responsible, or nobody needs to be
    submit,   ///< hand it to the executor; if that refuses it, `begin_reject`
    poll,     ///< poll it, then `release` or `finish`
    end,      ///< it is over, and nobody else will touch it
  };

  constexpr WakeState() noexcept = default;

  /// It is worth polling again. Never skipped, however the word looks: see invariant 2.
  [[nodiscard]] Duty wake() noexcept {
    // acq_rel | release: what the wake announces, to the acquire of the next begin.
    //         | acquire: the last poll and the executor's use of the link, before the submission that may follow.
    const Word before = word_.fetch_or(scheduled, std::memory_order_acq_rel);
    return (before & (scheduled | busy | done)) == 0 ? Duty::submit : Duty::nothing;
  }

  /// The executor runs it. Wakes that come from here on are for the next poll.
  [[nodiscard]] Duty begin_poll() noexcept {
    const Word before = change([](Word word) { return (word & stopping) != 0 ? done : word - scheduled + busy; });
    check((before & (scheduled | busy)) == scheduled, "an executor runs what was submitted, once");
    return (before & stopping) != 0 ? Duty::end : Duty::poll;
  }

  /// The poll gave the result: later wakes do nothing.
  [[nodiscard]] Duty finish() noexcept {
    change([](Word) { return done; });
    return Duty::end;
  }

  /// The executor refuses it. Wakes that come from here on are for the next attempt.
  void begin_reject() noexcept {
    change([](Word word) { return word - scheduled + busy; });
  }

  /// The poll gave nothing, or whoever must know of the rejection does. A stop that came meanwhile takes another turn:
  /// the caller may be inside a wake, where nothing can be ended.
  [[nodiscard]] Duty release() noexcept {
    // acq_rel | release: what the poll did, to the acquire of the next begin.
    //         | acquire: the wakes that came meanwhile, before the submission that follows from them.
    const Word before = word_.fetch_and(~busy, std::memory_order_acq_rel);
    return (before & scheduled) != 0 ? Duty::submit : Duty::nothing;
  }

  /// No poll begins any more. Not from within a wake.
  [[nodiscard]] Duty stop() noexcept {
    const Word before = change([](Word word) {
      if ((word & done) != 0) {
        return word;
      }
      // Also as a wake: who is busy gives it another turn, or tells of another rejection.
      return is_idle(word) ? done : word | stopping | scheduled;
    });
    return (before & done) == 0 && is_idle(before) ? Duty::end : Duty::nothing;
  }

  /// Whether nobody is responsible, or ever will be without a wake. Sure only for who knows that none can come.
  [[nodiscard]] bool is_at_rest() const noexcept {
    const Word word = look();
    return (word & done) != 0 || is_idle(word);
  }
  /// Whether it is over, so that what the last poll did can be looked at. False of this moment only.
  [[nodiscard]] bool is_done() const noexcept {
    // acquire | what the last poll did, from the release of the transition to `done`.
    return (word_.load(std::memory_order_acquire) & done) != 0;
  }

private:
  using Word = std::uint32_t;
  static constexpr Word scheduled = 1u << 0;
  static constexpr Word busy = 1u << 1;
  static constexpr Word stopping = 1u << 2;
  static constexpr Word done = 1u << 3;

  static constexpr bool is_idle(Word word) noexcept { return (word & (scheduled | busy)) == 0; }

  [[nodiscard]] Word look() const noexcept {
    return word_.load(std::memory_order_relaxed);  // a hint, or the guess that a compare-exchange starts from
  }

  /// One conditional read-modify-write: `next(before)` gives the new word.
  template <class Next>
  Word change(Next next) noexcept {
    Word before = look();
    // acq_rel | release: what this thread did to the object, to the acquire of the next transition.
    //         | acquire: what wakes announced and the previous responsible thread did, before this one acts.
    //         | relaxed on failure: the value is only the next attempt's guess.
    while (!word_.compare_exchange_weak(before, next(before), std::memory_order_acq_rel, std::memory_order_relaxed)) {
    }
    return before;
  }

  Atomic<Word> word_{0};
};

}  // namespace sluice::inline SLUICE_ABI::engine
