// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/actors/messages/handler_table.hpp>
#include <sluice/actors/messages/receives.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/envelope.hpp>

namespace sluice::inline SLUICE_ABI {

/// Has the actor, of class `A`, handle the message in `envelope`; defined beside the actors of classes.
template <class A, class Message>
void handle_by_class(Actor& actor, engine::Envelope& envelope) noexcept;

template <class A>
inline constinit HandlerTable handlers_of{};
template <class A, class Message>
inline constinit HandlerEntry handler_of{engine::EnvelopeOf<Message>::type_of, &handle_by_class<A, Message>};

/// From here on actors of class `T`, if it is one, find their handler for `Message`.
template <class T, class Message>
void use_handler() noexcept {
  if constexpr (ActorClass<T>) {
    handlers_of<T>.enter(handler_of<T, Message>);
  }
}

/// What an actor class may declare: `using Accepted = MessageTypes<Inc, Get>;`. Needed only for messages that nobody
/// sends by a typed reference: those that come by an `UntypedRef`.
template <class... Messages>
struct MessageTypes {
  template <class A>
  static void use_handlers() noexcept {
    (use_handler<A, Messages>(), ...);
  }
};

}  // namespace sluice::inline SLUICE_ABI
