// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/actors/handler.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/mailbox.hpp>
#include <sluice/engine/memory.hpp>
#include <sluice/engine/type_name.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI {

/// One actor: its mailbox, and its place in the list of its system's actors.
class ActorCell : public engine::Mailbox {
public:
  /// Ends the actor and gives its memory back.
  virtual void destroy() noexcept = 0;

  ActorCell* next = nullptr;  ///< the actor spawned before this one

protected:
  using Mailbox::Mailbox;
  ~ActorCell() = default;
};

/// An actor whose state and behaviour are one function object.
template <class Handler>
class HandlerCell final : public ActorCell {
public:
  using Message = MessageOf<Handler>;

  HandlerCell(engine::Executor& executor, Handler&& handler) noexcept
      : ActorCell{executor, label}, handler_{std::move(handler)} {}

  void destroy() noexcept override {
    this->~HandlerCell();
    engine::memory::release(this, sizeof(HandlerCell));
  }

private:
  // Viewers show a slice under the name of the message type until actors have types of their own.
  static constexpr engine::trace::Label label{engine::type_name<Message>.text, "run", __FILE__, __LINE__,
                                              engine::trace::color::dispatch};

  ~HandlerCell() = default;

  void handle(engine::Envelope& envelope) noexcept override {
    ActorContext<Message> context{*this};
    invoke_handler<Message>(handler_, context, std::move(static_cast<engine::EnvelopeOf<Message>&>(envelope).message));
  }

  Handler handler_;
};

}  // namespace sluice::inline SLUICE_ABI
