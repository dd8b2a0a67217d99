// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/messages/outcome_types.hpp>
#include <sluice/actors/messages/reply.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/envelope.hpp>
#include <type_traits>
#include <utility>

namespace sluice::inline SLUICE_ABI {

/// Calls a handler, and makes of what it returns: nothing, an answer, or a failure.
template <class Call>
void settle(Actor& actor, engine::Envelope& envelope, Call&& call) {
  using Returned = std::remove_cvref_t<std::invoke_result_t<Call>>;
  if constexpr (std::is_void_v<Returned>) {
    std::forward<Call>(call)();
  } else if constexpr (is_actor_result<Returned>) {
    Returned result = std::forward<Call>(call)();
    if (!result.has_value()) {
      actor.fail(&envelope, result.error());
    } else if constexpr (!std::is_void_v<typename Returned::value_type>) {
      reply_to<typename Returned::value_type>(envelope, std::move(*result));
    }
  } else {
    reply_to<Returned>(envelope, std::forward<Call>(call)());
  }
}

/// The same for what answers nobody: a hook, or a signal.
template <class Call>
void heed(Actor& actor, Call&& call) {
  using Returned = std::remove_cvref_t<std::invoke_result_t<Call>>;
  if constexpr (is_actor_result<Returned>) {
    if (const Returned result = std::forward<Call>(call)(); !result.has_value()) {
      actor.fail(nullptr, result.error());
    }
  } else {
    (void)std::forward<Call>(call)();
  }
}

}  // namespace sluice::inline SLUICE_ABI
