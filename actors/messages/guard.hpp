// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/messages/attempt.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/envelope.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI {

/// Runs code of a user for `actor`; what it throws ends the actor. `cause` is the message, if there is one.
template <class Code>
void guarded(Actor& actor, engine::Envelope* cause, Code&& code) noexcept {
  attempt(std::forward<Code>(code), [&](const char* text) noexcept { actor.fail_by_exception(cause, text); });
}

}  // namespace sluice::inline SLUICE_ABI
