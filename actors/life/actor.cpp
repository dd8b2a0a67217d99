// SPDX-License-Identifier: BSL-1.0
#include <new>
#include <sluice/actors/events/actor_events.hpp>
#include <sluice/actors/events/actor_subscription.hpp>
#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/life/belongings.hpp>
#include <sluice/actors/system/system_record.hpp>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/memory.hpp>

namespace sluice::inline SLUICE_ABI {

Belongings* Actor::belongings() noexcept {
  if (belongings_ == nullptr) {
    void* const block = engine::memory::allocate(sizeof(Belongings));
    belongings_ = block == nullptr ? nullptr : ::new (block) Belongings;
  }
  return belongings_;
}

void Actor::obey(Control& control) noexcept {
  const Presence presence{*cell_};
  switch (control.kind) {
    case Control::Kind::start:
      end_control(control);
      if (!is_stopping_) {
        begin();
        if (std::exchange(start_failed_, false)) {
          restart();
        }
      }
      break;
    case Control::Kind::stop:
      end_control(control);
      stop_requested_ = true;
      break;
    case Control::Kind::stop_by_parent: stop_requested_ = true; break;
    case Control::Kind::suspend:
      end_control(control);
      cell_->suspend();
      break;
    case Control::Kind::resume:
      end_control(control);
      cell_->resume();
      break;
    case Control::Kind::childless: go_on_childless(); break;
    case Control::Kind::watch: keep_watcher(Watch::of(control)); break;
    case Control::Kind::unwatch: release_watcher(Watch::of(control)); break;
    case Control::Kind::notice: hear_notice(Watch::of(control)); break;
    case Control::Kind::answer: hear_answer(ActorAsk::of(control)); break;
  }
  if (stop_requested_) {
    begin_stop();
  }
}

/// For one that was here before.
void Actor::refuse_control(Control& control) noexcept {
  switch (control.kind) {
    case Control::Kind::start:
    case Control::Kind::stop:
    case Control::Kind::suspend:
    case Control::Kind::resume: end_control(control); break;
    case Control::Kind::watch: Watch::of(control).notify(false); break;
    case Control::Kind::unwatch:
    case Control::Kind::notice: Watch::of(control).drop(); break;
    case Control::Kind::answer:
      ActorAsk::of(control).lose_answer();
      ActorAsk::of(control).slot().drop();
      break;
    case Control::Kind::stop_by_parent:
    case Control::Kind::childless: engine::check(false, "parent and child wait for each other"); break;
  }
}

void Actor::begin_stop() noexcept {
  if (is_stopping_) {
    return;
  }
  is_stopping_ = true;
  if (is_restarting_) {
    return;  // it waits for its children already
  }
  if (belongings_ != nullptr && belongings_->children.close()) {
    cell_->suspend();
  } else {
    finish_stop();
  }
}

/// Nobody below it is left: it ends itself. The rest happens in `depart`, when its mailbox is drained.
void Actor::finish_stop() noexcept {
  finish();
  if (parent_ != nullptr) {
    parent_->belongings_->children.withdraw(*this);
  }
  if (belongings_ != nullptr && belongings_->stash.has_value()) {
    belongings_->stash->give_up();
  }
  cell_->close();
}

void Actor::go_on_childless() noexcept {
  if (is_stopping_) {
    finish_stop();
  } else {
    finish_restart();
  }
}

void Actor::fail(engine::Envelope* cause, const ActorError& error) noexcept {
  if (cause != nullptr && (belongings_ == nullptr || belongings_->stashed != cause)) {
    record_.dead_letter({*cause, DeadLetterReason::handler_failed, address()});
  }
  const bool restarts = may_restart(error);
  publish_failure(*this, error, restarts);
  if (restarts && is_starting_) {
    start_failed_ = true;
  } else if (restarts) {
    restart();
  } else {
    has_failed_ = true;
    stop_requested_ = true;
  }
}

/// Counts the restart that it allows. A start that fails is not tried for ever.
bool Actor::may_restart(const ActorError& error) noexcept {
  if (belongings_ == nullptr || is_stopping_ || stop_requested_) {
    return false;
  }
  const Supervision& supervision = belongings_->supervision;
  return supervision.decide(error) == Supervision::Directive::restart &&
         !(is_starting_ && supervision.limits().max == Restart::unlimited) &&
         belongings_->restarts.admit(supervision.limits(), record_.clock().now());
}

void Actor::fail_by_exception(engine::Envelope* cause, const char* text) noexcept {
  fail(cause, {.kind = ActorError::Kind::fatal, .severity = ActorError::Severity::critical, .text = text});
}

/// Waits for its children, if it has any, and then starts anew; again and again while starting fails and that is allowed.
/// What it asked before is nobody's any more.
void Actor::restart() noexcept {
  do {
    drop_asks();
    if (belongings_->children.close()) {
      is_restarting_ = true;
      cell_->suspend();
      return;
    }
    belongings_->children.reopen();
    remake();
  } while (std::exchange(start_failed_, false));
}

void Actor::finish_restart() noexcept {
  is_restarting_ = false;
  belongings_->children.reopen();
  remake();
  if (std::exchange(start_failed_, false)) {
    restart();
  }
  hear_due_notices();
  cell_->resume();
}

/// What it had put aside comes first.
void Actor::remake() noexcept {
  end_subscriptions();
  belongings_->adapters.clear();
  if (belongings_->stash.has_value()) {
    (void)belongings_->stash->unstash_all();  // fails only if it is closed, and then it does not restart
  }
  if (renew()) {
    begin();
  } else {
    has_failed_ = true;
    stop_requested_ = true;
  }
}

/// What comes before the first message.
void Actor::begin() noexcept {
  is_starting_ = true;
  start();
  is_starting_ = false;
}

void Actor::reject_type(engine::Envelope& envelope) noexcept {
  if (belongings_ != nullptr) {
    belongings_->stashed = nullptr;
    if (belongings_->adapters.adapt(*this, envelope)) {
      return;
    }
  }
  record_.mismatches.fetch_add(1, std::memory_order_relaxed);  // a figure
  record_.dead_letter({envelope, DeadLetterReason::type_mismatch, address()});
  publish_mismatch(*this, envelope);
}

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

void Actor::hear_notice(Watch& watch) noexcept {
  if (watch.is_wanted && is_restarting_ && !is_stopping_) {
    watch.is_due = true;  // what failed hears no more: it is for the one that is made anew
    return;
  }
  if (watch.is_wanted && !is_stopping_) {
    belongings_->watching.remove(watch);
    watch.is_wanted = false;
    if (engine::Envelope* const instead = std::exchange(watch.instead, nullptr)) {
      deliver_unasked(*instead, address());
    } else if (!signal({UntypedRef{watch.target}, watch.has_failed})) {
      fail(nullptr, ActorError::fatal("somebody it watched has ended, and it does not handle Terminated"));
    }
    watch.drop();  // its own share
  }
  watch.drop();  // the target's
}

/// What came while it waited for its children. One of them may make it fail once more.
void Actor::hear_due_notices() noexcept {
  while (!is_restarting_ && !stop_requested_) {
    Watch* const watch = belongings_->watching.find([](const Watch& each) { return each.is_due; });
    if (watch == nullptr) {
      return;
    }
    watch->is_due = false;
    hear_notice(*watch);
  }
}

void Actor::hear_answer(ActorAsk& ask) noexcept {
  AskSlot& slot = ask.slot();
  if (ask.is_linked()) {
    belongings_->asks.remove(ask);
    slot.cancel_timeout();
    if (is_stopping_) {
      ask.lose_answer();
    } else {
      ask.finish(*this);
    }
    slot.drop();  // its own share
  } else {
    ask.lose_answer();  // it was dropped while the answer was on its way
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

void Actor::end_subscriptions() noexcept {
  while (belongings_->subscriptions != nullptr) {
    ActorSubscription& subscription = *belongings_->subscriptions;
    belongings_->subscriptions = subscription.next;
    record_.events.unsubscribe(subscription);  // and frees it, now or soon
  }
}

void Actor::end_belongings() noexcept {
  if (name_ != nullptr) {
    record_.names.remove(*std::exchange(name_, nullptr));
  }
  if (belongings_ != nullptr) {
    belongings_->~Belongings();
    engine::memory::release(std::exchange(belongings_, nullptr), sizeof(Belongings));
  }
}

/// It has left its cell. Everybody who must know is told, its parent last: that one may end behind it.
void Actor::depart() noexcept {
  if (belongings_ != nullptr) {
    drop_asks();
    end_subscriptions();
    while (Watch* const watch = belongings_->watching.pop_front()) {
      watch->forget();
    }
  }
  while (watchers_ != nullptr) {
    Watch* const watch = std::exchange(watchers_, watchers_->next_of_target);
    watch->notify(has_failed_);
  }
  end_belongings();
  Actor* const parent = parent_;
  SystemRecord& record = record_;
  destroy();
  if (parent == nullptr) {
    record.note_end();
  } else if (Children& siblings = parent->belongings_->children; siblings.leave()) {
    siblings.childless.generation = parent->generation_;
    engine::check(parent->cell_->post_system(siblings.childless), "a parent waits for its children");
  }
}

}  // namespace sluice::inline SLUICE_ABI
