// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <new>
#include <sluice/actors/actor_cell.hpp>
#include <sluice/actors/actor_ref.hpp>
#include <sluice/actors/handler.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/executor.hpp>
#include <sluice/engine/memory.hpp>
#include <sluice/engine/mutex.hpp>
#include <type_traits>
#include <utility>

namespace sluice::inline SLUICE_ABI {

/// Actors, and the executor that runs them.
///
/// Thread safety: `spawn` from any thread.
/// Blocks: the destructor, until every message that was sent is handled.
///
/// Thin on purpose: actors live as long as the system; no names, supervision or deadline yet.
class ActorSystem {
public:
  /// Runs on the executor that this build prefers; on a hosted build, workers of Taskflow, one per core.
  ActorSystem() noexcept;

  /// Runs on `executor`, which must live longer than the system.
  explicit ActorSystem(engine::Executor& executor) noexcept : executor_{executor} {}

  ~ActorSystem();
  ActorSystem(const ActorSystem&) = delete;
  ActorSystem& operator=(const ActorSystem&) = delete;

  /// Makes an actor from a handler, `[](Message) {...}` or `[](ActorContext<Message>&, Message) {...}`.
  template <class Handler>
    requires MessageHandler<std::decay_t<Handler>>
  ActorRef<MessageOf<std::decay_t<Handler>>> spawn(Handler&& handler) {
    using Cell = HandlerCell<std::decay_t<Handler>>;
    static_assert(alignof(Cell) <= engine::memory::alignment, "over-aligned actors cannot be spawned");
    void* const block = engine::memory::allocate(sizeof(Cell));
    engine::check(block != nullptr, "there is memory for an actor");
    auto* const cell = ::new (block) Cell{executor_, std::decay_t<Handler>(std::forward<Handler>(handler))};
    adopt(*cell);
    return ActorRef<typename Cell::Message>{*cell};
  }

private:
  void adopt(ActorCell& cell) noexcept;

  engine::Executor* owned_ = nullptr;
  engine::Executor& executor_;
  SyncMutex<ActorCell*> newest_;
};

}  // namespace sluice::inline SLUICE_ABI
