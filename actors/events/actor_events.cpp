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

template <class Notice>
void tell_parent(const Actor& actor, const Notice& notice) noexcept {
  if (actor.parent() != nullptr && actor.parent()->wants(engine::EnvelopeOf<Notice>::type_of)) {
    (void)tell_to<Notice>(actor.parent()->address(), Notice(notice));
  }
}

}  // namespace

void publish_failure(Actor& actor, const ActorError& error, bool restarts, bool has_thrown) noexcept {
  char path[128];
  TextWriter writer{path, sizeof path};
  actor.write_path(writer);
  ConsoleLine{} << writer.text() << (restarts ? " failed and starts anew: " : " failed and stops: ") << error.text;
  const ActorFailed event{
      UntypedRef{actor.address()}, parent_of(actor), actor.cell().name(), error, restarts, has_thrown};
  actor.record().events.publish(event);
  tell_parent(actor, event.detached());
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

}  // namespace sluice::inline SLUICE_ABI
