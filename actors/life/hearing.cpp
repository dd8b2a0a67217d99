// SPDX-License-Identifier: BSL-1.0
// What an actor hears of others: ends of those it watches, answers of those it asked.
#include <sluice/actors/events/buffer/actor_buffer.hpp>
#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/life/belongings.hpp>
#include <sluice/actors/messages/delivery.hpp>
#include <sluice/actors/messages/message_adapter_of.hpp>
#include <sluice/actors/system/system_record.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI {

Result<> Actor::watch(engine::Address target, engine::Envelope* instead) noexcept {
  Belongings* const own = belongings();
  Watch* const made = own == nullptr ? nullptr : Watch::make(address(), target, instead);
  if (made == nullptr) {
    if (instead != nullptr) {
      engine::end(*instead);
    }
    return std::unexpected{Error::out_of_memory};
  }
  unwatch(target);  // the last one counts
  made->is_of_child = own->children.has(target);
  own->watching.push_back(*made);
  made->begin();
  return {};
}

void Actor::unwatch(engine::Address target) noexcept {
  if (belongings_ == nullptr) {
    return;
  }
  Watch* const watch = belongings_->watching.find([&](const Watch& each) { return each.target == target; });
  if (watch != nullptr) {
    belongings_->watching.remove(*watch);
    watch->forget();
  }
}

/// A restart ends its children: that is no news for the one to come.
void Actor::forget_children() noexcept {
  while (Watch* const watch = belongings_->watching.find([](const Watch& each) { return each.is_of_child; })) {
    belongings_->watching.remove(*watch);
    watch->forget();
  }
}

void Actor::keep_watcher(Watch& watch) noexcept {
  watch.next_of_target = watchers_;
  watchers_ = &watch;
}

void Actor::release_watcher(Watch& watch) noexcept {
  for (Watch** link = &watchers_; *link != nullptr; link = &(*link)->next_of_target) {
    if (*link == &watch) {
      *link = watch.next_of_target;
      watch.drop();  // the target's share
      break;
    }
  }
  watch.drop();  // that of the control
}

/// Handled here, not queued: it must not be dropped by a full mailbox. While the actor waits to start anew it has nobody
/// who could handle it; then it waits, too.
void Actor::hear_notice(Watch& watch) noexcept {
  if (watch.is_wanted && !is_stopping_ && !stop_requested_) {
    belongings_->watching.remove(watch);
    watch.is_wanted = false;
    belongings_->handled = nullptr;
    if (engine::Envelope* const instead = std::exchange(watch.instead, nullptr)) {
      receive_unqueued(*this, *instead);
    } else if (!signal({UntypedRef{watch.target}, watch.has_failed}) && !stop_requested_) {  // unless it has thrown
      fail(nullptr, ActorError::fatal("somebody it watched has ended, and it does not handle Terminated"));
    }
    watch.drop();  // its own share
  }
  watch.drop();  // the target's
}

void Actor::hear_events(ActorBuffer& buffer) noexcept {
  if (is_stopping_ || stop_requested_) {
    buffer.drop();  // what is in it is abandoned with the subscription
  } else {
    buffer.hear(*this);
  }
}

void Actor::hear_answer(ActorAsk& ask) noexcept {
  AskSlot& slot = ask.slot();
  if (ask.is_linked()) {
    belongings_->asks.remove(ask);
    slot.cancel_timeout();
    if (is_stopping_ || is_restarting_) {
      ask.lose_answer();
    } else {
      ask.finish(*this);
    }
    slot.drop();  // its own share
  } else {
    ask.lose_answer();
  }
  slot.drop();  // that of the control
}

void Actor::drop_asks() noexcept {
  while (ActorAsk* const ask = belongings_->asks.pop_front()) {
    AskSlot& slot = ask->slot();
    slot.cancel_timeout();
    if (slot.claim()) {
      slot.error.reason = AskError::Reason::cancelled;  // whoever answers finds that it is late
    }
    slot.drop();
  }
}

}  // namespace sluice::inline SLUICE_ABI
