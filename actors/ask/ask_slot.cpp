// SPDX-License-Identifier: BSL-1.0
#include <sluice/actors/ask/ask_slot.hpp>
#include <sluice/actors/system/system_record.hpp>

namespace sluice::inline SLUICE_ABI {

void AskSlot::fail(AskError::Reason reason) noexcept {
  if (claim()) {
    error.reason = reason;
    error.waited = record_.clock().now() - begin_;
    if (reason == AskError::Reason::timed_out) {
      name_slowest();
    }
    settle();
  }
}

void AskSlot::settle() noexcept {
  if (link_ != nullptr) {
    leave_chain();
  }
  // release | the outcome, to the acquire in `is_settled`.
  word_.store(settled, std::memory_order_release);
  on_settled();
}

void AskSlot::lose(const engine::Envelope& answer, engine::DeadLetterReason reason) noexcept {
  record_.dead_letter({answer, reason, {}});
}

void AskSlot::set_timeout(Duration timeout) noexcept {
  begin_ = record_.clock().now();
  if (timeout != Duration{}) {  // a negative one is what is left of a time that is over
    has_timeout_ = true;
    deadline_ = later(begin_, timeout);
  }
  if (link_ != nullptr) {
    enter_chain();
  }
  if (has_timeout_) {
    record_.timers().set(timer_, deadline_,
                         {[](void* self) noexcept { static_cast<AskSlot*>(self)->on_timeout(); }, this});
  }
}

void AskSlot::cancel_timer() noexcept { (void)record_.timers().cancel(timer_); }

}  // namespace sluice::inline SLUICE_ABI
