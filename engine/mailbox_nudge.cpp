// SPDX-License-Identifier: BSL-1.0
// A file of its own: what waits nowhere is to cost an image nothing, not even by what the compiler puts in line.
#include <sluice/engine/mailbox.hpp>

namespace sluice::inline SLUICE_ABI::engine {

using Duty = MailboxState::Duty;

Duty MailboxState::nudge() noexcept {
  const auto is_idle = [](Word word) { return (word & (scheduled | closed | finalizing)) == 0; };
  Word after = 0;
  const Word before = change(
      [&](Word word) { return after = unparked(word | awaiting | resume_ready) | (is_idle(word) ? scheduled : 0); });
  return is_idle(before) ? Duty::schedule : duty_of_unpark(before, after);
}

void Mailbox::nudge() noexcept {
  if (state_.nudge() == Duty::schedule && !dispatcher_->execute(*this)) {
    const Rejection rejection = note_rejection();
    state_.reject_wake();
    tell(rejection);
  }
}

}  // namespace sluice::inline SLUICE_ABI::engine
