// SPDX-License-Identifier: BSL-1.0
#include <sluice/actors/ask/actor_ask.hpp>
#include <sluice/engine/cell.hpp>

namespace sluice::inline SLUICE_ABI {

bool ActorAsk::send() noexcept {
  slot().share();  // of the control, on its way
  answer_.generation = asker_.generation;
  if (asker_.cell->is_current(asker_.generation) && asker_.cell->post_system(answer_)) {
    return true;
  }
  slot().drop();
  return false;
}

}  // namespace sluice::inline SLUICE_ABI
