// SPDX-License-Identifier: BSL-1.0
#include <sluice/engine/assert.hpp>
#include <sluice/engine/dispatch/mailbox_offer.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI::engine {
namespace {

constexpr trace::Label label{"offer.wait", "MailboxOffer::poll", __FILE__, __LINE__, trace::color::wait};

}  // namespace

Mailbox::Offer::Offer(Mailbox& target, Envelope& envelope, Mailbox* sender, TimerWheel* timers) noexcept
    : target_{target}, envelope_{&envelope}, sender_{sender}, timers_{timers} {
  const Duration timeout = target.lane() == nullptr ? Duration{} : target.lane()->settings().push_timeout;
  if (timeout > Duration{}) {
    const Clock* const clock = target.dispatcher_->ports().clock;
    check(clock != nullptr, "a push timeout needs a clock");
    deadline_ = clock->now() + timeout;
  }
}

Mailbox::Offer::~Offer() {
  if (envelope_ != nullptr && (!place_.has_value() || place_->leave() || !place_->is_accepted())) {
    (void)lose(DeadLetterReason::offer_given_up, Error::closed);
  }
  wait_.end(label);
}

Poll<Result<>> Mailbox::Offer::poll(const Waker& waker) noexcept {
  check(envelope_ != nullptr, "a finished future is not polled");
  if (target_.lane() == nullptr || target_.lane()->channel.policy() != Overflow::block) {
    return post_at_once();
  }
  if (!place_.has_value()) {
    if (target_.meter_ != nullptr) {
      target_.stamp(*envelope_);
    }
    place_.emplace(target_.lane()->channel, *envelope_);
  }
  return place_->poll(waker) ? settle() : wait(waker);
}

/// Only under the Block policy does anybody wait.
Poll<Result<>> Mailbox::Offer::post_at_once() noexcept {
  switch (target_.post(*envelope_, sender_).posted) {
    case Posted::queued: envelope_ = nullptr; return Poll<Result<>>{std::in_place};
    case Posted::dropped: envelope_ = nullptr; return Result<>{std::unexpected{Error::rejected}};
    case Posted::full: return lose(DeadLetterReason::overflow, Error::rejected);
    case Posted::closed: break;
  }
  return lose(DeadLetterReason::stopped, Error::closed);
}

Poll<Result<>> Mailbox::Offer::settle() noexcept {
  wait_.end(label);
  if (!place_->is_accepted()) {
    return lose(DeadLetterReason::stopped, Error::closed);
  }
  envelope_ = nullptr;
  (void)target_.note_arrival(sender_);
  target_.attend(target_.state_.post());
  return Poll<Result<>>{std::in_place};
}

Poll<Result<>> Mailbox::Offer::wait(const Waker& waker) noexcept {
  wait_.begin(label);
  if (!deadline_.has_value()) {
    return pending;
  }
  if (target_.dispatcher_->ports().clock->now() >= *deadline_) {
    if (!place_->leave()) {
      return settle();  // just in time
    }
    wait_.end(label);
    return lose(DeadLetterReason::offer_timed_out, Error::timed_out);
  }
  if (timers_ != nullptr) {
    timers_->set(timer_, *deadline_, waker);
  }
  return pending;
}

Result<> Mailbox::Offer::lose(DeadLetterReason reason, Error error) noexcept {
  target_.bury(*std::exchange(envelope_, nullptr), reason);
  return std::unexpected{error};
}

}  // namespace sluice::inline SLUICE_ABI::engine
