// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <new>
#include <optional>
#include <sluice/actors/actor_context.hpp>
#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/messages/guard.hpp>
#include <sluice/actors/messages/handler.hpp>
#include <sluice/actors/messages/outcome.hpp>
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

  /// Throws what copying the handler does.
  HandlerActor(SystemRecord& record, Actor* parent, Handler&& handler, bool restarts)
      : Actor{record, parent}, handler_{std::move(handler)} {
    if constexpr (std::is_copy_constructible_v<Handler>) {
      if (restarts) {
        ActorBlock block{sizeof(Handler)};
        original_ = block.has_memory() ? &block.template make<Handler>(*handler_) : nullptr;
      }
    }
  }

private:
  ~HandlerActor() {
    if (original_ != nullptr) {
      original_->~Handler();
      engine::memory::release(original_, sizeof(Handler));
    }
  }

  void receive(engine::Envelope& envelope) noexcept override {
    if (envelope.type != &engine::EnvelopeOf<Message>::type_of) [[unlikely]] {
      reject_type(envelope);
      return;
    }
    ActorContext<Message> context{*this, &envelope};
    guarded(*this, &envelope, [&] {
      settle(*this, envelope, [&]() -> decltype(auto) {
        auto& message = static_cast<engine::EnvelopeOf<Message>&>(envelope).message;
        return invoke_handler<Message>(*handler_, context, std::move(message));
      });
    });
  }

  bool can_renew() const noexcept override { return original_ != nullptr; }
  bool renew() noexcept override {
    if constexpr (std::is_copy_constructible_v<Handler>) {
      handler_.reset();
      guarded(*this, nullptr, [&] { handler_.emplace(*original_); });
    }
    return handler_.has_value();
  }

  void destroy() noexcept override {
    this->~HandlerActor();
    engine::memory::release(this, sizeof(HandlerActor));
  }

  std::optional<Handler> handler_;
  Handler* original_ = nullptr;
};

}  // namespace sluice::inline SLUICE_ABI
