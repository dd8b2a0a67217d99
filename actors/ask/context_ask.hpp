// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <expected>
#include <new>
#include <sluice/actors/ask/actor_ask.hpp>
#include <sluice/actors/ask/ask_slot.hpp>
#include <sluice/actors/ask/request_future.hpp>
#include <sluice/actors/messages/class_handlers.hpp>
#include <sluice/actors/messages/delivery.hpp>
#include <sluice/actors/messages/guard.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/memory.hpp>
#include <source_location>
#include <type_traits>
#include <utility>

namespace sluice::inline SLUICE_ABI {

/// Takes `ask`, which has not been sent, to those whose answers the actor waits for; false if memory runs out.
[[nodiscard]] bool keep_ask(Actor& actor, ActorAsk& ask) noexcept;

/// What an ask of `Message` comes to.
template <class T, class Message>
using AskOutcome = std::expected<ReplyOf<T, Message>, AskError>;

/// An ask of an actor `T`, and what makes a message of its outcome.
template <class T, class Reply, class Adapt>
class ContextAsk final : public AskSlotOf<Reply>, public ActorAsk {
public:
  using Outcome = std::expected<Reply, AskError>;

  ContextAsk(SystemRecord& record, engine::Address asker, Adapt&& adapt) noexcept
      : AskSlotOf<Reply>{record}, ActorAsk{asker}, adapt_{std::move(adapt)} {}

  void lose_answer() noexcept override {
    if (this->value.has_value()) {
      engine::EnvelopeOf<Reply> lost{std::move(*this->value)};
      this->value.reset();
      this->lose(lost, engine::DeadLetterReason::late_answer);
    }
  }
  [[nodiscard]] AskSlot& slot() noexcept override { return *this; }

private:
  ~ContextAsk() = default;

  void finish(Actor& asker) noexcept override {
    guarded(asker, nullptr, [&] {
      auto message =
          adapt_(this->value.has_value() ? Outcome{std::move(*this->value)} : Outcome{std::unexpected{this->error}});
      using Message = decltype(message);
      static_assert(Accepts<T, Message>, "the message that is made of an answer is one that the actor handles");
      use_handler<T, Message>();
      tell_unreturned<Message>(asker.address(), std::move(message));
    });
  }

  void on_settled() noexcept override {
    if (!send()) {
      lose_answer();
    }
  }

  void on_timeout() noexcept override { expire(); }

  void destroy() noexcept override {
    this->~ContextAsk();
    engine::memory::release(this, sizeof(ContextAsk));
  }

  Adapt adapt_;
};

/// Sends `message` to `target` for `actor`.
template <class T, class Reply, class Message, class Adapt>
Result<> ask_for(Actor& actor, engine::Address target, const char* target_name, std::type_identity_t<Message>&& message,
                 Duration timeout, Adapt adapt, std::source_location where) noexcept {
  using Ask = ContextAsk<T, Reply, Adapt>;
  static_assert(std::is_nothrow_move_constructible_v<Adapt>, "what adapts an answer moves without throwing");
  void* const block = engine::memory::allocate(sizeof(Ask));
  if (block == nullptr) {
    return std::unexpected{Error::out_of_memory};
  }
  auto* const ask = ::new (block) Ask{actor.record(), actor.address(), std::move(adapt)};
  if (!keep_ask(actor, *ask)) {
    ask->drop();
    ask->drop();
    return std::unexpected{Error::out_of_memory};
  }
  send_question<Message>(*ask, target, target_name, std::move(message), timeout, where);
  return {};
}

}  // namespace sluice::inline SLUICE_ABI
