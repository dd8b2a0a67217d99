// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <type_traits>
#include <utility>

namespace sluice::inline SLUICE_ABI {

template <class T>
class ActorContext;

/// Reads the message type off a handler's call operator: `(Message)` or `(ActorContext<Message>&, Message)`.
template <class CallOperator>
struct HandledMessage;

template <class Handler, class Return, class Message, bool IsNoexcept>
struct HandledMessage<Return (Handler::*)(Message) noexcept(IsNoexcept)>
    : std::type_identity<std::remove_cvref_t<Message>> {};
template <class Handler, class Return, class Message, bool IsNoexcept>
struct HandledMessage<Return (Handler::*)(Message) const noexcept(IsNoexcept)>
    : std::type_identity<std::remove_cvref_t<Message>> {};
template <class Handler, class Return, class Message, class Context, bool IsNoexcept>
struct HandledMessage<Return (Handler::*)(ActorContext<Context>&, Message) noexcept(IsNoexcept)>
    : std::type_identity<Context> {};
template <class Handler, class Return, class Message, class Context, bool IsNoexcept>
struct HandledMessage<Return (Handler::*)(ActorContext<Context>&, Message) const noexcept(IsNoexcept)>
    : std::type_identity<Context> {};

/// A function object with exactly one call operator, as spawned from a lambda.
template <class Handler>
concept MessageHandler = requires { typename HandledMessage<decltype(&Handler::operator())>::type; };

template <MessageHandler Handler>
using MessageOf = HandledMessage<decltype(&Handler::operator())>::type;

/// Calls `handler` in whichever of the two shapes it has.
template <class Message, class Handler>
decltype(auto) invoke_handler(Handler& handler, ActorContext<Message>& context,
                              std::type_identity_t<Message>&& message) {
  if constexpr (std::is_invocable_v<Handler&, ActorContext<Message>&, Message>) {
    return handler(context, std::move(message));
  } else {
    return handler(std::move(message));
  }
}

}  // namespace sluice::inline SLUICE_ABI
