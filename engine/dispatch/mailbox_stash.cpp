// SPDX-License-Identifier: BSL-1.0
#include <sluice/engine/assert.hpp>
#include <sluice/engine/dispatch/mailbox_stash.hpp>
#include <sluice/engine/dispatch/meter.hpp>

namespace sluice::inline SLUICE_ABI::engine {

Mailbox::Stash::Stash(Mailbox& mailbox) noexcept : mailbox_{mailbox} {
  check(mailbox.lane_ != nullptr && mailbox.lane()->queue().deque() != nullptr,
        "a stash needs a mailbox of the deque kind");
}

Mailbox::Stash::~Stash() {
  while (MpscNode* const node = stashed_.pop_front()) {
    end(static_cast<Envelope&>(*node));
  }
}

void Mailbox::Stash::stash(Envelope& envelope) noexcept {
  check(!mailbox_.own().kept, "a message is stashed once, by its handler");
  mailbox_.own().kept = true;
  keep(envelope);
}

void Mailbox::Stash::keep(Envelope& envelope) noexcept {
  stashed_.push_back(envelope);
  tell_size();
}

bool Mailbox::Stash::unstash_all() noexcept {
  if (!mailbox_.lane()->queue().deque()->put_back(stashed_)) {
    return false;
  }
  if (mailbox_.lane()->is_bounded()) {
    mailbox_.note_depth();
  }
  tell_size();
  return true;
}

void Mailbox::Stash::give_up() noexcept {
  while (MpscNode* const node = stashed_.pop_front()) {
    mailbox_.bury(static_cast<Envelope&>(*node), DeadLetterReason::stopped);
  }
  tell_size();
}

void Mailbox::Stash::tell_size() const noexcept {
  if (mailbox_.meter_ != nullptr) {
    mailbox_.meter_->sink().stashed(mailbox_, size());
  }
}

}  // namespace sluice::inline SLUICE_ABI::engine
