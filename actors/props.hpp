// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/actors/behavior.hpp>
#include <sluice/actors/spawn_options.hpp>
#include <sluice/config.hpp>
#include <string_view>
#include <utility>

namespace sluice::inline SLUICE_ABI {

/// What to spawn and how, put together step by step. `Source` is a function object or a `Behavior<T>`.
template <class Source>
class PropsOf {
public:
  explicit PropsOf(Source source) : source_{std::move(source)} {}

  /// The text lives until the actor is spawned.
  [[nodiscard]] PropsOf with_name(std::string_view name) && {
    options_.name = name;
    return std::move(*this);
  }
  [[nodiscard]] PropsOf with_mailbox(const MailboxChoice& mailbox) && {
    options_.mailbox = mailbox;
    return std::move(*this);
  }
  /// The object lives longer than the actor.
  [[nodiscard]] PropsOf with_dispatcher(engine::Dispatcher& dispatcher) && {
    options_.dispatcher = &dispatcher;
    return std::move(*this);
  }
  /// The one of the configuration that has this id; the text lives until the actor is spawned.
  [[nodiscard]] PropsOf with_dispatcher(std::string_view id) && {
    options_.dispatcher = id;
    return std::move(*this);
  }
  /// What its messages pass on their way in and out; lives longer than the actor.
  [[nodiscard]] PropsOf with_middleware(const MiddlewareChain& chain) && {
    options_.middleware = &chain;
    return std::move(*this);
  }
  /// What its mailbox must have: `requiring(DequeBased{})`.
  [[nodiscard]] PropsOf requiring(QueueSemantics queue) && {
    options_.required_queue = queue;
    return std::move(*this);
  }
  [[nodiscard]] PropsOf with_supervision(const Supervision& supervision) && {
    options_.supervision = supervision;
    return std::move(*this);
  }
  /// What becomes of its children that say nothing themselves.
  [[nodiscard]] PropsOf with_children(const SupervisionStrategy& children) && {
    options_.children = children;
    return std::move(*this);
  }

  /// Not part of the API.
  template <class Spawner>
  auto spawn_by(Spawner& spawner) && {
    return spawner.try_spawn(std::move(source_), options_);
  }

private:
  Source source_;
  SpawnOptions options_{};
};

/// Begins props: `system.spawn(Props::from_fn([](int n) {...}).with_name("counter"));`
struct Props {
  /// From `[](Message) {...}` or `[](ActorContext<Message>&, Message) {...}`.
  template <class Function>
  [[nodiscard]] static PropsOf<Function> from_fn(Function function) {
    return PropsOf<Function>{std::move(function)};
  }
  template <class T>
  [[nodiscard]] static PropsOf<Behavior<T>> from_behavior(Behavior<T> behavior) {
    return PropsOf<Behavior<T>>{std::move(behavior)};
  }
};

}  // namespace sluice::inline SLUICE_ABI
