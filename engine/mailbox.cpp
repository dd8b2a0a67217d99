// SPDX-License-Identifier: BSL-1.0
#include <new>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/dispatch/meter.hpp>
#include <sluice/engine/mailbox.hpp>
#include <sluice/engine/memory.hpp>

namespace sluice::inline SLUICE_ABI::engine {

using Duty = MailboxState::Duty;

Mailbox::Mailbox(Dispatcher& dispatcher, const trace::Label& label, Lane* lane) noexcept
    : Runnable{label}, dispatcher_{&dispatcher}, lane_{lane} {
  check(lane == nullptr || lane->status().has_value(), "only a lane that was made is used");
  attach();
  make_meter();
  set_plain_limit();
}

void Mailbox::attach() noexcept { check(dispatcher_->attach().has_value(), "there is an executor for a new mailbox"); }

Mailbox::~Mailbox() {
  while (Envelope* const envelope = pop_user()) {
    end(*envelope);
  }
  if (meter_ != nullptr) {
    meter_->~Meter();
    memory::release(meter_, sizeof(Meter));
  }
  if (!state_.is_finished()) {  // the end would have done so
    dispatcher_->detach();
  }
}

void Mailbox::make_meter() noexcept {
  const DispatcherPorts& ports = dispatcher_->ports();
  if (ports.metrics != nullptr) {
    void* const block = memory::allocate(sizeof(Meter));
    check(block != nullptr, "there is memory for a meter");
    meter_ = ::new (block) Meter{*ports.clock, *ports.metrics};
  }
}

bool Mailbox::post_system(SystemNode& message) noexcept {
  if (!system_.push(message)) {
    return false;
  }
  attend(state_.post_system());
  return true;
}

void Mailbox::end_open(Dispatcher& dispatcher, const trace::Label& label, UserLane* lane, Meter* meter) noexcept {
  dispatcher_ = &dispatcher;
  set_label(label);
  if (leaves_late_) {  // otherwise late senders may look at them, and they are null for ever
    lane_ = lane;
    meter_ = meter;
  }
  // Nothing of the former life is left: neither its short slices, nor that its rejection was told.
  own().throttle = {};
  own().last_hint = {};
  rejected_.store(0, std::memory_order_relaxed);  // the claimed mailbox is this thread's
  attach();
  set_plain_limit();
  system_.open();
  attend(state_.end_open(has_backlog()));
}

void Mailbox::strip() noexcept {
  lane_ = nullptr;
  meter_ = nullptr;
  dispatcher_->detach();
}

bool Mailbox::register_for_execution(bool has_message_hint, bool has_system_hint) noexcept {
  if (has_system_hint || system_.has_messages()) {
    return attend(state_.post_system());
  }
  // What was refused is there, though the queues need not show it to somebody else: a handler that may go on, a message
  // whose push the runner met halfway, or the end itself.
  const bool was_refused = rejected_.load(std::memory_order_relaxed) != 0;  // a note that carries nothing else
  return attend(has_message_hint || was_refused ? state_.post() : recheck());
}

/// True if the mailbox was submitted.
bool Mailbox::attend(Duty duty) noexcept {
  while (duty == Duty::recheck) {
    duty = recheck();
  }
  switch (duty) {
    case Duty::schedule: return submit();
    case Duty::finalize: finalize(); return false;
    default: return false;
  }
}

bool Mailbox::submit() noexcept {
  // From acceptance on the mailbox is its runner's.
  return dispatcher_->execute(*this) || accept_rejection();
}

// What is told, is told last: who tries again because of it must not meet a mailbox that still counts as scheduled.
bool Mailbox::accept_rejection() noexcept {
  const Rejection rejection = note_rejection();
  const Duty duty = state_.reject();
  tell(rejection);
  return attend(duty);  // the end, or nothing
}

void Mailbox::complete_await() noexcept {
  if (state_.complete_await() == Duty::schedule && !dispatcher_->execute(*this)) {
    const Rejection rejection = note_rejection();
    state_.reject_wake();
    tell(rejection);
  }
}

Mailbox::Rejection Mailbox::note_rejection() noexcept {
  const bool is_news = rejected_.load(std::memory_order_relaxed) == 0;  // a note that carries nothing else
  rejected_.store(1, std::memory_order_relaxed);
  own().plain_limit.set(0);  // the slice that comes of an acceptance is to forget it
  return {is_news ? dispatcher_ : nullptr, name()};
}

void Mailbox::tell(const Rejection& rejection) const noexcept {
  if (rejection.news_for != nullptr) {
    rejection.news_for->publish({.kind = MailboxEvent::Kind::rejected, .mailbox = this, .name = rejection.name});
  }
}

void Mailbox::run_and_reschedule() noexcept {
  if (run_one_slice() == SliceResult::need_reschedule) [[unlikely]] {
    (void)submit();  // to the end of the executor's queue: others first
  }
}

SliceResult Mailbox::run_slice() noexcept { return run_one_slice(); }

[[gnu::always_inline]] inline SliceResult Mailbox::run_one_slice() noexcept {
  if (own().plain_limit.get() == 0) [[unlikely]] {
    return run_special_slice();
  }
  std::uint32_t handled = 0;
  for (;;) {
    const bool backlog = run_plain(handled);
    const Duty duty = state_.end_run(backlog);
    if (duty == Duty::recheck && !system_.has_messages() && !user_.has_arrivals()) [[likely]] {
      return SliceResult::idle;
    }
    // The handler that began to wait may go on already: then the run has not ended, unless system messages without end
    // ended it.
    const bool may_resume =
        duty == Duty::schedule && !backlog && !system_.has_messages() && handled < own().plain_limit.get();
    if (!may_resume) {
      return settle(duty);
    }
  }
}

SliceResult Mailbox::run_special_slice() noexcept {
  {
    trace::Slice slice{trace_label(), this};
    const std::uint32_t handled = run_special();
    slice.value(handled);
    if (meter_ != nullptr) {
      meter_->sink().slice(*this, handled, depth());
    }
  }
  return settle(state_.end_run(has_backlog()));
}

/// What a slice left behind, if that is not simply nothing.
SliceResult Mailbox::settle(Duty duty) noexcept {
  while (duty == Duty::recheck) {
    duty = recheck();
  }
  switch (duty) {
    case Duty::schedule: return SliceResult::need_reschedule;
    case Duty::finalize: finalize(); return SliceResult::closed;
    default: return SliceResult::idle;
  }
}

/// A slice of a mailbox that has an unbounded queue, no deadline, no meter, and nothing else to heed. True if it saw
/// user messages left.
[[gnu::always_inline]] inline bool Mailbox::run_plain(std::uint32_t& handled) noexcept {
  trace::Slice slice{trace_label(), this};
  const std::uint32_t limit = own().plain_limit.get();
  if (!run_system()) [[unlikely]] {
    return !user_.is_empty();
  }
  do {
    const MailboxState::Turn turn = state_.take_turn();
    if (turn == MailboxState::Turn::message) [[likely]] {
      auto* const envelope = static_cast<Envelope*>(user_.pop());
      if (envelope == nullptr) [[unlikely]] {
        break;
      }
      {
        const trace::Handling handling{envelope->mark, envelope->type->name};
        handle(*envelope);
      }
      end(*envelope);
    } else if (!resume(turn)) {
      break;
    }
    slice.value(++handled);
    if (!run_system()) [[unlikely]] {
      break;
    }
    if (user_.is_empty()) {
      return false;  // another pop would find the same
    }
  } while (handled < limit);
  return !user_.is_empty();
}

/// The same of any mailbox; tells how many messages it handled.
std::uint32_t Mailbox::run_special() noexcept {
  rejected_.store(0, std::memory_order_relaxed);  // whoever runs was accepted
  own().throttle.end_slice();                     // that is, the last one
  bool may_go_on = run_system();
  const bool has_deadline = dispatcher_->has_deadline();
  const Instant deadline = has_deadline ? dispatcher_->deadline() : Instant{};
  const std::uint32_t limit = slice_limit();
  set_plain_limit();
  std::uint32_t handled = 0;
  while (may_go_on && handled < limit && run_user()) {
    ++handled;
    may_go_on = run_system() && !(has_deadline && dispatcher_->ports().clock->now() >= deadline);
  }
  return handled;
}

/// What the next slice may handle if it is to be a plain one. Who notes pressure meanwhile makes it a special one.
void Mailbox::set_plain_limit() noexcept {
  const bool is_plain = !is_special() && !dispatcher_->has_deadline() && own().throttle.is_at_rest();
  own().plain_limit.set(is_plain ? dispatcher_->throughput() : 0);
}

std::uint32_t Mailbox::slice_limit() noexcept {
  if (lane_ != nullptr && dispatcher_->settings().slow_congested) {
    if (lane()->pressure.is_pressed()) {
      own().throttle.note_pressure();
    } else if (own().last_hint.target == nullptr) {  // unless it is short for a reason elsewhere
      own().throttle.note_relief();
    }
  }
  return own().throttle.limit(dispatcher_->throughput());
}

bool Mailbox::run_user() noexcept {
  const MailboxState::Turn turn = state_.take_turn();
  if (turn != MailboxState::Turn::message) {
    return resume(turn);
  }
  Envelope* const envelope = pop_user();
  if (envelope == nullptr) {
    return false;
  }
  {
    const trace::Handling handling{envelope->mark, envelope->type->name};
    if (meter_ == nullptr) {
      handle(*envelope);
    } else {
      handle_metered(*envelope);
    }
  }
  if (own().kept) {
    own().kept = false;
  } else {
    end(*envelope);
  }
  return true;
}

/// A turn that is no message's; false if it is nobody's.
bool Mailbox::resume(MailboxState::Turn turn) noexcept {
  if (turn == MailboxState::Turn::nothing) {
    return false;
  }
  if (meter_ != nullptr) {
    meter_->end_pause(*this, own().await_cause);
  }
  resume_handler();
  return true;
}

void Mailbox::handle_metered(Envelope& envelope) noexcept {
  const Instant begin = meter_->now();
  const Duration residence = envelope.headers == nullptr ? Duration{} : begin - envelope.headers->posted_at;
  handle(envelope);
  meter_->sink().handled(*this, residence, meter_->now() - begin);
}

Envelope* Mailbox::pop_user() noexcept {
  if (lane_ != nullptr) {
    return lane_->pop(*this);
  }
  MpscNode* const node = user_.pop();
  if (meter_ != nullptr && node != nullptr) {
    meter_->note_departure();
  }
  return static_cast<Envelope*>(node);
}

/// For the responsible thread.
bool Mailbox::has_backlog() noexcept { return lane_ == nullptr ? !user_.is_empty() : lane_->depth() != 0; }

/// False if there are still some after `system_rounds`: then the slice is over, and no user message is taken.
bool Mailbox::run_all_system() noexcept {
  for (std::uint32_t round = 0; system_.has_messages(); ++round) {
    if (round == system_rounds) {
      return false;
    }
    handle_all(system_.drain());
  }
  return true;
}

void Mailbox::handle_all(SystemNode* oldest) noexcept {
  while (oldest != nullptr) {
    SystemNode* const newer = oldest->next.get();  // read first: the handler owns the message
    handle_system(*oldest);
    oldest = newer;
  }
}

// From `end_run` on another thread may own the queues; these looks are those that anybody may take.
Duty Mailbox::recheck() noexcept {
  if (system_.has_messages()) {
    return state_.post_system();
  }
  if (depth() != 0) {
    return state_.post();
  }
  if (lane_ != nullptr) {
    lane_->look_again(*this);  // a sender may have seen it fuller than it is; see `arrive`
  }
  return Duty::nothing;
}

void Mailbox::finalize() noexcept {
  if (lane_ != nullptr) {
    lane_->close();  // who waits with an offer learns it; who was fast enough is drained below
  }
  Duty duty;
  do {
    handle_all(system_.close());
    while (Envelope* const envelope = pop_user()) {
      bury(*envelope, DeadLetterReason::stopped);
    }
    duty = state_.end_finalize();
  } while (duty == Duty::finalize);
  if (duty == Duty::announce) {
    if (meter_ != nullptr) {
      meter_->end_pauses(*this);
    }
    dispatcher_->publish({.kind = MailboxEvent::Kind::closed, .mailbox = this, .name = name()});
    if (!leaves_late_) {
      dispatcher_->detach();
    }
    on_closed();
  }
}

std::uint32_t Mailbox::depth() noexcept {
  if (lane_ != nullptr) {
    return lane_->depth();
  }
  return meter_ != nullptr ? meter_->depth() : static_cast<std::uint32_t>(user_.has_arrivals());
}

}  // namespace sluice::inline SLUICE_ABI::engine
