// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <sluice/config.hpp>
#include <sluice/engine/address.hpp>
#include <sluice/engine/cell.hpp>
#include <sluice/engine/dispatch/mailbox_offer.hpp>
#include <sluice/engine/envelope.hpp>
#include <sluice/engine/error.hpp>
#include <sluice/engine/task.hpp>
#include <sluice/engine/time/timer_wheel.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// A `MailboxOffer` to whom an address names, if that one is still there; otherwise the message is a dead letter and the
/// first poll says `closed`.
///
/// Until it is decided or dies it is inside the cell, whose occupant does not leave before. So an occupant ends its own
/// offers in `prepare_to_leave`: two who wait for room in each other would keep each other for ever.
///
/// Thread safety: polled by one task, and it does not move.
/// Allocates: never.
class Cell::Offer {
public:
  /// Takes `envelope` over. `sender` and `timers` as of `MailboxOffer`.
  Offer(const Address& target, Envelope& envelope, Mailbox* sender = nullptr, TimerWheel* timers = nullptr) noexcept;
  Offer(const Offer&) = delete;
  Offer& operator=(const Offer&) = delete;
  ~Offer();

  /// As of `MailboxOffer`.
  [[nodiscard]] Poll<Result<>> poll(const Waker& waker) noexcept;

private:
  Cell& cell_;
  Envelope* refused_ = nullptr;        ///< nobody is there who would take it
  std::optional<Visit> visit_;         ///< of a guarded cell
  std::optional<MailboxOffer> offer_;  ///< behind `visit_`, so that it dies first
};

using CellOffer = Cell::Offer;

}  // namespace sluice::inline SLUICE_ABI::engine
