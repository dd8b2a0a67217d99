// SPDX-License-Identifier: BSL-1.0
#include <new>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/dispatch/meter.hpp>
#include <sluice/engine/mailbox.hpp>
#include <sluice/engine/memory.hpp>

namespace sluice::inline SLUICE_ABI::engine {

using Duty = MailboxState::Duty;

Mailbox::Mailbox(Dispatcher& dispatcher, const trace::Label& label, Lane* lane) noexcept
    : dispatcher_{&dispatcher}, label_{&label}, lane_{lane} {
  check(lane == nullptr || lane->status().has_value(), "a lane that could not be made is not used");
  attach();
  make_meter();
}

void Mailbox::attach() noexcept {
  check(dispatcher_->attach().has_value(), "there is an executor for a new mailbox");
  attached_ = true;
}

Mailbox::~Mailbox() {
  while (Envelope* const envelope = pop_user()) {
    end(*envelope);
  }
  if (meter_ != nullptr) {
    meter_->~Meter();
    memory::release(meter_, sizeof(Meter));
  }
  if (attached_) {
    dispatcher_->detach();
  }
}

void Mailbox::make_meter() noexcept {
  const DispatcherPorts& ports = dispatcher_->ports();
  if (ports.metrics != nullptr) {
    void* const block = memory::allocate(sizeof(Meter));
    check(block != nullptr, "there is memory for what was asked to be measured");
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

void Mailbox::end_open(Dispatcher& dispatcher, const trace::Label& label) noexcept {
  dispatcher_ = &dispatcher;
  label_ = &label;
  // Nothing of the former life is left: neither its short slices, nor that its rejection was told.
  throttle_ = {};
  last_hint_ = {};
  rejected_.store(0, std::memory_order_relaxed);  // the claimed mailbox is this thread's
  attach();
  system_.open();
  attend(state_.end_open(has_backlog()));
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

void Mailbox::complete_await() noexcept {
  if (state_.complete_await() == Duty::schedule && !try_submit()) {
    state_.reject_wake();
  }
}

bool Mailbox::try_submit() noexcept {
  Dispatcher& dispatcher = *dispatcher_;  // from acceptance on the mailbox is its runner's
  const bool was_rejected = rejected_.load(std::memory_order_relaxed) != 0;  // a note that carries nothing else
  if (was_rejected) {
    rejected_.store(0, std::memory_order_relaxed);  // still responsible; put back below if it is refused again
  }
  if (dispatcher.execute(*this)) {
    return true;
  }
  rejected_.store(1, std::memory_order_relaxed);
  if (!was_rejected) {
    dispatcher.publish({.kind = MailboxEvent::Kind::rejected, .mailbox = this, .name = name()});
  }
  return false;
}

void Mailbox::run_and_reschedule() noexcept {
  if (run_slice() == SliceResult::need_reschedule) {
    (void)submit();  // to the end of the executor's queue: others first
  }
}

SliceResult Mailbox::run_slice() noexcept {
  {
    trace::Zone zone{*label_};
    const std::uint32_t handled = run_messages();
    zone.value(handled);
    if (meter_ != nullptr) [[unlikely]] {
      meter_->sink().slice(*this, handled, depth());
    }
  }
  Duty duty = state_.end_run(has_backlog());
  while (duty == Duty::recheck) {
    duty = recheck();
  }
  switch (duty) {
    case Duty::schedule: return SliceResult::need_reschedule;
    case Duty::finalize: finalize(); return SliceResult::closed;
    default: return SliceResult::idle;
  }
}

std::uint32_t Mailbox::run_messages() noexcept {
  const std::uint32_t limit = slice_limit();
  std::uint32_t handled = 0;
  bool may_go_on = run_system();
  if (dispatcher_->has_deadline()) [[unlikely]] {
    handled = run_until(dispatcher_->deadline(), limit, may_go_on);
  } else {
    while (may_go_on && handled < limit && run_user()) {
      ++handled;
      may_go_on = run_system();
    }
  }
  throttle_.end_slice();
  return handled;
}

/// The same with a look at the clock after each message.
std::uint32_t Mailbox::run_until(Instant deadline, std::uint32_t limit, bool may_go_on) noexcept {
  const Clock& clock = *dispatcher_->ports().clock;
  std::uint32_t handled = 0;
  while (may_go_on && handled < limit && run_user()) {
    ++handled;
    may_go_on = run_system() && clock.now() < deadline;
  }
  return handled;
}

std::uint32_t Mailbox::slice_limit() noexcept {
  if (dispatcher_->settings().slow_congested && lane_ != nullptr) {
    if (lane_->pressure.is_pressed()) {
      throttle_.note_pressure();
    } else if (last_hint_.target == nullptr) {  // unless it is short for a reason elsewhere
      throttle_.note_relief();
    }
  }
  return throttle_.limit(dispatcher_->throughput());
}

bool Mailbox::run_user() noexcept {
  switch (state_.take_turn()) {
    case MailboxState::Turn::nothing: return false;
    case MailboxState::Turn::resume:
      if (meter_ != nullptr) {
        meter_->end_pause(*this, await_cause_);
      }
      resume_handler();
      return true;
    case MailboxState::Turn::message: break;
  }
  Envelope* const envelope = pop_user();
  if (envelope == nullptr) {
    return false;
  }
  if (meter_ == nullptr) [[likely]] {
    handle(*envelope);
  } else {
    handle_metered(*envelope);
  }
  if (kept_) [[unlikely]] {
    kept_ = false;
  } else {
    end(*envelope);
  }
  return true;
}

void Mailbox::handle_metered(Envelope& envelope) noexcept {
  const Instant begin = meter_->now();
  const Duration residence = envelope.headers == nullptr ? Duration{} : begin - envelope.headers->posted_at;
  handle(envelope);
  meter_->sink().handled(*this, residence, meter_->now() - begin);
}

Envelope* Mailbox::pop_user() noexcept {
  if (lane_ == nullptr) [[likely]] {
    MpscNode* const node = user_.pop();
    if (meter_ != nullptr && node != nullptr) [[unlikely]] {
      meter_->note_departure();
    }
    return static_cast<Envelope*>(node);
  }
  auto* const envelope = static_cast<Envelope*>(lane_->channel.poll());
  if (envelope != nullptr) {
    note_depth();
  }
  return envelope;
}

/// For the responsible thread.
bool Mailbox::has_backlog() noexcept { return lane_ == nullptr ? !user_.is_empty() : lane_->depth() != 0; }

/// False if there are still some after `system_rounds`: then the slice is over, and no user message is taken.
bool Mailbox::run_system() noexcept {
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
    note_relief();  // a sender may have seen it fuller than it is; see `arrive`
  }
  return Duty::nothing;
}

void Mailbox::finalize() noexcept {
  if (lane_ != nullptr) {
    (void)lane_->channel.close();  // who waits with an offer learns it; who was fast enough is drained below
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
    attached_ = false;
    dispatcher_->detach();
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
