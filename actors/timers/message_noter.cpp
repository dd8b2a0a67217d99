// SPDX-License-Identifier: BSL-1.0
#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/system/system_record.hpp>
#include <sluice/actors/timers/message_noter.hpp>
#include <sluice/engine/envelope.hpp>

namespace sluice::inline SLUICE_ABI {

void MessageNoter::stand_before(Actor& actor, const IgnoredTypes& ignored) noexcept {
  if (actor_ == nullptr) {
    actor_ = &actor;
    behind_ = &actor.cell().front();  // the actor, or the shell of its middleware
  }
  ignored_ = ignored;
  last_ = actor.record().now_of_living();
  actor.cell().set_front(*this);
}

void MessageNoter::step_aside() noexcept {
  if (actor_ != nullptr) {
    actor_->cell().set_front(*behind_);
    actor_ = nullptr;
  }
}

/// Its own handler may have it step aside, or end the actor; but what is behind it lives until its mailbox is drained.
void MessageNoter::pass_on(engine::Envelope& envelope) noexcept {
  const engine::MessageType& type = *envelope.type;
  behind_->handle(envelope);
  note(type);
}

void MessageNoter::note(const engine::MessageType& type) noexcept {
  if (actor_ != nullptr && !ignores(type)) {
    last_ = actor_->record().now_of_living();
  }
}

bool MessageNoter::ignores(const engine::MessageType& type) const noexcept {
  for (std::uint32_t each = 0; each < ignored_.count; ++each) {
    if (ignored_.types[each] == &type) {
      return true;
    }
  }
  return false;
}

}  // namespace sluice::inline SLUICE_ABI
