// SPDX-License-Identifier: BSL-1.0
#include <sluice/actors/ask/ask_waiter.hpp>
#include <sluice/actors/life/current.hpp>
#include <sluice/actors/system/system_record.hpp>
#include <sluice/engine/parker.hpp>

namespace sluice::inline SLUICE_ABI {
namespace {

/// Runs what there is to run, on this thread; where time goes by itself, until it brings the timeout. Any timer may bring the
/// answer: beside a periodic one, only an ask with a timeout is sure to end.
void drive(AskSlot& slot) noexcept {
  SystemRecord& record = slot.record();
  do {
    record.drive();
  } while (!slot.is_settled() && record.has_real_time && record.timers().next_deadline().has_value());
}

void sleep_until_settled(AskSlot& slot, AskWaiter& waiter) noexcept {
  engine::Parker parker;
  waiter.set(parker.waker());
  while (!slot.is_settled()) {
    parker.park();
  }
  waiter.set({});
}

}  // namespace

void AskWaiter::wait(AskSlot& slot, AskWaiter& waiter) noexcept {
  if (slot.is_settled()) {
    return;
  }
  if (current_cell != nullptr) {
    slot.fail(AskError::Reason::inside_handler);
  } else if (slot.record().is_driven_by_hand()) {
    drive(slot);
    slot.fail(AskError::Reason::nothing_runs);
  }
  sleep_until_settled(slot, waiter);  // also if somebody is about to settle it
}

}  // namespace sluice::inline SLUICE_ABI
