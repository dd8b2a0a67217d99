// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/actors/life/actor_error.hpp>
#include <sluice/actors/untyped_ref.hpp>
#include <sluice/config.hpp>

namespace sluice::inline SLUICE_ABI {

class Actor;

/// A handler has failed, or thrown.
struct ActorFailed {
  UntypedRef actor;
  UntypedRef supervisor;  ///< its parent
  const char* kind;       ///< its type
  ActorError error;       ///< its text only during the callback
  bool restarts;          ///< it starts anew; otherwise it ends
};

/// An actor got a message that it does not handle; also a dead letter, `type_mismatch`.
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

void publish_failure(Actor& actor, const ActorError& error, bool restarts) noexcept;
void publish_mismatch(Actor& actor, const engine::Envelope& envelope) noexcept;

void publish_stash_overflow(Actor& actor, std::uint32_t capacity) noexcept;

}  // namespace sluice::inline SLUICE_ABI
