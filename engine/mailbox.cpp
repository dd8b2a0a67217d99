// SPDX-License-Identifier: BSL-1.0
#include <sluice/engine/assert.hpp>
#include <sluice/engine/mailbox.hpp>

namespace sluice::inline SLUICE_ABI::engine {

using Duty = MailboxState::Duty;

Mailbox::~Mailbox() {
  while (MpscNode* const node = user_.pop()) {
    auto& envelope = static_cast<Envelope&>(*node);
    end(envelope);
  }
}

bool Mailbox::post_system(SystemNode& message) noexcept {
  if (!system_.push(message)) {
    return false;
  }
  attend(state_.post_system());
  return true;
}

void Mailbox::end_open(Executor& executor, const trace::Label& label) noexcept {
  executor_ = &executor;
  label_ = &label;
  system_.open();
  attend(state_.end_open(!user_.is_empty()));
}

void Mailbox::attend(Duty duty) noexcept {
  while (duty == Duty::recheck) {
    duty = recheck();
  }
  switch (duty) {
    case Duty::schedule:
      check(executor_->submit(*this) == Submission::accepted, "no executor of this thin mailbox rejects");
      break;
    case Duty::finalize: finalize(); break;
    default: break;
  }
}

void Mailbox::run_and_reschedule() noexcept {
  const std::uint32_t handled = run_slice();
  // With more to do, it goes to the end of the executor's queue: others first.
  attend(handled == throughput ? Duty::schedule : state_.end_run(!user_.is_empty()));
}

std::uint32_t Mailbox::run_slice() noexcept {
  trace::Zone zone{*label_};
  std::uint32_t handled = 0;
  run_system();
  while (handled < throughput && run_user()) {
    ++handled;
    run_system();
  }
  zone.value(handled);
  return handled;
}

bool Mailbox::run_user() noexcept {
  switch (state_.take_turn()) {
    case MailboxState::Turn::nothing: return false;
    case MailboxState::Turn::resume: resume_handler(); return true;
    case MailboxState::Turn::message: break;
  }
  MpscNode* const node = user_.pop();
  if (node == nullptr) {
    return false;
  }
  auto& envelope = static_cast<Envelope&>(*node);
  handle(envelope);
  end(envelope);
  return true;
}

void Mailbox::run_system() noexcept {
  while (system_.has_messages()) {
    handle_all(system_.drain());
  }
}

void Mailbox::handle_all(SystemNode* oldest) noexcept {
  while (oldest != nullptr) {
    SystemNode* const newer = oldest->next.get();  // read first: the handler owns the message
    handle_system(*oldest);
    oldest = newer;
  }
}

// From `end_run` on another thread may own the queues; these looks are the two that anybody may take.
Duty Mailbox::recheck() noexcept {
  if (system_.has_messages()) {
    return state_.post_system();
  }
  return user_.has_arrivals() ? state_.post() : Duty::nothing;
}

void Mailbox::finalize() noexcept {
  Duty duty;
  do {
    handle_all(system_.close());
    while (MpscNode* const node = user_.pop()) {
      auto& envelope = static_cast<Envelope&>(*node);
      dead_letter(envelope);
      end(envelope);
    }
    duty = state_.end_finalize();
  } while (duty == Duty::finalize);
  if (duty == Duty::announce) {
    on_closed();
  }
}

}  // namespace sluice::inline SLUICE_ABI::engine
