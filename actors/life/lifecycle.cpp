// SPDX-License-Identifier: BSL-1.0
// What others may ask of an actor: to stop because its parent does, to start anew.
#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/life/belongings.hpp>
#include <sluice/actors/system/console_line.hpp>
#include <sluice/actors/system/system_record.hpp>

namespace sluice::inline SLUICE_ABI {

Result<> UntypedRef::poison() const noexcept { return tell_to<Poison>(address_, {}); }

/// It counts as awaited until it obeys, which it does between two messages: so who is awaited for long is in a handler.
bool Actor::tell_to_stop() noexcept {
  stop_by_parent_.kind = Control::Kind::stop_by_parent;
  record_.awaited.add(*this);
  return cell_->post_system(stop_by_parent_);
}

/// As its supervision would decide, but whatever that says, and without a failure.
void Actor::restart_on_request() noexcept {
  if (is_stopping_ || stop_requested_ || is_restarting_) {
    return;  // it ends, or starts anew in any case
  }
  if (!can_renew() || !ensure_care()) {
    char path[128];
    TextWriter writer{path, sizeof path};
    write_path(writer);
    ConsoleLine{} << writer.text() << " cannot start anew, and stays as it is: it was not spawned with a Restart";
    return;
  }
  record_.supervision.note(Directive::restart);
  restart();
}

/// A failure in there changes nothing, unless it is one that ends the actor.
void Actor::announce_restart() noexcept {
  const bool was_restarting = is_restarting_;
  is_restarting_ = true;
  before_restart();
  is_restarting_ = was_restarting;
}

}  // namespace sluice::inline SLUICE_ABI
