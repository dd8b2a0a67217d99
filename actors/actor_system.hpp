// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <new>
#include <sluice/actors/actor.hpp>
#include <sluice/actors/actor_ref.hpp>
#include <sluice/actors/handler.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/dispatch/dispatcher.hpp>
#include <sluice/engine/executor.hpp>
#include <sluice/engine/memory.hpp>
#include <type_traits>
#include <utility>

namespace sluice::inline SLUICE_ABI {

/// Actors, and the executor that runs them.
///
/// Thread safety: `spawn` from any thread.
/// Blocks: the destructor, until every message that was sent before it is handled. No thread may be inside a `tell` to
/// the system's actors when it ends; messages of its own actors' last moments become dead letters.
///
/// Thin on purpose: actors live as long as the system; no names, supervision or deadline yet.
class ActorSystem {
public:
  /// Runs on the executor that this build prefers; on a hosted build, workers of Taskflow, one per core.
  ActorSystem() noexcept;

  /// Runs on `executor`, which must live longer than the system.
  explicit ActorSystem(engine::Executor& executor) noexcept : executor_{executor}, dispatcher_{executor} {}

  ~ActorSystem();
  ActorSystem(const ActorSystem&) = delete;
  ActorSystem& operator=(const ActorSystem&) = delete;

  /// Makes an actor from a handler, `[](Message) {...}` or `[](ActorContext<Message>&, Message) {...}`.
  template <class Handler>
    requires MessageHandler<std::decay_t<Handler>>
  ActorRef<MessageOf<std::decay_t<Handler>>> spawn(Handler&& handler) {
    using Made = HandlerActor<std::decay_t<Handler>>;
    static_assert(alignof(Made) <= engine::memory::alignment, "over-aligned actors cannot be spawned");
    void* const block = engine::memory::allocate(sizeof(Made));
    engine::check(block != nullptr, "there is memory for an actor");
    auto* const actor = ::new (block) Made{actors_, std::decay_t<Handler>(std::forward<Handler>(handler))};
    move_in(*actor, Made::label);
    return ActorRef<typename Made::Message>{actor->address};
  }

private:
  [[nodiscard]] engine::Cell* take_open() noexcept;
  void move_in(Actor& actor, const engine::trace::Label& label) noexcept;

  engine::Executor* owned_ = nullptr;
  engine::Executor& executor_;
  engine::Dispatcher dispatcher_;
  Siblings actors_;
};

}  // namespace sluice::inline SLUICE_ABI
