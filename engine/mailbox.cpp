// SPDX-License-Identifier: BSL-1.0
#include <sluice/engine/assert.hpp>
#include <sluice/engine/mailbox.hpp>

namespace sluice::inline SLUICE_ABI::engine {

Mailbox::~Mailbox() {
  while (MpscNode* const node = messages_.pop()) {
    auto& envelope = static_cast<Envelope&>(*node);
    envelope.destroy(envelope);
  }
}

void Mailbox::post(Envelope& envelope) noexcept {
  messages_.push(envelope);
  if (state_.post() == MailboxState::Duty::schedule) {
    schedule();
  }
}

void Mailbox::run_and_reschedule() noexcept {
  const std::uint32_t handled = run_slice();
  if (handled == throughput || !messages_.is_empty()) {
    schedule();  // to the end of the executor's queue: others first
    return;
  }
  state_.end_run();
  // From here on another worker may run this mailbox. A post that found us scheduled left its message to us; only
  // a look after `end_run` is sure to see it.
  if (messages_.has_arrivals() && state_.post() == MailboxState::Duty::schedule) {
    schedule();
  }
}

std::uint32_t Mailbox::run_slice() noexcept {
  trace::Zone zone{label_};
  std::uint32_t handled = 0;
  while (handled < throughput) {
    MpscNode* const node = messages_.pop();
    if (node == nullptr) {
      break;
    }
    auto& envelope = static_cast<Envelope&>(*node);
    handle(envelope);
    envelope.destroy(envelope);
    ++handled;
  }
  zone.value(handled);
  return handled;
}

void Mailbox::schedule() noexcept {
  check(executor_.submit(*this) == Submission::accepted, "no executor of this thin mailbox rejects");
}

}  // namespace sluice::inline SLUICE_ABI::engine
