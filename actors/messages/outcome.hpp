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

/// What a handler gives that has waited: nothing, an answer, or a failure.
template <class Value>
void conclude(Actor& actor, engine::Envelope& envelope, Value&& value) {
  using Given = std::remove_cvref_t<Value>;
  if constexpr (is_actor_result<Given>) {
    if (!value.has_value()) {
      actor.fail(&envelope, value.error());
    } else if constexpr (!std::is_void_v<typename Given::value_type>) {
      reply_to<typename Given::value_type>(envelope, std::forward<Value>(value).value());
    }
  } else if constexpr (!std::is_same_v<Given, engine::Done>) {
    reply_to<Given>(envelope, std::forward<Value>(value));
  }
}

/// Calls a handler, and makes of what it returns: nothing, an answer, or a failure.
template <class Call>
void settle(Actor& actor, engine::Envelope& envelope, Call&& call) {
  using Returned = std::remove_cvref_t<std::invoke_result_t<Call>>;
  if constexpr (std::is_void_v<Returned>) {
    std::forward<Call>(call)();
  } else {
    conclude(actor, envelope, std::forward<Call>(call)());
  }
}

/// The same for what answers nobody: a hook, or a signal.
template <class Call>
void heed(Actor& actor, Call&& call) {
  using Returned = std::remove_cvref_t<std::invoke_result_t<Call>>;
  static_assert(!Waits<Returned>, "only the handler of a message waits: not a hook, and not that of a signal");
  if constexpr (is_actor_result<Returned>) {
    if (const Returned result = std::forward<Call>(call)(); !result.has_value()) {
      actor.fail(nullptr, result.error());
    }
  } else {
    (void)std::forward<Call>(call)();
  }
}

}  // namespace sluice::inline SLUICE_ABI
