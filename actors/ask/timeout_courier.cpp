// SPDX-License-Identifier: BSL-1.0
#include <sluice/actors/ask/ask_slot.hpp>
#include <sluice/actors/ask/timeout_courier.hpp>
#include <sluice/actors/system/system_record.hpp>

namespace sluice::inline SLUICE_ABI {

void TimeoutCourier::bring(AskSlot& slot) noexcept {
  slot.share();
  {
    const auto first = expired_.lock();
    slot.next_expired = *first;
    *first = &slot;
  }
  // acq_rel | release: the slot in the list, to the acquire in `deliver`, if that is still to come.
  //         | acquire: the executor's last use of the link, before it is submitted again.
  if ((word_.fetch_or(scheduled, std::memory_order_acq_rel) & scheduled) == 0 &&
      record_.executor->submit(*this) == engine::Submission::rejected) {
    deliver();  // nobody else would
  }
}

AskSlot* TimeoutCourier::take() noexcept {
  const auto first = expired_.lock();
  AskSlot* const slot = *first;
  if (slot != nullptr) {
    *first = slot->next_expired;
  }
  return slot;
}

// From the first step on it may be submitted, and run, once more: then two runs share the list.
void TimeoutCourier::deliver() noexcept {
  // acq_rel | acquire: the slots of those who found it scheduled.
  //         | release: that the link is free, to who submits it again.
  word_.fetch_add(running - scheduled, std::memory_order_acq_rel);
  while (AskSlot* const slot = take()) {
    slot->fail(AskError::Reason::timed_out);
    slot->drop();
  }
  // release | what this run did, to the acquire in `is_idle`.
  word_.fetch_sub(running, std::memory_order_release);
}

}  // namespace sluice::inline SLUICE_ABI
