// SPDX-License-Identifier: BSL-1.0
#include <sluice/engine/assert.hpp>
#include <sluice/engine/cell_offer.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI::engine {

Cell::Offer::Offer(const Address& target, Envelope& envelope, Mailbox* sender, TimerWheel* timers) noexcept
    : cell_{*target.cell} {
  envelope.generation = target.generation;
  bool is_there = false;
  if (cell_.is_guarded()) {
    is_there = visit_.emplace(cell_, target.generation).is_welcome();
  } else {
    is_there = cell_.is_current(target.generation);
  }
  if (is_there) {
    cell_.note_arrival(envelope);  // who waits for room counts as one who is in
    offer_.emplace(cell_, envelope, sender, timers);
  } else {
    refused_ = &envelope;
  }
}

Cell::Offer::~Offer() {
  if (refused_ != nullptr) {
    cell_.refuse(*refused_);
  }
}

Poll<Result<>> Cell::Offer::poll(const Waker& waker) noexcept {
  if (refused_ != nullptr) {
    cell_.refuse(*std::exchange(refused_, nullptr));
    return Result<>{std::unexpected{Error::closed}};
  }
  Poll<Result<>> result;
  if (offer_.has_value()) {
    result = offer_->poll(waker);
  } else {
    check(false, "a finished future is not polled");
  }
  if (result.has_value()) {
    // At once: who keeps a future that is done must not keep the occupant.
    offer_.reset();
    visit_.reset();
  }
  return result;
}

}  // namespace sluice::inline SLUICE_ABI::engine
