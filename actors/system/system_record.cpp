// SPDX-License-Identifier: BSL-1.0
#include <bit>
#include <new>
#include <sluice/actors/ask/ask_slot.hpp>
#include <sluice/actors/ask/request_future.hpp>
#include <sluice/actors/events/buffer/actor_buffer.hpp>
#include <sluice/actors/events/mailbox_events.hpp>
#include <sluice/actors/messages/delivery.hpp>
#include <sluice/actors/scope_ref.hpp>
#include <sluice/actors/system/console_line.hpp>
#include <sluice/actors/system/system_record.hpp>
#include <sluice/actors/telemetry/telemetry_port.hpp>
#include <sluice/engine/memory.hpp>
#include <sluice/engine/trace.hpp>

namespace sluice::inline SLUICE_ABI {
namespace {

constexpr engine::trace::Label lost{"dead letter", "SystemRecord::dead_letter", __FILE__, __LINE__,
                                    engine::trace::color::lost};

constinit SyncMutex<SystemRecord*> free_records{nullptr};

/// Set while a dead letter is published: one that comes of that is not published in turn.
constinit SLUICE_THREAD_LOCAL bool is_publishing = false;

/// A notice of one that nobody handled is not worth another notice: the one who should have handled it would get that,
/// too, and so on.
bool is_notice_of_another(const engine::Envelope& envelope) noexcept {
  return envelope.type == &engine::EnvelopeOf<DeadLetter>::type_of;
}

AskError::Reason reason_of(DeadLetterReason reason) noexcept {
  switch (reason) {
    case DeadLetterReason::stopped:
    case DeadLetterReason::replaced:
    case DeadLetterReason::shutdown: return AskError::Reason::stopped;
    case DeadLetterReason::handler_failed: return AskError::Reason::failed;
    case DeadLetterReason::type_mismatch:
    case DeadLetterReason::unhandled: return AskError::Reason::no_answer;
    default: return AskError::Reason::rejected;
  }
}

/// Of uses without a system: the first hundred, and then ever fewer. Who does not look at errors must not fill the console.
bool is_worth_a_line() noexcept {
  constexpr std::uint32_t at_first = 100;
  static constinit engine::Atomic<std::uint32_t> uses{0};
  const std::uint32_t number = uses.fetch_add(1, std::memory_order_relaxed) + 1;  // a number that carries nothing else
  return number <= at_first || std::has_single_bit(number);
}

}  // namespace

SystemRecord::SystemRecord() noexcept : engine::CellSlab{static_cast<engine::DeadLetterSink&>(*this)} {}

SystemRecord* SystemRecord::take() noexcept {
  {
    const auto free = free_records.lock();
    if (SystemRecord* const record = *free; record != nullptr) {
      *free = record->next_free_;
      return record;
    }
  }
  void* const memory = engine::memory::allocate_forever(sizeof(SystemRecord));
  return memory == nullptr ? nullptr : ::new (memory) SystemRecord;
}

void SystemRecord::end_scope() noexcept { has_lives_left_ = begin_life(); }

void SystemRecord::give_back() noexcept {
  events.reset();
  clock_.stop();
  letters.reset();
  supervision.reset();
  failure_lines.reset();
  dispatcher = nullptr;
  executor = nullptr;
  telemetry = nullptr;
  configuration = nullptr;
  middleware = nullptr;
  serial_.store(1, std::memory_order_relaxed);  // nobody else uses it, as below
  has_ended_.store(0, std::memory_order_relaxed);
  is_shutting_down_.store(0, std::memory_order_relaxed);
  stopped_.store(0, std::memory_order_relaxed);
  mismatches.store(0, std::memory_order_relaxed);
  if (!has_lives_left_) {
    return;
  }
  const auto free = free_records.lock();
  next_free_ = *free;
  *free = this;
}

void SystemRecord::dead_letter(const engine::DeadLetter& letter) noexcept {
  if (letter.envelope.type == &engine::EnvelopeOf<EventsReady>::type_of) {
    return;  // the events are where they were, and the news of them finds another way
  }
  DeadLetterReason reason = letter.reason;
  if (reason == DeadLetterReason::stopped && is_shutting_down_.load(std::memory_order_relaxed) != 0) {  // only a name
    reason = DeadLetterReason::shutdown;
  }
  const engine::DeadLetter named{letter.envelope, reason, letter.target};
  engine::trace::event(lost, letter.envelope.type->name, static_cast<std::uint64_t>(reason));
  if (telemetry != nullptr) {
    telemetry->note(named);
  }
  if (letters.take(named, clock_.now()) && !is_publishing && !is_notice_of_another(named.envelope) &&
      events.has_subscribers<DeadLetter>()) {
    is_publishing = true;
    events.publish(DeadLetter{named.envelope.type->name, reason, UntypedRef{named.target},
                              UntypedRef{named.envelope.sender}, &named.envelope});
    is_publishing = false;
  }
  if (letter.envelope.reply != nullptr) {
    static_cast<AskSlot*>(letter.envelope.reply)->fail(reason_of(reason));
  }
}

void SystemRecord::note_end() noexcept {
  // release | all that the actors did, to the acquire in `has_ended`.
  has_ended_.store(1, std::memory_order_release);
}

void SystemRecord::publish(const engine::MailboxEvent& event) noexcept {
  if (telemetry != nullptr) {
    telemetry->note(event);
  }
  publish_mailbox_event(events, event);
}

Result<> check_scope(engine::Address target, const char* message_type) noexcept {
  if (SystemRecord::is_in_scope(target)) {
    return {};
  }
  if (!is_worth_a_line()) {
    return std::unexpected{Error::out_of_scope};
  }
  ConsoleLine{} << (target.cell == nullptr ? "a message was told to nobody: "
                                           : "a message was told to an actor whose system is gone: ")
                << message_type;
  return std::unexpected{Error::out_of_scope};
}

void report_out_of_scope(const char* message_type) noexcept {
  if (is_worth_a_line()) {
    ConsoleLine{} << "a reference was used outside of its run: " << message_type;
  }
}

std::expected<SystemRecord*, AskError::Reason> record_for_ask(engine::Address target,
                                                              const engine::MessageType& type) noexcept {
  if (!check_scope(target, type.name).has_value()) {
    return std::unexpected{AskError::Reason::out_of_scope};
  }
  return &SystemRecord::of(*target.cell);
}

Result<> refuse(engine::Envelope& envelope, engine::Address target, engine::DeadLetterReason reason) noexcept {
  if (const Result<> scope = check_scope(target, envelope.type->name); !scope.has_value()) {
    if (envelope.reply != nullptr) {
      static_cast<AskSlot*>(envelope.reply)->fail(AskError::Reason::out_of_scope);
    }
    engine::end(envelope);
    return scope;
  }
  SystemRecord::of(*target.cell).dead_letter({envelope, reason, target});
  engine::end(envelope);
  return std::unexpected{Error::closed};
}

Result<> deliver_carefully(engine::Envelope& envelope, engine::Address target) noexcept {
  if (outbound_mark == 0) {
    return refuse(envelope, target, DeadLetterReason::stopped);
  }
  if (!may_go_out(envelope, target)) {
    return refuse_filtered(envelope, target);
  }
  const UnmarkedSending unmarked;
  return deliver(envelope, target);
}

engine::Posted try_deliver(engine::Envelope& envelope, engine::Address target) noexcept {
  if (!may_go_out(envelope, target)) {
    return engine::Posted::full;
  }
  return target.cell->is_current(target.generation) ? target.cell->try_post(envelope, current_mailbox()).posted
                                                    : engine::Posted::closed;
}

Result<> refuse_filtered(engine::Envelope& envelope, engine::Address target) noexcept {
  const Result<> refused = refuse(envelope, target, DeadLetterReason::filtered);
  return refused.error() == Error::out_of_scope ? refused : Result<>{std::unexpected{Error::rejected}};
}

bool add_headers(engine::Envelope& envelope, const MessageHeaders& headers) noexcept {
  void* const block = engine::memory::allocate(sizeof(engine::Headers));
  if (block != nullptr) {
    envelope.headers = ::new (block) engine::Headers{.posted_at = {}, .user = headers};
  }
  return block != nullptr;
}

Result<> tell_control(engine::Address target, Control::Kind kind) noexcept {
  if (const Result<> scope = check_scope(target, "a system message"); !scope.has_value()) {
    return scope;
  }
  Control* const control = make_control(kind);
  if (control == nullptr) {
    return std::unexpected{Error::out_of_memory};
  }
  control->generation = target.generation;
  if (!target.cell->is_current(target.generation) || !target.cell->post_system(*control)) {
    end_control(*control);
    return std::unexpected{Error::closed};
  }
  return {};
}

Result<> refuse_full(engine::Envelope& envelope) noexcept {
  if (envelope.reply != nullptr) {
    static_cast<AskSlot*>(envelope.reply)->fail(AskError::Reason::rejected);
  }
  engine::end(envelope);
  return std::unexpected{Error::rejected};
}

void deliver_unreturned(engine::Envelope& envelope, engine::Address target) noexcept {
  envelope.generation = target.generation;
  if (target.cell == nullptr || !target.cell->is_current(target.generation)) {
    (void)refuse(envelope, target, DeadLetterReason::stopped);
  } else if (target.cell->post(envelope, current_mailbox()).posted == engine::Posted::full) {
    SystemRecord::of(*target.cell).dead_letter({envelope, DeadLetterReason::overflow, target});
    engine::end(envelope);
  }
}

void deliver_answer(engine::Envelope& envelope, engine::Address target) noexcept {
  if (may_go_out(envelope, target)) {
    deliver_unreturned(envelope, target);
  } else {
    (void)refuse_filtered(envelope, target);
  }
}

void report_lost(const engine::Envelope& envelope, engine::Address target, engine::DeadLetterReason reason) noexcept {
  if (SystemRecord::is_in_scope(target)) {
    SystemRecord::of(*target.cell).dead_letter({envelope, reason, target});
  }
}

}  // namespace sluice::inline SLUICE_ABI
