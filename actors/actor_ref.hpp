// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <expected>
#include <sluice/actors/ask/carrying.hpp>
#include <sluice/actors/ask/offer_future.hpp>
#include <sluice/actors/ask/request_future.hpp>
#include <sluice/actors/messages/class_handlers.hpp>
#include <sluice/actors/messages/deleted.hpp>
#include <sluice/actors/messages/delivery.hpp>
#include <sluice/actors/messages/receives.hpp>
#include <sluice/actors/untyped_ref.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/address.hpp>
#include <source_location>
#include <utility>

namespace sluice::inline SLUICE_ABI {

/// An address of one actor: for the messages of type `T`, or for all that the actor class `T` handles. Two words; copy it
/// freely. It may outlive its actor: then what it is told becomes a dead letter. It may outlive its system: then sending
/// is an error.
///
/// Thread safety: any thread.
template <class T>
class ActorRef {
public:
  /// Refers to nobody.
  constexpr ActorRef() noexcept = default;
  constexpr explicit ActorRef(engine::Address address) noexcept : address_{address} {}

  /// Narrows: whoever has this one can send messages of type `T` only.
  template <class Wide>
    requires(!std::same_as<Wide, T> && Receives<Wide, T>)
  explicit(false) ActorRef(const ActorRef<Wide>& wide) noexcept : address_{wide.address()} {
    use_handler<Wide, T>();
  }

  /// Sends `message`; it is handled later, after those that this thread sent to it before. An error means that it was not
  /// even queued: it is a dead letter then, unless the mailbox fails its senders (`Overflow::fail`) or the system is gone.
  Result<> tell(T message) const noexcept
    requires(!ActorClass<T>)
  {
    return tell_to<T>(address_, std::move(message));
  }
  template <class Message>
    requires Receives<T, Message>
  Result<> tell(Message message) const noexcept {
    use_handler<T, Message>();
    return tell_to<Message>(address_, std::move(message));
  }
  template <class Message>
  void tell(Message) const
    requires HasNoHandlerFor<T, Message>
  SLUICE_DELETED("the actor has no handler for this message");

  /// The same with something that goes with the message; a handler reads it by `ActorContext::header`.
  template <class Given = T, class Message = MessageFor<T, Given>>
    requires Accepts<T, Message>
  Result<> tell_with(const MessageHeaders& headers, Given message) const noexcept {
    use_handler<T, Message>();
    return tell_to<Message>(address_, static_cast<Message>(std::move(message)), {}, &headers);
  }

  /// The same, but what is not queued comes back, whatever the mailbox's policy.
  template <class Given = T, class Message = MessageFor<T, Given>>
    requires Accepts<T, Message>
  [[nodiscard]] std::expected<void, Rejected<Message>> try_tell(Given message) const noexcept {
    use_handler<T, Message>();
    return try_tell_to<Message>(address_, static_cast<Message>(std::move(message)));
  }

  /// Sends `message` as soon as there is room for it: a future, of which a plain thread `wait`s. A handler offers through
  /// its context instead.
  template <class Given = T, class Message = MessageFor<T, Given>>
    requires Accepts<T, Message>
  Carrying<OfferFuture, Message> offer(Given message) const noexcept {
    use_handler<T, Message>();
    return OfferFuture{address_, engine::EnvelopeOf<Message>::make(static_cast<Message>(std::move(message)))};
  }

  /// Sends `message` and names a sender: what the handler returns is told to it.
  template <class Given = T, class Answered, class Message = MessageFor<T, Given>>
    requires Accepts<T, Message>
  Result<> request(Given message, const ActorRef<Answered>& sender) const noexcept {
    use_handler<T, Message>();
    if constexpr (Answers<T, Message>) {
      if constexpr (Receives<Answered, ReplyOf<T, Message>>) {
        use_handler<Answered, ReplyOf<T, Message>>();
      }
    }
    return tell_to<Message>(address_, static_cast<Message>(std::move(message)), sender.address());
  }

  /// Sends `message` and gives a future of the answer; with a timeout, not for longer. A plain thread waits for it with
  /// `wait`; a handler asks through its context instead.
  template <class Given = T, class Message = MessageFor<T, Given>>
    requires Accepts<T, Message> && Answers<T, Message>
  [[nodiscard]] Carrying<RequestFuture<ReplyOf<T, Message>>, Message> ask(
      Given message, Duration timeout = {},
      std::source_location where = std::source_location::current()) const noexcept {
    use_handler<T, Message>();
    return RequestFuture<ReplyOf<T, Message>>::template send<Message>(
        address_, engine::type_name<T>.text, static_cast<Message>(std::move(message)), timeout, where);
  }
  template <class Message>
  void ask(Message, Duration = {}) const
    requires HasNoHandlerFor<T, Message>
  SLUICE_DELETED("the actor has no handler for this message");
  template <class Message = T>
  void ask(Message, Duration = {}) const
    requires HasNoAnswerTo<T, MessageFor<T, Message>>
  SLUICE_DELETED("the actor has no answer to this message: return one, or declare it as `using Reply = ...`");

  /// The same for a message that does not say what its answer is.
  template <class Reply, class Given = T, class Message = MessageFor<T, Given>>
    requires Accepts<T, Message>
  [[nodiscard]] Carrying<RequestFuture<Reply>, Message> request_future(
      Given message, Duration timeout = {},
      std::source_location where = std::source_location::current()) const noexcept {
    use_handler<T, Message>();
    return RequestFuture<Reply>::template send<Message>(address_, engine::type_name<T>.text,
                                                        static_cast<Message>(std::move(message)), timeout, where);
  }

  /// Ends the actor behind what it was told before: a message that it does not handle, but stops at. What it is told behind
  /// that becomes dead letters. As any message, it may find a full mailbox: then the error says so.
  Result<> poison() const noexcept { return untyped().poison(); }

  [[nodiscard]] constexpr engine::Address address() const noexcept { return address_; }
  [[nodiscard]] constexpr UntypedRef untyped() const noexcept { return UntypedRef{address_}; }
  /// Whether it refers to an actor that lives; out of date at once.
  [[nodiscard]] bool is_alive() const noexcept {
    return address_.cell != nullptr && address_.cell->is_current(address_.generation);
  }

  friend constexpr bool operator==(const ActorRef&, const ActorRef&) noexcept = default;
  friend constexpr bool operator==(const ActorRef& ref, const UntypedRef& untyped) noexcept {
    return ref.untyped() == untyped;
  }

private:
  engine::Address address_;
};

}  // namespace sluice::inline SLUICE_ABI
