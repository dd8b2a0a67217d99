// SPDX-License-Identifier: BSL-1.0
#include <sluice/actors/events/actor_events.hpp>
#include <sluice/actors/events/executor_events.hpp>
#include <sluice/actors/events/mailbox_events.hpp>
#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/supervision/ruling.hpp>
#include <sluice/actors/system/console_line.hpp>
#include <sluice/actors/system/system_record.hpp>
#include <sluice/engine/decimal.hpp>

namespace sluice::inline SLUICE_ABI {
namespace {

UntypedRef parent_of(const Actor& actor) noexcept {
  return actor.parent() == nullptr ? UntypedRef{} : UntypedRef{actor.parent()->address()};
}

template <class Notice>
void tell_parent(const Actor& actor, const Notice& notice) noexcept {
  if (actor.parent() != nullptr && actor.parent()->wants(engine::EnvelopeOf<Notice>::type_of)) {
    (void)tell_to<Notice>(actor.parent()->address(), Notice(notice));
  }
}

std::string_view sentence_of(const Ruling& ruling) noexcept {
  if (ruling.has_decider_failed) {
    return " failed and stops, because its decider failed as well: ";
  }
  switch (ruling.directive) {
    case Directive::stop: return " failed and stops: ";
    case Directive::restart: return ruling.is_due_to_sibling ? " starts anew: " : " failed and starts anew: ";
    case Directive::resume: return " failed and goes on: ";
    case Directive::escalate: return " failed and leaves it to its parent: ";
  }
  return " failed: ";
}

void write_failure(const Actor& actor, const ActorError& error, const Ruling& ruling) noexcept {
  const auto skipped = actor.record().failure_lines.admit(actor.record().clock().now());
  if (!skipped.has_value()) {
    return;
  }
  if (*skipped != 0) {
    ConsoleLine{} << "and " << engine::Decimal{*skipped}.text() << " more failures";
  }
  char path[128];
  TextWriter writer{path, sizeof path};
  actor.write_path(writer);
  ConsoleLine{} << writer.text() << sentence_of(ruling) << error.text;
}

}  // namespace

void publish_failure(Actor& actor, const ActorError& error, const Ruling& ruling, bool has_thrown) noexcept {
  SystemRecord& record = actor.record();
  record.supervision.note(ruling.directive);
  write_failure(actor, error, ruling);
  const UntypedRef self{actor.address()};
  const char* const kind = actor.cell().name();
  if (!ruling.is_due_to_sibling) {
    const bool restarts = ruling.directive == Directive::restart;
    const ActorFailed failed{self, parent_of(actor), kind, error, restarts, has_thrown, ruling.directive};
    record.events.publish(failed);
    tell_parent(actor, failed.detached());
  }
  const SupervisionDecision decision{self,       parent_of(actor),          kind,
                                     error,      ruling.directive,          restart_statistics_of(actor),
                                     has_thrown, ruling.has_decider_failed, ruling.is_due_to_sibling};
  record.events.publish(decision);
  tell_parent(actor, decision.detached());
}

void publish_mismatch(Actor& actor, const engine::Envelope& envelope) noexcept {
  const MessageMismatch event{UntypedRef{actor.address()}, parent_of(actor), actor.cell().name(), envelope.type->name};
  actor.record().events.publish(event);
  tell_parent(actor, event);
}

void publish_stash_overflow(Actor& actor, std::uint32_t capacity) noexcept {
  actor.record().events.publish(StashOverflow{UntypedRef{actor.address()}, actor.cell().name(), capacity});
}

void publish_mailbox_event(EventStream& events, const engine::MailboxEvent& event) noexcept {
  using Kind = engine::MailboxEvent::Kind;
  switch (event.kind) {
    case Kind::pressure: events.publish(MailboxPressure{event.name, event.depth, event.capacity, true}); break;
    case Kind::relief: events.publish(MailboxPressure{event.name, event.depth, event.capacity, false}); break;
    case Kind::rejected: events.publish(MailboxRejected{event.name}); break;
    case Kind::closed: break;  // actors that end are watched
  }
}

void publish_executor_event(EventStream& events, const engine::ExecutorEvent& event) noexcept {
  using Kind = engine::ExecutorEvent::Kind;
  switch (event.kind) {
    case Kind::starvation:
      events.publish(StarvationDetected{event.name, event.worker, event.lasted, event.is_computing});
      break;
    case Kind::rebalanced: events.publish(WorkersRebalanced{event.regulars, event.spares}); break;
    case Kind::host_overloaded: events.publish(HostOverloaded{event.worker, event.lasted}); break;
    case Kind::host_recovered: events.publish(HostRecovered{event.lasted}); break;
  }
}

}  // namespace sluice::inline SLUICE_ABI
