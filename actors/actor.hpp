// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/actors/handler.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/cell.hpp>
#include <sluice/engine/intrusive_list.hpp>
#include <sluice/engine/memory.hpp>
#include <sluice/engine/mutex.hpp>
#include <sluice/engine/type_name.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI {

class Actor;

/// The actors of one system.
struct Siblings {
  SyncMutex<engine::IntrusiveList<Actor>> open;  ///< those that the system has not closed yet
  engine::Atomic<std::uint32_t> living{0};       ///< those that have not left yet
};

/// What lives in a cell: an actor, one of its system's.
class Actor : public engine::Occupant, public engine::ListLink<Actor> {
public:
  engine::Address address;  ///< written before anybody can send to it

protected:
  explicit Actor(Siblings& siblings) noexcept : siblings_{siblings} {}
  ~Actor() = default;

  [[nodiscard]] Siblings& siblings_of() const noexcept { return siblings_; }

  /// The last touch of the system, when the actor is gone already.
  static void say_goodbye(Siblings& siblings) noexcept {
    // release | everything the actor did, to the acquire in the system's destructor, which ends what it relied on.
    siblings.living.fetch_sub(1, std::memory_order_release);
  }

private:
  Siblings& siblings_;
};

/// An actor whose state and behaviour are one function object.
template <class Handler>
class HandlerActor final : public Actor {
public:
  using Message = MessageOf<Handler>;

  // Viewers show a slice under the name of the message type until actors have types of their own.
  static constexpr engine::trace::Label label{engine::type_name<Message>.text, "run", __FILE__, __LINE__,
                                              engine::trace::color::dispatch};

  HandlerActor(Siblings& siblings, Handler&& handler) noexcept : Actor{siblings}, handler_{std::move(handler)} {}

private:
  ~HandlerActor() = default;

  void handle(engine::Envelope& envelope) noexcept override {
    ActorContext<Message> context{address};
    invoke_handler<Message>(handler_, context, std::move(static_cast<engine::EnvelopeOf<Message>&>(envelope).message));
  }
  void handle_system(engine::SystemNode&) noexcept override {}
  void resume_handler() noexcept override {}
  void leave() noexcept override {
    Siblings& siblings = siblings_of();
    this->~HandlerActor();
    engine::memory::release(this, sizeof(HandlerActor));
    say_goodbye(siblings);
  }

  Handler handler_;
};

}  // namespace sluice::inline SLUICE_ABI
