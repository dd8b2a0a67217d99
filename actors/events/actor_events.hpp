// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/actors/life/actor_error.hpp>
#include <sluice/actors/untyped_ref.hpp>
#include <sluice/config.hpp>

namespace sluice::inline SLUICE_ABI {

class Actor;

/// A handler has failed, or thrown. Also told to the actor's parent, if that is of a class with a handler for it.
struct ActorFailed {
  UntypedRef actor;
  UntypedRef supervisor;  ///< its parent
  const char* kind;       ///< its type
  ActorError error;       ///< the text of what was thrown is there only during a callback
  bool restarts;          ///< it starts anew; otherwise it ends
  bool has_thrown;        ///< the error's text is an exception's

  /// As it is told to an actor, later.
  [[nodiscard]] ActorFailed detached() const noexcept {
    ActorFailed copy = *this;
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

/// `has_thrown`: the error's text is that of an exception.
void publish_failure(Actor& actor, const ActorError& error, bool restarts, bool has_thrown) noexcept;
void publish_mismatch(Actor& actor, const engine::Envelope& envelope) noexcept;

void publish_stash_overflow(Actor& actor, std::uint32_t capacity) noexcept;

}  // namespace sluice::inline SLUICE_ABI
