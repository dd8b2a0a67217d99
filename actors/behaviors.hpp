// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <new>
#include <sluice/actors/actor_context.hpp>
#include <sluice/actors/actor_system.hpp>
#include <sluice/actors/behavior.hpp>
#include <sluice/actors/behavior_bodies.hpp>
#include <sluice/actors/kinds/behavior_actor.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/assert.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI {

/// Makes behaviors: what an actor does with its next message, and what it becomes.
///
///     Behavior<int> counting(int sum) {
///       return Behaviors::receive_message<int>([=](int n) { return counting(sum + n); });
///     }
///
/// What a handler returns: a `Behavior<T>`; or nothing, to stay as it is; an `ActorResult<>` or
/// `ActorResult<Behavior<T>>` if it can fail.
class Behaviors {
public:
  /// Stays as it is.
  template <class T>
  [[nodiscard]] static constexpr Behavior<T> same() noexcept {
    return Behavior<T>{Behavior<T>::Mark::same};
  }
  /// Ends.
  template <class T>
  [[nodiscard]] static constexpr Behavior<T> stopped() noexcept {
    return Behavior<T>{Behavior<T>::Mark::stopped};
  }
  /// Stays as it is, and lets the message be a dead letter.
  template <class T>
  [[nodiscard]] static constexpr Behavior<T> unhandled() noexcept {
    return Behavior<T>{Behavior<T>::Mark::unhandled};
  }

  /// Handles messages by `function(ActorContext<T>&, T)`; signals, if that is there, by
  /// `on_signal(ActorContext<T>&, const Terminated&)`, and if it takes that, a `const PreRestart&`, whose result does not
  /// count; and calls `on_stop(ActorContext<T>&)` behind the last one.
  template <class T, class Function, class OnSignal = Nothing, class OnStop = Nothing>
  [[nodiscard]] static Behavior<T> receive(Function function, OnSignal on_signal = {}, OnStop on_stop = {}) {
    return make_body<T, ReceiveBody<T, Function, OnSignal, OnStop>>(std::move(function), std::move(on_signal),
                                                                    std::move(on_stop));
  }
  /// The same by `function(T)`.
  template <class T, class Function>
  [[nodiscard]] static Behavior<T> receive_message(Function function) {
    return receive<T>(WithoutContext<T, Function>{std::move(function)});
  }

  /// Does something before the first message: `function(ActorContext<T>&)` gives the behavior that handles it. Once for
  /// each start.
  template <class T, class Function>
  [[nodiscard]] static Behavior<T> setup(Function function) {
    return make_body<T, SetupBody<T, Function>>(std::move(function));
  }

  /// The same with a stash for `capacity` messages: `function(StashBuffer<T>)`. The actor has a mailbox of the deque kind.
  template <class T, class Function>
  [[nodiscard]] static Behavior<T> with_stash(std::uint32_t capacity, Function function) {
    return make_body<T, StashBody<T, Function>>(capacity, std::move(function));
  }

  /// What becomes of the actor when `behavior` fails: `Behaviors::supervise(behavior).on_failure(Restart{.max = 3})`.
  template <class T>
  [[nodiscard]] static SupervisedBehavior<T> supervise(Behavior<T> behavior) noexcept {
    return SupervisedBehavior<T>{std::move(behavior)};
  }
};

template <class T>
ActorSystem::ActorSystem(const Behavior<T>& guardian, const SystemOptions& options) noexcept {
  begin(options);
  ActorBlock block{sizeof(BehaviorActor<T>)};
  engine::check(block.has_memory(), "there is memory for a guardian");
  settle(block.make<BehaviorActor<T>>(*record_, nullptr, guardian), BehaviorActor<T>::kind_of(guardian),
         BehaviorActor<T>::options_of(guardian, {.children = options.children}).children);
}

template <class T>
ActorRef<T> ActorSystem::guardian() const noexcept {
  return ActorRef<T>{guardian_address_};
}

}  // namespace sluice::inline SLUICE_ABI
