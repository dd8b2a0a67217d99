// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <sluice/actors/messages/outcome_types.hpp>
#include <sluice/config.hpp>
#include <type_traits>
#include <utility>

namespace sluice::inline SLUICE_ABI {

template <class T>
class ActorContext;
struct Terminated;

/// Not part of the API: makes `on` ambiguous in a class derived from this and from one that has an `on` of its own.
struct OtherOn {
  void on();
};
template <class T>
struct OnProbe : T, OtherOn {};

template <class T>
concept HasOneOn = requires { &T::on; };
/// Whether a class has something called `on`: asked of a final class, one thing only.
template <class T>
concept HasOn = HasOneOn<T> || (std::is_class_v<T> && !std::is_final_v<T> && !requires { &OnProbe<T>::on; });
template <class T>
concept HasOnField = HasOneOn<T> && std::is_member_object_pointer_v<decltype(&T::on)>;

/// A class whose objects are actors: its handlers are the overloads of `on`. A message may have a field of that name.
template <class T>
concept ActorClass = std::is_class_v<T> && HasOn<T> && !HasOnField<T>;

template <class A, class Message>
concept ReceivesAlone = requires(A& actor, Message&& message) { actor.on(std::move(message)); };
template <class A, class Message>
concept ReceivesInContext =
    requires(A& actor, ActorContext<A>& context, Message&& message) { actor.on(context, std::move(message)); };

/// The actor class `A` has a handler for `Message`: `on(Message)` or `on(ActorContext<A>&, Message)`.
template <class A, class Message>
concept Receives = ActorClass<A> && (ReceivesAlone<A, Message> || ReceivesInContext<A, Message>);

/// What can be told to an `ActorRef<T>`: a `T`, or whatever the actor class `T` handles.
template <class T, class Message>
concept Accepts = Receives<T, Message> || (!ActorClass<T> && std::same_as<T, Message>);

/// A `Given` becomes a `T` and loses nothing by its type; whether a number fits is up to who tells it.
template <class Given, class T>
concept Becomes = std::convertible_to<Given, T> && (requires(Given&& given) { T{std::forward<Given>(given)}; } ||
                                                    (std::integral<Given> && std::integral<T>));
/// As what a `Given` is told to an `ActorRef<T>`: as a `T` if it becomes one, and otherwise as it is. Asked only when
/// `Given` is known: while a message that has a reference to its own kind is declared, `T` is incomplete.
template <class T, class Given>
struct ToldAs : std::conditional<!ActorClass<T> && Becomes<Given, T>, T, Given> {};
template <class T, class Given>
using MessageFor = ToldAs<T, Given>::type;

/// Neither is it one, nor does it become one. The name is what a compiler shows, and so below.
template <class T, class Message>
concept HasNoHandlerFor = !Accepts<T, Message> && (ActorClass<T> || !std::convertible_to<Message, T>);
template <class T>
concept HasNoHandlerForTerminated = ActorClass<T> && !Receives<T, Terminated>;

/// Calls the handler of `actor` for `message`.
template <class A, class Message>
decltype(auto) call_on(A& actor, ActorContext<A>& context, Message&& message) {
  if constexpr (ReceivesInContext<A, Message>) {
    return actor.on(context, std::forward<Message>(message));
  } else {
    return actor.on(std::forward<Message>(message));
  }
}

template <class Message>
concept SaysReply = requires { typename Message::Reply; };

/// What an ask of `Message` is answered with: what the handler returns; if that says nothing, or is not known, what the
/// message itself declares as `Reply`.
template <class T, class Message>
struct ReplyTo {};
template <class T, class Message>
  requires SaysReply<Message>
struct ReplyTo<T, Message> : std::type_identity<typename Message::Reply> {};
template <class A, class Message>
  requires(!SaysReply<Message> && Receives<A, Message> &&
           !std::is_void_v<typename AnswerIn<decltype(call_on(std::declval<A&>(), std::declval<ActorContext<A>&>(),
                                                              std::declval<Message &&>()))>::type>)
struct ReplyTo<A, Message>
    : AnswerIn<decltype(call_on(std::declval<A&>(), std::declval<ActorContext<A>&>(), std::declval<Message&&>()))> {};

/// A message that can be asked: it is known what the answer is.
template <class T, class Message>
concept Answers = requires { typename ReplyTo<T, Message>::type; };
template <class T, class Message>
concept HasNoAnswerTo = Accepts<T, Message> && !Answers<T, Message>;
template <class T, class Message>
using ReplyOf = ReplyTo<T, Message>::type;

/// `Adapt` makes a message of an actor `T` of a `Source`.
template <class Adapt, class T, class Source>
concept MakesMessageOf = Accepts<T, std::decay_t<std::invoke_result_t<Adapt&, Source&&>>>;
template <class Adapt, class T, class Source>
concept MakesNoMessageOf = !MakesMessageOf<Adapt, T, Source>;

}  // namespace sluice::inline SLUICE_ABI
