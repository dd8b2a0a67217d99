// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <sluice/actors/actor_ref.hpp>
#include <sluice/actors/ask/context_ask.hpp>
#include <sluice/actors/ask/context_offer.hpp>
#include <sluice/actors/events/actor_subscription.hpp>
#include <sluice/actors/events/buffer/actor_buffer.hpp>
#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/messages/deleted.hpp>
#include <sluice/actors/messages/message_adapter_of.hpp>
#include <sluice/actors/messages/reply.hpp>
#include <sluice/actors/spawner.hpp>
#include <sluice/actors/stash_buffer.hpp>
#include <sluice/actors/timers/timer_scheduler.hpp>
#include <sluice/actors/waiting/sleep.hpp>
#include <sluice/config.hpp>
#include <source_location>
#include <span>
#include <string_view>
#include <utility>

namespace sluice::inline SLUICE_ABI {

class EventStream;

[[nodiscard]] engine::TimerWheel& timers_of(Actor& actor) noexcept;

/// Whether a handler may wait.
enum class HandlerPatience : std::uint8_t {
  none,
  beside,    ///< it may, and other messages are handled meanwhile
  blocking,  ///< it may, and none are
};

/// What a handler may know and do besides its message. Lives as long as the handler: during its call, and while it waits.
///
/// `T` is the actor's class, or its message type if it is a function or a behavior.
template <class T>
class ActorContext : public Spawner<ActorContext<T>> {
public:
  ActorContext(Actor& actor, engine::Envelope* envelope, HandlerPatience patience = HandlerPatience::none) noexcept
      : actor_{actor}, envelope_{envelope}, patience_{patience} {}
  ActorContext(const ActorContext&) = delete;
  ActorContext& operator=(const ActorContext&) = delete;

  /// The actor that handles this message.
  [[nodiscard]] ActorRef<T> self() const noexcept { return ActorRef<T>{actor_.address()}; }
  /// Who sent it, if it came by `request`; otherwise nobody.
  [[nodiscard]] UntypedRef sender() const noexcept {
    return envelope_ == nullptr ? UntypedRef{} : UntypedRef{envelope_->sender};
  }

  /// What its sender gave it beside the message, under that name.
  [[nodiscard]] std::optional<std::uint64_t> header(std::string_view name) const noexcept {
    return envelope_ == nullptr || envelope_->headers == nullptr ? std::nullopt : envelope_->headers->user.get(name);
  }

  /// Answers the message: to who asked, or to the sender it came with. Once; what a handler returns does the same.
  template <class Reply>
  void reply(Reply value) noexcept {
    if (envelope_ != nullptr) {
      reply_to<Reply>(*envelope_, std::move(value));
    }
  }

  /// Ends this actor when the handler has returned; what is in its mailbox becomes dead letters.
  void stop() noexcept { actor_.request_stop(); }
  /// Ends another one.
  template <class Other>
  Result<> stop(const ActorRef<Other>& other) noexcept {
    return tell_control(other.address(), Control::Kind::stop);
  }
  /// Ends this actor, or another one, behind what is in its mailbox now.
  Result<> poison() noexcept { return self().poison(); }
  template <class Other>
  Result<> poison(const ActorRef<Other>& other) noexcept {
    return other.poison();
  }
  /// Has another one start anew; see `ActorSystem::restart`.
  template <class Other>
  Result<> restart(const ActorRef<Other>& other) noexcept {
    return tell_control(other.address(), Control::Kind::restart);
  }

  /// Wants to know when `other` has ended: `Terminated` comes then, at once if it is gone already.
  template <class Other>
    requires(!ActorClass<T> || Receives<T, Terminated>)
  Result<> watch(const ActorRef<Other>& other) noexcept {
    return actor_.watch(other.address(), nullptr);
  }
  template <class Other>
  void watch(const ActorRef<Other>&)
    requires HasNoHandlerForTerminated<T>
  SLUICE_DELETED("the actor has no handler for Terminated: give it an on(Terminated), or use watch_with");
  /// The same, but `message` comes.
  template <class Other, class Given = T, class Message = MessageFor<T, Given>>
    requires Accepts<T, Message>
  Result<> watch_with(const ActorRef<Other>& other, Given message) noexcept {
    use_handler<T, Message>();
    auto* const envelope = engine::EnvelopeOf<Message>::make(static_cast<Message>(std::move(message)));
    return envelope == nullptr ? Result<>{std::unexpected{Error::out_of_memory}}
                               : actor_.watch(other.address(), envelope);
  }
  /// Does not want to know it any more, not even if it has happened.
  template <class Other>
  void unwatch(const ActorRef<Other>& other) noexcept {
    actor_.unwatch(other.address());
  }

