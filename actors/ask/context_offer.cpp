// SPDX-License-Identifier: BSL-1.0
#include <sluice/actors/ask/context_offer.hpp>
#include <sluice/actors/ask/pending_offer.hpp>
#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/messages/delivery.hpp>

namespace sluice::inline SLUICE_ABI {

ContextOffer::ContextOffer(Actor& actor, engine::Address target, engine::Envelope* envelope) noexcept
    : actor_{actor}, future_{Result<>{}} {
  if (envelope != nullptr && target == actor.address()) {
    outcome_ = deliver(*envelope, target);  // it would wait for itself
    return;
  }
  if (wait_list(actor) == nullptr) {
    if (envelope != nullptr) {
      (void)refuse(*envelope, target, engine::DeadLetterReason::out_of_memory);
    }
    outcome_ = std::unexpected{Error::out_of_memory};
    return;
  }
  future_ = OfferFuture{target, envelope};
  if (const engine::Poll<Result<>> polled = future_.poll(actor.cell().await_waker()); polled.has_value()) {
    outcome_ = *polled;
  }
}

ContextOffer::~ContextOffer() {
  if (PendingOffer* const pending = future_.release()) {
    keep_offer(actor_, *pending);
  }
}

engine::Poll<Result<>> ContextOffer::poll(const engine::Waker& waker) noexcept {
  if (future_.is_pending()) {
    const engine::Poll<Result<>> polled = future_.poll(waker);
    if (!polled.has_value()) {
      return engine::pending;
    }
    outcome_ = *polled;
  }
  return outcome_;
}

}  // namespace sluice::inline SLUICE_ABI
