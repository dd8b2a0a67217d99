// SPDX-License-Identifier: BSL-1.0
// What others are shown of an actor while it runs.
#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/life/belongings.hpp>
#include <sluice/actors/system/actor_look.hpp>

namespace sluice::inline SLUICE_ABI {

// The locks are taken from parents to their children; nobody else takes two of them at once. Who is in its parent's list
// has not begun to end, and waits for the lock before it does: so its cell is its own.
void Actor::show_children(ActorVisitor& visitor, std::uint32_t levels) noexcept {
  if (Belongings* const own = belongings_.get_by_others(); own != nullptr && levels != 0) {
    own->children.each([&](Actor& child) { child.show(visitor, levels - 1); });
  }
}

void Actor::show(ActorVisitor& visitor, std::uint32_t levels) noexcept {
  char path[256];
  TextWriter writer{path, sizeof path};
  write_path(writer);
  visitor.visit({.path = writer.text(),
                 .kind = cell_->name(),
                 .mailbox = cell_->look(),
                 .runnable = cell_,
                 .is_caller = current_cell == cell_});
  show_children(visitor, levels);
}

}  // namespace sluice::inline SLUICE_ABI
