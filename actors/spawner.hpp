// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <expected>
#include <new>
#include <sluice/actors/actor_ref.hpp>
#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/messages/handler.hpp>
#include <sluice/actors/spawn_options.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/memory.hpp>
#include <type_traits>
#include <utility>

namespace sluice::inline SLUICE_ABI {

template <class T>
class Behavior;
template <class Handler>
class HandlerActor;
template <class A>
class ClassActor;
template <class A, class... Arguments>
class ClassActorWith;
template <class T>
class BehaviorActor;

/// A new actor, or why there is none.
template <class T>
using Spawned = std::expected<ActorRef<T>, SpawnError>;

/// Says on the console why nobody was spawned.
void report_spawn_error(const SpawnError& error, const char* kind) noexcept;

/// Memory for one actor, given back unless one was made in it.
class ActorBlock {
public:
  explicit ActorBlock(std::size_t size) noexcept : block_{engine::memory::allocate(size)}, size_{size} {}
  ~ActorBlock() {
    if (block_ != nullptr) {
      engine::memory::release(block_, size_);
    }
  }
  ActorBlock(const ActorBlock&) = delete;
  ActorBlock& operator=(const ActorBlock&) = delete;

  [[nodiscard]] bool has_memory() const noexcept { return block_ != nullptr; }
  /// Throws what the actor's constructor does.
  template <class Made, class... Arguments>
  Made& make(Arguments&&... arguments) {
    static_assert(alignof(Made) <= engine::memory::alignment, "over-aligned actors cannot be spawned");
    auto* const made = ::new (block_) Made{std::forward<Arguments>(arguments)...};
    block_ = nullptr;
    return *made;
  }

private:
  void* block_;
  std::size_t size_;
};

/// Makes an actor `Made` below `parent`, which gives `ActorRef<T>`.
template <class T, class Made, class... Arguments>
Spawned<T> spawn_below(Actor& parent, const ActorKind& kind, const SpawnOptions& options, Arguments&&... arguments) {
  ActorBlock block{sizeof(Made)};
  if (!block.has_memory()) {
    return std::unexpected{SpawnError{Error::out_of_memory}};
  }
  Made& made = block.make<Made>(parent.record(), &parent, std::forward<Arguments>(arguments)...);
  const auto address = parent.adopt(made, kind, options);
  if (!address.has_value()) {
    return std::unexpected{address.error()};
  }
  return ActorRef<T>{*address};
}

/// What can spawn actors. `Derived` tells below whom, by `parent_of_spawned`.
///
/// `try_spawn` gives a reference or an error; `spawn` a reference in any case: if it failed that is said on the console,
/// and the reference is nobody's. Actors run at once, perhaps before this returns.
template <class Derived>
class Spawner {
public:
  /// From a function object: `[](Message) {...}` or `[](ActorContext<Message>&, Message) {...}`.
  template <class Handler, class Function = std::decay_t<Handler>>
    requires MessageHandler<Function>
  [[nodiscard]] Spawned<MessageOf<Function>> try_spawn(Handler&& handler, const SpawnOptions& options = {}) {
    using Made = HandlerActor<Function>;
    if (options.supervision.restarts() && !std::is_copy_constructible_v<Function>) {
      return std::unexpected{SpawnError{.error = Error::invalid_argument, .cannot_restart = true}};
    }
    const ActorKind kind{.label = Made::label,
                         .type = &engine::EnvelopeOf<MessageOf<Function>>::type_of,
                         .required_queue = required_queue<Function>()};
    return spawn_below<MessageOf<Function>, Made>(parent(), kind, options, Function(std::forward<Handler>(handler)),
                                                  options.supervision.may_restart() || parent().may_restart_children());
  }
  template <class Handler, class Function = std::decay_t<Handler>>
    requires MessageHandler<Function>
  ActorRef<MessageOf<Function>> spawn(Handler&& handler, const SpawnOptions& options = {}) {
    return get(try_spawn(std::forward<Handler>(handler), options));
  }

  /// From an actor class; its objects are made of `arguments`, of which copies are kept.
  template <class A, class... Arguments>
    requires ActorClass<A>
  [[nodiscard]] Spawned<A> try_spawn(const SpawnOptions& options = {}, Arguments&&... arguments) {
    using Made = ClassActorWith<A, std::decay_t<Arguments>...>;
    return spawn_below<A, Made>(parent(), ClassActor<A>::kind(), options, std::forward<Arguments>(arguments)...);
  }
  template <class A, class... Arguments>
    requires ActorClass<A>
  ActorRef<A> spawn(const SpawnOptions& options = {}, Arguments&&... arguments) {
    return get(try_spawn<A>(options, std::forward<Arguments>(arguments)...));
  }

  /// From a behavior.
  template <class T>
  [[nodiscard]] Spawned<T> try_spawn(const Behavior<T>& behavior, const SpawnOptions& options = {}) {
    using Made = BehaviorActor<T>;
    return spawn_below<T, Made>(parent(), Made::kind_of(behavior), Made::options_of(behavior, options), behavior);
  }
  template <class T>
  ActorRef<T> spawn(const Behavior<T>& behavior, const SpawnOptions& options = {}) {
    return get(try_spawn(behavior, options));
  }

  /// From props.
  template <class Properties>
    requires requires(Spawner& spawner, Properties&& properties) { std::move(properties).spawn_by(spawner); }
  [[nodiscard]] auto try_spawn(Properties properties) {
    return std::move(properties).spawn_by(*this);
  }
  template <class Properties>
    requires requires(Spawner& spawner, Properties&& properties) { std::move(properties).spawn_by(spawner); }
  auto spawn(Properties properties) {
    return get(std::move(properties).spawn_by(*this));
  }

private:
  [[nodiscard]] Actor& parent() noexcept { return static_cast<Derived&>(*this).parent_of_spawned(); }

  template <class T>
  static ActorRef<T> get(const Spawned<T>& spawned) noexcept {
    if (!spawned.has_value()) {
      report_spawn_error(spawned.error(), engine::type_name<T>.text);
      return {};
    }
    return *spawned;
  }
};

}  // namespace sluice::inline SLUICE_ABI
