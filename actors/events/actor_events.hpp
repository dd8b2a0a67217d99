// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/actors/life/actor_error.hpp>
#include <sluice/actors/supervision/directive.hpp>
#include <sluice/actors/supervision/restart_statistics.hpp>
#include <sluice/actors/untyped_ref.hpp>
#include <sluice/config.hpp>

namespace sluice::inline SLUICE_ABI {

class Actor;
struct Ruling;

/// A handler has failed, or thrown. Also told to the actor's parent, if that is of a class with a handler for it.
struct ActorFailed {
  UntypedRef actor;
  UntypedRef supervisor;                  ///< its parent
  const char* kind;                       ///< its type
  ActorError error;                       ///< the text of what was thrown is there only during a callback
  bool restarts;                          ///< it starts anew
  bool has_thrown;                        ///< the error's text is an exception's
  Directive directive = Directive::stop;  ///< what becomes of it

  /// As it is told to an actor, later.
  [[nodiscard]] ActorFailed detached() const noexcept {
    ActorFailed copy = *this;
    if (has_thrown) {
      copy.error.text = "it has thrown";
    }
    return copy;
  }
};

/// What was decided about an actor that failed, or whose sibling did. Told to its parent as above.
struct SupervisionDecision {
  UntypedRef actor;
  UntypedRef supervisor;         ///< its parent
  const char* kind;              ///< its type
  ActorError error;              ///< as in `ActorFailed`
  Directive directive;           ///< what becomes of it
  RestartStatistics statistics;  ///< with this failure and, if it starts anew, this restart
  bool has_thrown;
  bool has_decider_failed;  ///< so it stops
  bool is_due_to_sibling;   ///< it did not fail itself

  /// As it is told to an actor, later.
  [[nodiscard]] SupervisionDecision detached() const noexcept {
    SupervisionDecision copy = *this;
    if (has_thrown) {
      copy.error.text = "it has thrown";
    }
    return copy;
  }
};

/// An actor got a message that it does not handle; also a dead letter, `type_mismatch`. Told to its parent as above.
struct MessageMismatch {
  UntypedRef actor;
  UntypedRef supervisor;
  const char* kind;
  const char* message_type;
};

/// A message was to be stashed, and the stash was full; also a dead letter, `stash_overflow`.
struct StashOverflow {
  UntypedRef actor;
  const char* kind;
  std::uint32_t capacity;
};

/// Counts, publishes and writes what was decided. `has_thrown`: the error's text is that of an exception. By who may look
/// at what is the actor's.
void publish_failure(Actor& actor, const ActorError& error, const Ruling& ruling, bool has_thrown) noexcept;
void publish_mismatch(Actor& actor, const engine::Envelope& envelope) noexcept;

void publish_stash_overflow(Actor& actor, std::uint32_t capacity) noexcept;

}  // namespace sluice::inline SLUICE_ABI
