// SPDX-License-Identifier: BSL-1.0
// What handlers give their actor to keep: asks, adapters, subscriptions, stashed messages.
#include <sluice/actors/ask/context_ask.hpp>
#include <sluice/actors/ask/offer_future.hpp>
#include <sluice/actors/events/actor_events.hpp>
#include <sluice/actors/events/actor_subscription.hpp>
#include <sluice/actors/kinds/behavior_actor.hpp>
#include <sluice/actors/life/belongings.hpp>
#include <sluice/actors/messages/message_adapter_of.hpp>
#include <sluice/actors/stash_buffer.hpp>
#include <sluice/actors/system/system_record.hpp>
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

Result<> Actor::offer(engine::Address target, engine::Envelope* envelope) noexcept {
  if (envelope != nullptr && target == address()) {
    return deliver(*envelope, target);  // it would wait for itself
  }
  Belongings* const own = belongings();
  if (own == nullptr) {
    if (envelope != nullptr) {
      (void)refuse(*envelope, target, DeadLetterReason::out_of_memory);
    }
    return std::unexpected{Error::out_of_memory};
  }
  const Result<PendingOffer*> made = make_offer(target, envelope);
  if (!made.has_value()) {
    return std::unexpected{made.error()};
  }
  const engine::Poll<Result<>> polled = (*made)->poll(cell_->await_waker());
  if (polled.has_value()) {
    (*made)->end();
    return *polled;
  }
  if (own->offers.is_empty()) {
    cell_->begin_await(engine::Pause::offer);
  }
  own->offers.push_back(**made);
  return {};
}

/// Something it waits for may have come.
void Actor::go_on_offering() noexcept {
  while (PendingOffer* const first = belongings_ == nullptr ? nullptr : belongings_->offers.front()) {
    if (!first->poll(cell_->await_waker()).has_value()) {
      cell_->begin_await(engine::Pause::offer);
      return;
    }
    belongings_->offers.remove(*first);
    first->end();
  }
}

void Actor::give_up_offers() noexcept {
  while (PendingOffer* const offer = belongings_ == nullptr ? nullptr : belongings_->offers.pop_front()) {
    offer->end();
  }
}

EventStream& events_of(Actor& actor) noexcept { return actor.record().events; }

bool keep_subscription(Actor& actor, ActorSubscription& subscription) noexcept {
  Belongings* const own = actor.belongings();
  if (own == nullptr) {
    return false;
  }
  subscription.next = own->subscriptions;
  own->subscriptions = &subscription;
  actor.record().events.subscribe(subscription);
  return true;
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

void set_supervision(Actor& actor, const Supervision& supervision) noexcept {
  if (Belongings* const own = actor.belongings()) {
    own->supervision = supervision;
  }
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
  if (own.kept_messages().size() >= own.stash_capacity) {
    actor.record().dead_letter({envelope, DeadLetterReason::stash_overflow, actor.address()});
    publish_stash_overflow(actor, own.stash_capacity);
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
  envelope.generation = actor.address().generation;
  own.handled = &envelope;
  own.has_owner = false;
  own.is_queued = false;
  own.is_kept = false;
  actor.receive_again(envelope);
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
std::uint32_t stash_capacity(const Actor& actor) noexcept { return actor.existing_belongings()->stash_capacity; }

}  // namespace sluice::inline SLUICE_ABI
