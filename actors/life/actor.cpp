// SPDX-License-Identifier: BSL-1.0
#include <new>
#include <sluice/actors/events/actor_events.hpp>
#include <sluice/actors/events/actor_subscription.hpp>
#include <sluice/actors/events/buffer/actor_buffer.hpp>
#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/life/belongings.hpp>
#include <sluice/actors/supervision/care.hpp>
#include <sluice/actors/system/system_record.hpp>
#include <sluice/actors/telemetry/telemetry_note.hpp>
#include <sluice/actors/telemetry/telemetry_port.hpp>
#include <sluice/actors/timers/actor_timers.hpp>
#include <sluice/actors/waiting/wait_list.hpp>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/memory.hpp>
#include <sluice/engine/trace.hpp>

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
    case Control::Kind::stop_by_parent:
      record_.awaited.remove(*this);
      stop_requested_ = true;
      break;
    case Control::Kind::restart:
      end_control(control);
      restart_on_request();
      break;
    case Control::Kind::not_told: break;  // never sent
    case Control::Kind::suspend:
      end_control(control);
      orders_.suspend();
      cell_->suspend();
      break;
    case Control::Kind::resume:
      end_control(control);
      if (orders_.resume()) {  // otherwise it would undo a suspension of its own, or none
        cell_->resume();
        go_on_retrying();
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
    case Control::Kind::telemetry: TelemetryNote::hear_by(control, this); break;
    case Control::Kind::timer: ActorTimers::give_turn(*this, ActorTimer::of(control)); break;
    case Control::Kind::events: hear_events(ActorBuffer::of(control)); break;
    case Control::Kind::failed: hear_failure(FailureReport::of(control)); break;
    case Control::Kind::verdict: hear_verdict(); break;
    case Control::Kind::order: hear_order(); break;
    case Control::Kind::backoff_over: end_backoff(); break;
    case Control::Kind::retry: retry(); break;
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
    case Control::Kind::restart:
    case Control::Kind::suspend:
    case Control::Kind::resume: end_control(control); break;
    case Control::Kind::watch: Watch::of(control).notify(false); break;
    case Control::Kind::unwatch:
    case Control::Kind::notice: Watch::of(control).drop(); break;
    case Control::Kind::answer:
      ActorAsk::of(control).lose_answer();
      ActorAsk::of(control).slot().drop();
      break;
    case Control::Kind::telemetry: TelemetryNote::hear_by(control, nullptr); break;
    case Control::Kind::timer: ActorTimer::of(control).end(); break;
    case Control::Kind::events: ActorBuffer::of(control).drop(); break;
    case Control::Kind::not_told:
    case Control::Kind::stop_by_parent:
    case Control::Kind::failed:
    case Control::Kind::verdict:
    case Control::Kind::order:
    case Control::Kind::backoff_over:
    case Control::Kind::retry:
    case Control::Kind::childless: engine::check(false, "parent and child wait for each other"); break;
  }
}

void Actor::begin_stop() noexcept {
  if (is_stopping_) {
    return;
  }
  is_stopping_ = true;
  cancel_timers();  // for good: from here on it sets no more
  give_up_handlers(DeadLetterReason::stopped);
  give_up_offers();  // one to a child keeps that from leaving, and nobody looks at it while this one waits for its children
  if (is_restarting_ && !leave_backoff()) {
    return;  // it waits for its children already, or goes on when it knows its verdict
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
  give_up_retry();
  if (parent_ != nullptr) {
    parent_->belongings_->children.withdraw(*this, care() == nullptr ? nullptr : &care()->orders);
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

/// What it is told between failure and restart is for the one to come. And a message that stands for a notice, or comes of
/// a timer, is handled as others are: not while it is suspended or waits.
bool Actor::is_too_early_for(Control& control) const noexcept {
  if (is_stopping_) {
    return false;
  }
  const bool is_notice = control.kind == Control::Kind::notice;
  if (control.kind == Control::Kind::events || control.kind == Control::Kind::timer) {
    return is_suspended() || is_restarting_ || is_waiting();
  }
  return (is_restarting_ && (is_notice || control.kind == Control::Kind::answer)) ||
         (is_notice && Watch::of(control).instead != nullptr && (is_suspended() || is_waiting()));
}

/// By others.
bool Actor::is_suspended() const noexcept {
  return orders_.is_suspended() || (care() != nullptr && care()->is_suspended_by_parent);
}

/// Waits for what must be over before, if there is something, and starts anew. If that fails it tries again, as often as
/// that is allowed, but hears in between what it is told: such as to stop.
void Actor::restart() noexcept {
  announce_restart();
  if (stop_requested_ || awaits_restart()) {
    return;  // its hook has failed, or it goes on later
  }
  belongings_->children.reopen();
  remake();
  if (std::exchange(start_failed_, false)) {
    announce_restart();
    if (!stop_requested_ && !awaits_restart()) {
      begin_turn();
    }
  }
}

/// True if it waits now for its children or its back-off, before it starts anew.
bool Actor::awaits_restart() noexcept {
  drop_asks();  // an answer for the one that failed is late from here on
  cancel_timers();
  give_up_waits();
  forget_children();
  if (belongings_->children.close()) {
    care()->wait = Care::Wait::children;
  } else if (!begin_backoff()) {
    return false;
  }
  is_restarting_ = true;
  cell_->suspend();
  return true;
}

/// Its children are gone.
void Actor::finish_restart() noexcept {
  if (!begin_backoff()) {
    start_anew();
  }
}

/// Behind all that it waited for.
void Actor::start_anew() noexcept {
  care()->wait = Care::Wait::nothing;
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
  const engine::trace::Zone zone{engine::trace::restart_label};
  engine::trace::event(engine::trace::restart_label, cell_->name());
  drop_asks();
  cancel_timers();
  end_subscriptions();
  give_up_waits();
  belongings_->adapters.clear();
  if (belongings_->stash.has_value()) {
    (void)belongings_->stash->unstash_all();  // fails only if it is closed, and then it does not restart
  }
  is_starting_ = true;  // making the state is part of that
  const bool is_made = renew();
  is_starting_ = false;
  if (is_made) {
    begin();
  } else if (!start_failed_ && !is_restarting_) {
    has_failed_ = true;
    stop_requested_ = true;
  }
  if (!start_failed_ && !is_restarting_ && !stop_requested_) {
    begin_retry();
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
  if (envelope.type == &engine::EnvelopeOf<Poison>::type_of) {
    request_stop();
    return;
  }
  if (envelope.type == &engine::EnvelopeOf<EventsReady>::type_of) {
    hear_events(static_cast<engine::EnvelopeOf<EventsReady>&>(envelope).message.take());
    return;
  }
  if (belongings_ != nullptr) {
    belongings_->has_owner = false;  // what is noted is of a message before, and the adapter may fail
    if (belongings_->adapters.adapt(*this, envelope)) {
      return;
    }
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
    if (own->timers != nullptr) {
      own->timers->end();
    }
    if (own->waits != nullptr) {
      own->waits->end();
    }
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

void Actor::give_up_rest() noexcept {
  give_up_handlers(engine::DeadLetterReason::stopped);  // its last deeds may have begun some
  give_up_offers();
  if (parent_ == nullptr && record_.telemetry != nullptr) {
    record_.telemetry->let_guardian_go();
  }
}

/// It has left its cell. Everybody who must know is told, its parent last. A guardian stays until its system dies.
void Actor::depart() noexcept {
  give_up_name();  // before anybody learns of its end, who may want it for another
  record_.note_stopped();
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
