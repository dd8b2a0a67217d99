// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/actors/actor_context.hpp>
#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/messages/guard.hpp>
#include <sluice/actors/messages/outcome.hpp>
#include <sluice/actors/spawner.hpp>
#include <sluice/actors/waiting/pending.hpp>
#include <sluice/actors/waiting/waiting_handler_of.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/envelope.hpp>
#include <type_traits>
#include <utility>

namespace sluice::inline SLUICE_ABI {

/// What becomes of a handler that may wait, before it is called.
struct WaitingMode {
  bool has_room = false;   ///< otherwise memory has run out
  bool is_beside = false;  ///< other messages are handled while it waits
};
[[nodiscard]] WaitingMode prepare_to_wait(Actor& actor) noexcept;
/// Has `handler`, which was called just now, go on; then its actor waits until it is over.
void start_waiting(Actor& actor, WaitingHandler& handler) noexcept;
/// There is no memory for a handler that may wait: the message is a dead letter.
void lose_unhandled(Actor& actor, engine::Envelope& envelope) noexcept;

/// Calls a handler that may wait: `call(context, message)`. `ending(actor, envelope, value)` takes what it gives in the end.
template <class T, class Message, class Call, class Ending>
void invoke_waiting(Actor& actor, engine::Envelope& envelope, Call& call, Ending ending) noexcept {
  using Returned = std::remove_cvref_t<std::invoke_result_t<Call&, ActorContext<T>&, Message&&>>;
  using Handler = WaitingHandlerOf<T, Message, typename PendingWork<Returned>::type, Ending>;
  const WaitingMode mode = prepare_to_wait(actor);
  ActorBlock block{mode.has_room ? sizeof(Handler) : 0};
  if (!mode.has_room || !block.has_memory()) {
    lose_unhandled(actor, envelope);
    return;
  }
  auto& handler = block.template make<Handler>(actor, mode.is_beside,
                                               static_cast<engine::EnvelopeOf<Message>&>(envelope), std::move(ending));
  if (handler.begin(actor, call)) {
    start_waiting(actor, handler);
  } else {
    handler.end();
  }
}

/// The one way in which a message comes to a handler, and what that returns to the actor: nothing, an answer, a failure, or
/// something that waits and gives one of these in the end.
///
/// `T` is the actor's class, or its message type if it is a function.
template <class T, class Message>
class MessageInvoker {
public:
  /// By the actor's runner. `call(context, message)` is the handler; what it throws ends the actor.
  template <class Call>
  static void invoke(Actor& actor, engine::Envelope& envelope, Call&& call) noexcept {
    using Returned = std::invoke_result_t<Call&, ActorContext<T>&, Message&&>;
    if constexpr (Waits<Returned>) {
      invoke_waiting<T, Message>(actor, envelope, call, Conclusion{});
    } else {
      ActorContext<T> context{actor, &envelope};
      guarded(actor, &envelope, [&] {
        settle(actor, envelope, [&]() -> decltype(auto) {
          return call(context, std::move(static_cast<engine::EnvelopeOf<Message>&>(envelope).message));
        });
      });
    }
  }

private:
  struct Conclusion {
    template <class Value>
    void operator()(Actor& actor, engine::Envelope& envelope, Value&& value) const {
      conclude(actor, envelope, std::forward<Value>(value));
    }
  };
};

}  // namespace sluice::inline SLUICE_ABI
