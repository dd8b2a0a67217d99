// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/actors/life/actor.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/envelope.hpp>
#include <utility>

#if defined(__cpp_exceptions)
#include <exception>
#endif

namespace sluice::inline SLUICE_ABI {

#if defined(__cpp_exceptions)

/// Runs code of a user for `actor`; what it throws ends the actor. It is compiled where the user's code is, with the
/// user's exceptions, so no frame of ours lies between the two. `cause` is the message, if there is one.
template <class Code>
void guarded(Actor& actor, engine::Envelope* cause, Code&& code) noexcept {
  try {
    std::forward<Code>(code)();
  } catch (const std::exception& thrown) {
    actor.fail_by_exception(cause, thrown.what());
  } catch (...) {
    actor.fail_by_exception(cause, "an exception that is none of the standard library's");
  }
}

#else

template <class Code>
void guarded(Actor&, engine::Envelope*, Code&& code) noexcept {
  std::forward<Code>(code)();
}

#endif

}  // namespace sluice::inline SLUICE_ABI
