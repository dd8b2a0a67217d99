// SPDX-License-Identifier: BSL-1.0
#include <new>
#include <sluice/actors/ask/offer_future.hpp>
#include <sluice/actors/ask/pending_offer.hpp>
#include <sluice/actors/life/current.hpp>
#include <sluice/actors/messages/delivery.hpp>
#include <sluice/actors/system/system_record.hpp>
#include <sluice/engine/memory.hpp>

namespace sluice::inline SLUICE_ABI {

PendingOffer::PendingOffer(SystemRecord& record, engine::Address target, engine::Envelope& envelope) noexcept
    : record_{record}, offer_{target, envelope, current_mailbox(), &record.timers()} {}

PendingOffer* PendingOffer::make(engine::Address target, engine::Envelope& envelope) noexcept {
  void* const block = engine::memory::allocate(sizeof(PendingOffer));
  if (block == nullptr) {
    return nullptr;
  }
  envelope.generation = target.generation;
  return ::new (block) PendingOffer{SystemRecord::of(*target.cell), target, envelope};
}

void PendingOffer::end() noexcept {
  this->~PendingOffer();
  engine::memory::release(this, sizeof(PendingOffer));
}

Result<PendingOffer*> make_offer(engine::Address target, engine::Envelope* envelope) noexcept {
  if (envelope == nullptr) {
    return std::unexpected{Error::out_of_memory};
  }
  if (const Result<> scope = check_scope(target, envelope->type->name); !scope.has_value()) {
    engine::end(*envelope);
    return std::unexpected{scope.error()};
  }
  if (!may_go_out(*envelope, target)) {
    return std::unexpected{refuse_filtered(*envelope, target).error()};
  }
  PendingOffer* const pending = PendingOffer::make(target, *envelope);
  if (pending == nullptr) {
    (void)refuse(*envelope, target, engine::DeadLetterReason::out_of_memory);
    return std::unexpected{Error::out_of_memory};
  }
  return pending;
}

}  // namespace sluice::inline SLUICE_ABI
