// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <sluice/config.hpp>
#include <sluice/engine/task.hpp>
#include <type_traits>
#include <utility>

namespace sluice::inline SLUICE_ABI {

/// What `F::poll` gives.
template <class F>
using PolledBy = decltype(std::declval<F&>().poll(std::declval<const engine::Waker&>()));

/// A future as the engine's are: whoever waits polls it, and is woken when it is worth polling again. Written by hand it
/// is a small state machine:
///
///     struct Settling {
///       Sensor& sensor;
///       engine::Poll<int> poll(const engine::Waker& waker) noexcept {
///         return sensor.is_settled(waker) ? engine::Poll<int>{sensor.read()} : engine::pending;
///       }
///     };
template <class F>
concept Pollable = requires { typename PolledBy<F>::value_type; } &&
                   std::same_as<PolledBy<F>, engine::Poll<typename PolledBy<F>::value_type>>;

/// What becomes such a future, as a coroutine does: made of it where it will stay.
template <class F>
concept BecomesPollable = requires { typename F::Pending; } && Pollable<typename F::Pending>;

/// How the work of a handler that returned an `F` goes on.
template <class F>
struct PendingWork {};
template <Pollable F>
struct PendingWork<F> : std::type_identity<F> {};
template <BecomesPollable F>
struct PendingWork<F> : std::type_identity<typename F::Pending> {};

/// A handler that returns this is not done when it returns: its actor waits with the next message, its thread does not.
template <class Returned>
concept Waits = requires { typename PendingWork<std::remove_cvref_t<Returned>>::type; };

/// What such a handler gives in the end: what it would return if it did not wait; `engine::Done` stands for nothing.
template <Waits Returned>
using AwaitedIn = PolledBy<typename PendingWork<std::remove_cvref_t<Returned>>::type>::value_type;

}  // namespace sluice::inline SLUICE_ABI