  /// Asks `other`; `adapt` makes a message of its own of the outcome, an `expected<Reply, AskError>`, which it handles as
  /// any other. Without an answer before `timeout`, if there is one, the outcome is an error.
  template <class Other, class Message, class Adapt>
    requires Accepts<Other, Message> && Answers<Other, Message> && MakesMessageOf<Adapt, T, AskOutcome<Other, Message>>
  Result<> ask(const ActorRef<Other>& other, Message message, Duration timeout, Adapt adapt,
               std::source_location where = std::source_location::current()) noexcept {
    use_handler<Other, Message>();
    return ask_for<T, ReplyOf<Other, Message>, Message>(actor_, other.address(), engine::type_name<Other>.text,
                                                        std::move(message), timeout, std::move(adapt), where);
  }

  /// For a handler that waits: a future of the answer. Of a handler that answers an ask itself, it is not waited for
  /// longer than that one is.
  template <class Other, class Message>
    requires Accepts<Other, Message> && Answers<Other, Message>
  [[nodiscard]] Carrying<RequestFuture<ReplyOf<Other, Message>>, Message> ask(
      const ActorRef<Other>& other, Message message, Duration timeout = {},
      std::source_location where = std::source_location::current()) noexcept {
    use_handler<Other, Message>();
    const AskLink link =
        link_ask(actor_, envelope_, patience_ != HandlerPatience::none, patience_ == HandlerPatience::blocking);
    return RequestFuture<ReplyOf<Other, Message>>::template send_linked<Message>(
        link, other.address(), engine::type_name<Other>.text, std::move(message), timeout, where);
  }

  template <class Other, class Message>
  void ask(const ActorRef<Other>&, Message, Duration = {})
    requires HasNoHandlerFor<Other, Message>
  SLUICE_DELETED("the actor has no handler for this message");
  template <class Other, class Message>
  void ask(const ActorRef<Other>&, Message, Duration = {})
    requires HasNoAnswerTo<Other, Message>
  SLUICE_DELETED("the actor has no answer to this message: return one, or declare it as `using Reply = ...`");

  /// For a handler that waits: a future of the moment after `time`.
  [[nodiscard]] Sleep sleep(Duration time) noexcept { return Sleep{timers_of(actor_), time}; }

  /// Whether the message came by an ask that nobody waits for any more: it was given up, its time is over, or that is so of
  /// an ask which this one helps to answer.
  [[nodiscard]] bool is_cancelled() const noexcept {
    return envelope_ != nullptr && envelope_->reply != nullptr &&
           static_cast<const AskSlot&>(*envelope_->reply).is_unwanted();
  }
  /// Until when an ask that this message came by is waited for; nothing if it is none, or for ever.
  [[nodiscard]] std::optional<Instant> deadline() const noexcept {
    return envelope_ == nullptr || envelope_->reply == nullptr
               ? std::nullopt
               : static_cast<const AskSlot&>(*envelope_->reply).deadline();
  }

  /// Sends `message` to `other` as soon as there is room for it. Until then this actor handles no other message once this
  /// handler has returned; no thread waits. An error, now or later, means a dead letter.
  template <class Other, class Given = Other, class Message = MessageFor<Other, Given>>
    requires Accepts<Other, Message>
  Carrying<ContextOffer, Message> offer(const ActorRef<Other>& other, Given message) noexcept {
    use_handler<Other, Message>();
    return ContextOffer{actor_, other.address(),
                        engine::EnvelopeOf<Message>::make(static_cast<Message>(std::move(message)))};
  }
  template <class Other, class Message, class Adapt>
  void ask(const ActorRef<Other>&, Message, Duration, Adapt)
    requires HasNoHandlerFor<Other, Message>
  SLUICE_DELETED("the actor has no handler for this message");
  template <class Other, class Message, class Adapt>
  void ask(const ActorRef<Other>&, Message, Duration, Adapt)
    requires HasNoAnswerTo<Other, Message>
  SLUICE_DELETED("the actor has no answer to this message: return one, or declare it as `using Reply = ...`");
  template <class Other, class Message, class Adapt>
    requires Answers<Other, Message>
  void ask(const ActorRef<Other>&, Message, Duration, Adapt)
    requires MakesNoMessageOf<Adapt, T, AskOutcome<Other, Message>>
  SLUICE_DELETED("this adapter makes no message of the actor");

