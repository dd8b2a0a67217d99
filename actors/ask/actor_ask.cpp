// SPDX-License-Identifier: BSL-1.0
#include <sluice/actors/ask/actor_ask.hpp>
#include <sluice/actors/system/system_record.hpp>
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

void ActorAsk::expire() noexcept {
  slot().share();  // of the run
  engine::Executor& executor = *slot().record().executor;
  for (std::uint32_t retries = 0; executor.submit(expiry_) == engine::Submission::rejected; ++retries) {
    if (retries == engine::submit_retries) {
      slot().drop();  // not the last one; it ends with the system, which is what ends
      return;
    }
  }
}

void ActorAsk::Expiry::run() noexcept {
  AskSlot& slot = ask_.slot();
  slot.fail(AskError::Reason::timed_out);
  slot.drop();
}

}  // namespace sluice::inline SLUICE_ABI
