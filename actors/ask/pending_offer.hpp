// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <sluice/engine/address.hpp>
#include <sluice/engine/cell_offer.hpp>
#include <sluice/engine/intrusive_list.hpp>

namespace sluice::inline SLUICE_ABI {

class SystemRecord;

/// An offer in a block of its own: it must not move while it waits.
class PendingOffer : public engine::ListLink<PendingOffer> {
public:
  /// Takes `envelope` over; null if memory runs out, and then it is still the caller's.
  [[nodiscard]] static PendingOffer* make(engine::Address target, engine::Envelope& envelope) noexcept;
  void end() noexcept;

  [[nodiscard]] engine::Poll<Result<>> poll(const engine::Waker& waker) noexcept { return offer_.poll(waker); }
  [[nodiscard]] SystemRecord& record() const noexcept { return record_; }

private:
  PendingOffer(SystemRecord& record, engine::Address target, engine::Envelope& envelope) noexcept;
  ~PendingOffer() = default;

  SystemRecord& record_;
  engine::CellOffer offer_;
};

}  // namespace sluice::inline SLUICE_ABI
