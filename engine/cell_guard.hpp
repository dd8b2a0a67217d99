// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <sluice/config.hpp>
#include <sluice/engine/dispatch/dispatcher.hpp>
#include <sluice/engine/dispatch/lane.hpp>
#include <sluice/engine/dispatch/meter.hpp>
#include <sluice/engine/dispatch/settings.hpp>
#include <sluice/engine/error.hpp>
#include <sluice/engine/owned.hpp>
#include <sluice/engine/visits.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// What one life of a guarded cell has that senders use, and that ends with it.
struct CellFittings {
  std::optional<Owned<Lane>> lane;
  std::optional<Owned<Meter>> meter;

  /// Whether a mailbox of `settings` in `dispatcher` has any.
  [[nodiscard]] static bool are_needed(const Dispatcher& dispatcher, const MailboxSettings& settings) noexcept {
    return settings.need_lane() || dispatcher.ports().metrics != nullptr;
  }

  /// An error if memory runs out, or if there is no lane of such settings (see `Lane::status`).
  [[nodiscard]] static Result<CellFittings> make(const Dispatcher& dispatcher,
                                                 const MailboxSettings& settings) noexcept;
};

/// What a cell has in addition whose fittings end before it does: it knows who is inside, and keeps them until nobody is.
struct CellGuard {
  Visits visits;
  CellFittings fittings;  ///< of whoever opens the cell, until the life that this begins is ended
};

}  // namespace sluice::inline SLUICE_ABI::engine
