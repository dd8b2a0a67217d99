// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/actors/life/actor_error.hpp>
#include <sluice/actors/waiting/pending.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/task.hpp>
#include <type_traits>

namespace sluice::inline SLUICE_ABI {

template <class Returned>
inline constexpr bool is_actor_result = false;
template <class Value>
inline constexpr bool is_actor_result<ActorResult<Value>> = true;

/// The answer in what a handler returns; void if there is none.
template <class Returned>
struct AnswerIn : std::remove_cvref<Returned> {};
template <class Value>
struct AnswerIn<ActorResult<Value>> : std::type_identity<Value> {};
template <>
struct AnswerIn<engine::Done> : std::type_identity<void> {};
template <Waits Returned>
struct AnswerIn<Returned> : AnswerIn<AwaitedIn<Returned>> {};

}  // namespace sluice::inline SLUICE_ABI
