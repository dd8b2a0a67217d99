// SPDX-License-Identifier: BSL-1.0
// What handlers give their actor to keep: asks, adapters, subscriptions, stashed messages.
#include <sluice/actors/ask/context_ask.hpp>
#include <sluice/actors/ask/offer_future.hpp>
#include <sluice/actors/events/actor_events.hpp>
#include <sluice/actors/events/actor_subscription.hpp>
#include <sluice/actors/kinds/behavior_actor.hpp>
#include <sluice/actors/life/belongings.hpp>
#include <sluice/actors/messages/message_adapter_of.hpp>
#include <sluice/actors/middleware/passage.hpp>
#include <sluice/actors/stash_buffer.hpp>
#include <sluice/actors/system/system_record.hpp>
#include <sluice/actors/timers/actor_timers.hpp>
#include <sluice/engine/assert.hpp>

namespace sluice::inline SLUICE_ABI {

bool keep_ask(Actor& actor, ActorAsk& ask) noexcept {
  Belongings* const own = actor.belongings();
  if (own != nullptr) {
    own->asks.push_back(ask);
  }
  return own != nullptr;
}

bool keep_adapter(Actor& actor, MessageAdapter& adapter) noexcept {
  Belongings* const own = actor.belongings();
  if (own != nullptr) {
    own->adapters.add(adapter);
  }
  return own != nullptr;
}

EventStream& events_of(Actor& actor) noexcept { return actor.record().events; }

bool keep_subscription(Actor& actor, ActorSubscription& subscription) noexcept {
  Belongings* const own = actor.belongings();
  if (own == nullptr) {
    return false;
  }
  subscription.share();  // of the actor
  subscription.next = own->subscriptions;
  own->subscriptions = &subscription;
  actor.record().events.subscribe(subscription);
  return true;
}

void end_subscriptions_to(Actor& actor, const EventType& type) noexcept {
  Belongings* const own = actor.existing_belongings();
  ActorSubscription** link = own == nullptr ? nullptr : &own->subscriptions;
  while (link != nullptr && *link != nullptr) {
    ActorSubscription& each = **link;
    if (each.is_to(type)) {
      *link = each.next;
      actor.record().events.unsubscribe(each);
      each.drop();
    } else {
      link = &each.next;
    }
  }
}

bool provide_stash(Actor& actor, std::uint32_t capacity) noexcept {
  Belongings* const own = actor.belongings();
  if (own == nullptr) {
    actor.fail(nullptr, ActorError::fatal("no memory is left for a stash"));
    return false;
  }
  if (!own->stash.has_value()) {
    engine::Lane* const lane = actor.cell().lane();
    if (lane == nullptr || lane->queue().deque() == nullptr) {
      actor.fail(nullptr, ActorError::fatal("a stash needs a mailbox of the kind deque, and its actor has another: "
                                            "spawn it with .mailbox = Deque{}"));
      return false;
    }
    own->stash.emplace(actor.cell());
  }
  own->stash_capacity = capacity;
  return true;
}

void bury_unhandled(Actor& actor, engine::Envelope& envelope) noexcept {
  const Belongings* const own = actor.existing_belongings();
  if (own == nullptr || !own->has_owner) {  // what was stashed is in the stash
    actor.record().dead_letter({envelope, DeadLetterReason::unhandled, actor.address()});
  }
}

void note_handled(Actor& actor, engine::Envelope& envelope) noexcept {
  Belongings* const own = actor.existing_belongings();
  if (own != nullptr && own->handled != &envelope) {  // or `receive_unqueued` has noted it
    own->handled = &envelope;
    own->has_owner = false;
    own->is_queued = true;
  }
}

engine::Envelope& handled_envelope(Actor& actor, const engine::MessageType& type) noexcept {
  const Belongings* const own = actor.existing_belongings();
  engine::check(own != nullptr && own->stash.has_value() && own->handled != nullptr,
                "a handler of an actor with a stash keeps the message that it handles");
  engine::check(own->handled->type == &type, "what is stashed is the message that is handled");
  return *own->handled;
}

Result<> stash_handled(Actor& actor) noexcept {
  Belongings& own = *actor.existing_belongings();
  engine::Envelope& envelope = *std::exchange(own.handled, nullptr);
  own.has_owner = true;
  if (own.kept_messages().size() >= stash_capacity(actor)) {
    actor.record().dead_letter({envelope, DeadLetterReason::stash_overflow, actor.address()});
    publish_stash_overflow(actor, stash_capacity(actor));
    return std::unexpected{Error::rejected};
  }
  if (own.is_queued) {
    own.kept_messages().stash(envelope);
  } else {
    own.kept_messages().keep(envelope);
    own.is_kept = true;
  }
  return {};
}

// It takes over who is to be answered.
void receive_adapted(Actor& actor, engine::Envelope& original, engine::Envelope& made) noexcept {
  made.sender = original.sender;
  made.reply = std::exchange(original.reply, nullptr);
  receive_unqueued(actor, made);
}

void receive_unqueued(Actor& actor, engine::Envelope& envelope) noexcept {
  Belongings& own = *actor.existing_belongings();
  const engine::MessageType& type = *envelope.type;  // it may be stashed, and given up, before it is back here
  envelope.generation = actor.address().generation;
  own.handled = &envelope;
  own.has_owner = false;
  own.is_queued = false;
  own.is_kept = false;
  if (!receive_by_middleware(actor, envelope)) {
    actor.receive_again(envelope);
  }
  if (own.timers != nullptr) {
    own.timers->noter.note(type);
  }
  own.handled = nullptr;
  if (!own.is_kept) {
    engine::end(envelope);
  }
}

void unstash_all(Actor& actor) noexcept {
  Belongings* const own = actor.existing_belongings();
  engine::check(own != nullptr && own->stash.has_value(), "an actor with a stash puts its messages back");
  (void)own->kept_messages().unstash_all();  // fails only once it is closed: then they become dead letters
}

std::uint32_t stash_size(const Actor& actor) noexcept { return actor.existing_belongings()->kept_messages().size(); }
/// What the actor says, but not more than the configuration allows (R3.9).
std::uint32_t stash_capacity(const Actor& actor) noexcept {
  const std::uint32_t wanted = actor.existing_belongings()->stash_capacity;
  const std::uint32_t allowed = actor.cell().lane()->settings().stash_capacity;
  return allowed != 0 && allowed < wanted ? allowed : wanted;
}

}  // namespace sluice::inline SLUICE_ABI
