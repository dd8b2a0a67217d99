// SPDX-License-Identifier: BSL-1.0
#include <sluice/actors/events/actor_events.hpp>
#include <sluice/actors/events/mailbox_events.hpp>
#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/system/console_line.hpp>
#include <sluice/actors/system/system_record.hpp>

namespace sluice::inline SLUICE_ABI {
namespace {

UntypedRef parent_of(const Actor& actor) noexcept {
  return actor.parent() == nullptr ? UntypedRef{} : UntypedRef{actor.parent()->address()};
}

}  // namespace

void publish_failure(Actor& actor, const ActorError& error, bool restarts) noexcept {
  char path[128];
  TextWriter writer{path, sizeof path};
  actor.write_path(writer);
  ConsoleLine{} << writer.text() << (restarts ? " failed and starts anew: " : " failed and stops: ") << error.text;
  actor.record().events.publish(
      ActorFailed{UntypedRef{actor.address()}, parent_of(actor), actor.cell().name(), error, restarts});
}

void publish_mismatch(Actor& actor, const engine::Envelope& envelope) noexcept {
  actor.record().events.publish(
      MessageMismatch{UntypedRef{actor.address()}, parent_of(actor), actor.cell().name(), envelope.type->name});
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

}  // namespace sluice::inline SLUICE_ABI
