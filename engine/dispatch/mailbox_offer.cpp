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
    deadline_ = later(clock->now(), timeout);
  }
}

Mailbox::Offer::~Offer() {
  if (envelope_ != nullptr && (!place_.has_value() || place_->leave() || !place_->is_accepted())) {
    [[maybe_unused]] const Result<> nobody_asks = lose(DeadLetterReason::offer_given_up, Error::closed);
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
    node_ = target_.lane()->node_for(*envelope_);
    if (node_ == nullptr) {
      return lose(DeadLetterReason::overflow, Error::rejected);  // nothing is there that could wait
    }
    place_.emplace(target_.lane()->channel, *node_);
  }
  return place_->poll(waker) ? settle() : wait(waker);
}

/// Only under the Block policy does anybody wait.
Poll<Result<>> Mailbox::Offer::post_at_once() noexcept {
  if (target_.lane() != nullptr && target_.is_refusing()) {
    return lose(DeadLetterReason::suspended, Error::rejected);
  }
  switch (target_.try_post(*envelope_, sender_).posted) {
    case Posted::queued: envelope_ = nullptr; return Poll<Result<>>{std::in_place};
    case Posted::full:
      return lose(target_.lane()->loss_when_full().value_or(DeadLetterReason::overflow), Error::rejected);
    case Posted::dropped:  // not of `try_post`
    case Posted::closed: break;
  }
  return lose(DeadLetterReason::stopped, Error::closed);
}

Poll<Result<>> Mailbox::Offer::settle() noexcept {
  stop_waiting();
  if (!place_.has_value() || !place_->is_accepted()) {
    return lose(DeadLetterReason::stopped, Error::closed);
  }
  envelope_ = nullptr;
  target_.arrive(sender_);
  return Poll<Result<>>{std::in_place};
}

Poll<Result<>> Mailbox::Offer::wait(const Waker& waker) noexcept {
  wait_.begin(label);
  if (target_.lane()->queue().get().is_closed()) {
    return give_up(DeadLetterReason::stopped, Error::closed);  // those in front, who were told, may take their time
  }
  target_.attend(target_.state_.post());  // as in `Mailbox::offer`: a full mailbox that was refused would stay so
  if (!deadline_.has_value()) {
    return pending;
  }
  if (target_.dispatcher_->ports().clock->now() >= *deadline_) {
    return give_up(DeadLetterReason::offer_timed_out, Error::timed_out);
  }
  if (timers_ != nullptr) {
    timers_->set(timer_, *deadline_, waker);
  }
  return pending;
}

/// Leaves the row, unless the message was taken just in time.
Poll<Result<>> Mailbox::Offer::give_up(DeadLetterReason reason, Error error) noexcept {
  if (place_.has_value() && !place_->leave()) {
    return settle();
  }
  stop_waiting();
  return lose(reason, error);
}

void Mailbox::Offer::stop_waiting() noexcept {
  wait_.end(label);
  if (timers_ != nullptr) {
    (void)timers_->cancel(timer_);  // or it would wake somebody who no longer waits for this
  }
}

Result<> Mailbox::Offer::lose(DeadLetterReason reason, Error error) noexcept {
  if (place_.has_value()) {
    place_.reset();
    (void)target_.lane()->envelope_of(*node_);  // it stood for the envelope
  }
  target_.bury(*std::exchange(envelope_, nullptr), reason);
  return std::unexpected{error};
}

}  // namespace sluice::inline SLUICE_ABI::engine
