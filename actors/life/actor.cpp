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
    if (belongings_ != nullptr && is_stopping_) {
      (void)belongings_->children.close();  // its stop hook must not have any: nobody would wait for them
    }
  }
  return belongings_;
}

bool Actor::keep_original(void* original) noexcept {
  Belongings* const own = belongings();
  if (own != nullptr) {
    own->original = original;
  }
  return own != nullptr;
}

void* Actor::original() const noexcept { return belongings_ == nullptr ? nullptr : belongings_->original; }

void Actor::obey(Control& control) noexcept {
  const Presence presence{*cell_};
  if (belongings_ != nullptr) {
    belongings_->handled = nullptr;  // no message is handled now that could be stashed
  }
  if (is_too_early_for(control)) {
    defer(control);
    return;
  }
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
      ++suspensions_;
      cell_->suspend();
      break;
    case Control::Kind::resume:
      end_control(control);
      if (suspensions_ != 0) {  // otherwise it would undo a suspension of its own, or none
        --suspensions_;
        cell_->resume();
        if (belongings_ != nullptr) {
          obey_deferred();
        }
      }
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
  if (belongings_ != nullptr) {
    obey_deferred();
  }
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
    is_restarting_ = false;
    finish_stop();
  } else {
    finish_restart();
    obey_deferred();
  }
}

void Actor::defer(Control& control) noexcept {
  control.next.set(nullptr);
  if (belongings_->first_deferred == nullptr) {
    belongings_->first_deferred = &control;
  } else {
    belongings_->last_deferred->next.set(&control);
  }
  belongings_->last_deferred = &control;
}

/// What came while it waited for its children, in order.
void Actor::obey_deferred() noexcept {
  while (belongings_->first_deferred != nullptr &&
         !is_too_early_for(static_cast<Control&>(*belongings_->first_deferred))) {
    engine::SystemNode& oldest = *belongings_->first_deferred;
    belongings_->first_deferred = oldest.next.get();
    obey(static_cast<Control&>(oldest));
  }
}

/// What it is told between failure and restart is for the one to come. And a message that stands for a notice is handled
/// as others are: not while it is suspended.
bool Actor::is_too_early_for(Control& control) const noexcept {
  if (is_stopping_) {
    return false;
  }
  const bool is_notice = control.kind == Control::Kind::notice;
  return (is_restarting_ && (is_notice || control.kind == Control::Kind::answer)) ||
         (suspensions_ != 0 && is_notice && Watch::of(control).instead != nullptr);
}

void Actor::fail(engine::Envelope* cause, const ActorError& error, bool has_thrown) noexcept {
  const bool has_owner = belongings_ != nullptr && belongings_->has_owner;  // it was stashed, or was to be
  if (cause != nullptr && !has_owner) {
    record_.dead_letter({*cause, DeadLetterReason::handler_failed, address()});
  }
  const bool restarts = may_restart(error);
  publish_failure(*this, error, restarts, has_thrown);
  if (restarts && is_restarting_) {
    return;  // it waits for its children, and then starts anew in any case
  }
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
  if (belongings_ == nullptr || is_stopping_ || stop_requested_ || !can_renew()) {
    return false;
  }
  const Supervision& supervision = belongings_->supervision;
  return supervision.decide(error) == Supervision::Directive::restart &&
         (!is_starting_ || supervision.limits().max != Restart::unlimited) &&
         belongings_->restarts.admit(supervision.limits(), record_.clock().now());
}

void Actor::fail_by_exception(engine::Envelope* cause, const char* text) noexcept {
  fail(cause, {.kind = ActorError::Kind::fatal, .severity = ActorError::Severity::critical, .text = text}, true);
}

/// Waits for its children, if it has any, and then starts anew; again and again while starting fails and that is allowed.
void Actor::restart() noexcept {
  drop_asks();  // an answer for the one that failed is late from here on
  do {
    forget_children();
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
  cell_->resume();
}

/// What it had put aside comes first.
void Actor::remake() noexcept {
  drop_asks();
  end_subscriptions();
  if (!belongings_->offers.is_empty()) {
    give_up_offers();
    cell_->complete_await();  // nobody waits any more
  }
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
  if (belongings_ != nullptr) {
    belongings_->handled = nullptr;
  }
  is_starting_ = true;
  start();
  is_starting_ = false;
}

void Actor::reject_type(engine::Envelope& envelope) noexcept {
  if (belongings_ != nullptr && belongings_->adapters.adapt(*this, envelope)) {
    return;
  }
  record_.mismatches.fetch_add(1, std::memory_order_relaxed);  // a figure
  record_.dead_letter({envelope, DeadLetterReason::type_mismatch, address()});
  publish_mismatch(*this, envelope);
}

void Actor::end_subscriptions() noexcept {
  while (belongings_->subscriptions != nullptr) {
    ActorSubscription& subscription = *belongings_->subscriptions;
    belongings_->subscriptions = subscription.next;
    record_.events.unsubscribe(subscription);  // and frees it, now or soon
  }
}

void Actor::give_up_name() noexcept {
  if (NameEntry* const entry = name()) {
    called_ = 1;
    record_.names.remove(*entry);
  }
}

/// The object first: it may use what belongs to it.
void Actor::end() noexcept {
  Belongings* const own = belongings_;
  destroy();
  if (own != nullptr) {
    own->~Belongings();
    engine::memory::release(own, sizeof(Belongings));
  }
}

/// Somebody below it has left: it may end behind that.
void Actor::let_go_of_child() noexcept {
  Children& children = belongings_->children;
  if (children.leave()) {
    children.childless.generation = address().generation;
    engine::check(cell_->post_system(children.childless), "a parent waits for its children");
  }
}

/// It has left its cell. Everybody who must know is told, its parent last. A guardian stays until its system dies.
void Actor::depart() noexcept {
  give_up_name();  // before anybody learns of its end, who may want it for another
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
  if (parent_ == nullptr) {
    record_.note_end();
    return;
  }
  Actor& parent = *parent_;
  end();
  parent.let_go_of_child();
}

}  // namespace sluice::inline SLUICE_ABI
