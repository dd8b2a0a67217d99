// SPDX-License-Identifier: BSL-1.0
#include <sluice/actors/ask/offer_future.hpp>
#include <sluice/actors/ask/pending_offer.hpp>
#include <sluice/actors/life/current.hpp>
#include <sluice/actors/system/system_record.hpp>
#include <sluice/engine/parker.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI {

OfferFuture::OfferFuture(engine::Address target, engine::Envelope* envelope) noexcept {
  const Result<PendingOffer*> made = make_offer(target, envelope);
  if (made.has_value()) {
    pending_ = *made;
  } else {
    outcome_ = std::unexpected{made.error()};
  }
}

engine::Poll<Result<>> OfferFuture::poll(const engine::Waker& waker) noexcept {
  if (pending_ != nullptr) {
    const engine::Poll<Result<>> polled = pending_->poll(waker);
    if (!polled.has_value()) {
      return engine::pending;
    }
    outcome_ = *polled;
    std::exchange(pending_, nullptr)->end();
  }
  return outcome_;
}

Result<> OfferFuture::wait() && noexcept {
  engine::Parker parker;  // dies after the offer, which has its waker
  engine::Poll<Result<>> polled = poll(parker.waker());
  if (!polled.has_value() && pending_->record().is_driven_by_hand()) {
    pending_->record().drive();
    polled = poll(parker.waker());
  }
  while (!polled.has_value()) {
    if (current_cell != nullptr || pending_->record().is_driven_by_hand()) {
      give_up();
      return std::unexpected{Error::would_block};
    }
    parker.park();
    polled = poll(parker.waker());
  }
  return *polled;
}

void OfferFuture::give_up() noexcept {
  if (pending_ != nullptr) {
    std::exchange(pending_, nullptr)->end();
  }
}

}  // namespace sluice::inline SLUICE_ABI
