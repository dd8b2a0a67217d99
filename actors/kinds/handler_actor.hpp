// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <new>
#include <sluice/actors/actor_context.hpp>
#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/messages/guard.hpp>
#include <sluice/actors/messages/handler.hpp>
#include <sluice/actors/waiting/message_invoker.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/envelope.hpp>
#include <sluice/engine/memory.hpp>
#include <sluice/engine/type_name.hpp>
#include <type_traits>
#include <utility>

namespace sluice::inline SLUICE_ABI {

/// An actor whose state and behaviour are one function object. Spawned with a supervision that restarts, it keeps a copy
/// as it was at first.
template <class Handler>
class HandlerActor final : public Actor {
public:
  using Message = MessageOf<Handler>;

  /// Viewers show it under the name of its message.
  static constexpr engine::trace::Label label{engine::type_name<Message>.text, "run", __FILE__, __LINE__,
                                              engine::trace::color::dispatch};

  /// Throws what moving or copying the handler does.
  HandlerActor(SystemRecord& record, Actor* parent, Handler&& handler, bool restarts)
      : HandlerActor{record, parent, std::move(handler)} {
    if constexpr (std::is_copy_constructible_v<Handler>) {
      if (!restarts) {
        return;
      }
      if (ActorBlock block{sizeof(Handler)}; block.has_memory()) {
        Handler& copy = block.template make<Handler>(std::as_const(room_.state));
        if (!keep_original(&copy)) {
          end_original(copy);
        }
      }
    }
  }

private:
  HandlerActor(SystemRecord& record, Actor* parent, Handler&& handler) : Actor{record, parent} {
    ::new (&room_) Handler(std::move(handler));
    has_state_ = true;
  }
  ~HandlerActor() {
    end_state();
    if (auto* const kept = static_cast<Handler*>(original())) {
      end_original(*kept);
    }
  }

  void receive(engine::Envelope& envelope) noexcept override {
    if (envelope.type != &engine::EnvelopeOf<Message>::type_of) [[unlikely]] {
      reject_type(envelope);
      return;
    }
    MessageInvoker<Message, Message>::invoke(
        *this, envelope, [this](ActorContext<Message>& context, Message&& message) -> decltype(auto) {
          return invoke_handler<Message>(room_.state, context, std::move(message));
        });
  }

  const char* handled_type() const noexcept override { return engine::type_name<Message>.text; }

  bool can_renew() const noexcept override { return original() != nullptr; }
  bool renew() noexcept override {
    if constexpr (std::is_copy_constructible_v<Handler>) {
      if (const auto* const kept = static_cast<const Handler*>(original())) {
        end_state();
        guarded(*this, nullptr, [&] {
          ::new (&room_) Handler(*kept);
          has_state_ = true;
        });
      }
    }
    return can_renew() && has_state_;
  }

  static void end_original(Handler& original) noexcept {
    original.~Handler();
    engine::memory::release(&original, sizeof(Handler));
  }
  void end_state() noexcept {
    if (std::exchange(has_state_, false)) {
      room_.state.~Handler();
    }
  }

  void destroy() noexcept override {
    this->~HandlerActor();
    engine::memory::release(this, sizeof(HandlerActor));
  }

  StateRoom<Handler> room_;
};

}  // namespace sluice::inline SLUICE_ABI