  /// From now on this actor takes messages of type `Foreign` as well: `adapt` makes one of its own of each. The last one
  /// registered for a type counts.
  template <class Foreign, class Adapt>
    requires MakesMessageOf<Adapt, T, Foreign>
  [[nodiscard]] Result<ActorRef<Foreign>> message_adapter(Adapt adapt) noexcept {
    return add_adapter<T, Foreign>(actor_, std::move(adapt));
  }
  template <class Foreign, class Adapt>
  void message_adapter(Adapt)
    requires MakesNoMessageOf<Adapt, T, Foreign>
  SLUICE_DELETED("this adapter makes no message of the actor");

  /// Keeps `message`, the one that is handled, for later. A full stash gives an error and a dead letter.
  template <class Message>
  Result<> stash(Message message) noexcept {
    return StashBuffer<Message>{actor_}.stash(std::move(message));
  }
  /// Everything it kept comes next, oldest first.
  void unstash_all() noexcept { sluice::unstash_all(actor_); }

  /// Messages to itself that come later.
  [[nodiscard]] TimerScheduler<T> timers() noexcept { return TimerScheduler<T>{actor_}; }
  /// `message` comes whenever no message was handled for `timeout`, and again as long after that. All messages count,
  /// those of timers too, but for the types `Ignored`. One at a time: the last one set counts.
  template <class... Ignored, class Message>
    requires Accepts<T, Message> && std::copy_constructible<Message>
  Result<> set_receive_timeout(Duration timeout, Message message) noexcept {
    static constexpr const engine::MessageType* types[]{&engine::EnvelopeOf<Ignored>::type_of..., nullptr};
    return sluice::set_receive_timeout(actor_,
                                       TimerScheduler<T>::template repeated<Message>(timeout, std::move(message), {}),
                                       {types, sizeof...(Ignored)});
  }
  void cancel_receive_timeout() noexcept { cancel_timer(actor_, TimerKey::of_receive_timeout()); }

  [[nodiscard]] EventStream& events() const noexcept { return events_of(actor_); }
  /// Gets the events of type `Event` as messages, until it ends.
  template <class Event>
    requires Accepts<T, Event>
  Result<> subscribe() noexcept {
    use_handler<T, Event>();
    return subscribe_actor<Event>(actor_);
  }

  /// The same by a buffer: of those that wait for it, none is in its mailbox. What finds the buffer full goes by its
  /// policy. An actor that handles `BackpressureHint` is told when the buffer fills up, and when it has room again.
  template <class Event>
    requires Accepts<T, Event>
  Result<> subscribe(const EventBufferOptions& options) noexcept {
    use_handler<T, Event>();
    constexpr bool wants_hints = Accepts<T, BackpressureHint>;
    if constexpr (wants_hints) {
      use_handler<T, BackpressureHint>();
    }
    return subscribe_actor_buffered<Event, wants_hints>(actor_, options);
  }

  /// How often it failed and started anew.
  [[nodiscard]] RestartStatistics restart_statistics() const noexcept { return restart_statistics_of(actor_); }

  /// Does not get them any more: of a buffer nothing, without one what is in its mailbox already.
  template <class Event>
  void unsubscribe() noexcept {
    end_subscriptions_to(actor_, event_type<Event>);
  }

  /// Its path, as "/user/parent/name", into `text`.
  [[nodiscard]] std::string_view path(std::span<char> text) const noexcept {
    TextWriter writer{text.data(), text.size()};
    actor_.write_path(writer);
    return writer.text();
  }

  /// Not part of the API.
  [[nodiscard]] Actor& parent_of_spawned() noexcept { return actor_; }
  [[nodiscard]] engine::Envelope* handled() noexcept { return envelope_; }

private:
  Actor& actor_;
  engine::Envelope* envelope_;
  HandlerPatience patience_;
};

}  // namespace sluice::inline SLUICE_ABI
