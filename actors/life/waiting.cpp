// SPDX-License-Identifier: BSL-1.0
// How an actor waits: with handlers that are not done, and with messages for which there is no room yet.
#include <new>
#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/life/belongings.hpp>
#include <sluice/actors/system/system_record.hpp>
#include <sluice/actors/timers/actor_timers.hpp>
#include <sluice/actors/waiting/message_invoker.hpp>
#include <sluice/actors/waiting/wait_list.hpp>
#include <sluice/engine/memory.hpp>

namespace sluice::inline SLUICE_ABI {

WaitList* WaitList::make() noexcept {
  void* const block = engine::memory::allocate(sizeof(WaitList));
  return block == nullptr ? nullptr : ::new (block) WaitList;
}

void WaitList::end() noexcept {
  this->~WaitList();
  engine::memory::release(this, sizeof(WaitList));
}

void WaitList::hold(engine::Cell& cell) noexcept {
  if (is_blocking() && !is_held) {
    is_held = true;
    cell.begin_await(offers.is_empty() ? engine::Pause::await : engine::Pause::offer);
  }
}

WaitList* wait_list(Actor& actor) noexcept {
  Belongings* const own = actor.belongings();
  if (own != nullptr && own->waits == nullptr) {
    own->waits = WaitList::make();
  }
  return own == nullptr ? nullptr : own->waits;
}

WaitingMode prepare_to_wait(Actor& actor) noexcept {
  const WaitList* const waits = wait_list(actor);
  if (waits == nullptr) {
    return {};
  }
  actor.existing_belongings()->handled = nullptr;  // its message moves: it cannot be stashed
  return {.has_room = true, .is_beside = waits->is_reentrant};
}

void start_waiting(Actor& actor, WaitingHandler& handler) noexcept {
  if (handler.go_on(actor)) {
    handler.end();
    return;
  }
  WaitList& waits = *wait_list(actor);
  waits.handlers.push_back(handler);
  waits.hold(actor.cell());
}

engine::TimerWheel& timers_of(Actor& actor) noexcept { return actor.record().timers(); }

void lose_unhandled(Actor& actor, engine::Envelope& envelope) noexcept {
  actor.record().dead_letter({envelope, DeadLetterReason::out_of_memory, actor.address()});
}

void keep_offer(Actor& actor, PendingOffer& offer) noexcept {
  if (offer.poll(actor.cell().await_waker()).has_value()) {  // the waker that it had may be a handler's, which ends
    offer.end();
    return;
  }
  WaitList& waits = *wait_list(actor);
  waits.offers.push_back(offer);
  waits.hold(actor.cell());
}

/// A handler of it has begun something that must end before its next message.
bool Actor::is_waiting() const noexcept {
  return belongings_ != nullptr && belongings_->waits != nullptr && belongings_->waits->is_blocking();
}

/// Something it waits for may have come.
void Actor::go_on_waiting() noexcept {
  if (belongings_ == nullptr || belongings_->waits == nullptr) {
    return;
  }
  const Presence presence{*cell_};
  WaitList& waits = *belongings_->waits;
  waits.is_held = false;
  belongings_->handled = nullptr;
  belongings_->has_owner = false;
  go_on_offering(waits);
  go_on_handling(waits);
  if (stop_requested_) {
    begin_stop();
    return;
  }
  waits.hold(*cell_);
  if (!waits.is_held) {
    go_on_retrying();
    obey_deferred();
  }
}

/// One after the other: the first to be offered is the first to get room.
void Actor::go_on_offering(WaitList& waits) noexcept {
  while (PendingOffer* const first = waits.offers.front()) {
    if (!first->poll(cell_->await_waker()).has_value()) {
      return;
    }
    waits.offers.remove(*first);
    first->end();
  }
}

/// Each that was woken, once. One that fails may end them all, and others may begin.
void Actor::go_on_handling(WaitList& waits) noexcept {
  std::uint32_t left = 0;
  (void)waits.handlers.find([&left](const WaitingHandler&) { return ++left, false; });
  for (; left != 0; --left) {
    WaitingHandler* const handler = waits.handlers.pop_front();
    if (handler == nullptr) {
      return;
    }
    if (handler->take_wake() && !stop_requested_ && handler->go_on(*this)) {
      if (belongings_->timers != nullptr) {
        belongings_->timers->noter.note(*handler->envelope().type);  // it was silent until now, but not idle
      }
      handler->end();
    } else {
      waits.handlers.push_back(*handler);
    }
  }
}

/// Nobody will go on with them: each message is a dead letter, and its asker learns it at once.
void Actor::give_up_handlers(DeadLetterReason reason) noexcept {
  WaitList* const waits = belongings_ == nullptr ? nullptr : belongings_->waits;
  while (WaitingHandler* const handler = waits == nullptr ? nullptr : waits->handlers.pop_front()) {
    handler->give_up();
    record_.dead_letter({handler->envelope(), reason, address()});
    handler->end();
  }
}

void Actor::give_up_offers() noexcept {
  WaitList* const waits = belongings_ == nullptr ? nullptr : belongings_->waits;
  while (PendingOffer* const offer = waits == nullptr ? nullptr : waits->offers.pop_front()) {
    offer->end();
  }
}

/// For the one that starts anew.
void Actor::give_up_waits() noexcept {
  if (belongings_->waits != nullptr) {
    give_up_handlers(DeadLetterReason::handler_failed);
    give_up_offers();
    if (belongings_->waits->is_held) {
      cell_->complete_await();  // nobody waits any more
    }
  }
}

}  // namespace sluice::inline SLUICE_ABI
