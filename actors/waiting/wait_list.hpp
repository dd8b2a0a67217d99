// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/actors/ask/pending_offer.hpp>
#include <sluice/actors/waiting/waiting_handler.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/intrusive_list.hpp>

namespace sluice::inline SLUICE_ABI {

/// What an actor waits for. In a block of its own: most never do.
class WaitList {
public:
  /// Null if memory runs out.
  [[nodiscard]] static WaitList* make() noexcept;
  void end() noexcept;

  /// Whether it handles no messages.
  [[nodiscard]] bool is_blocking() const noexcept {
    return !offers.is_empty() || (!is_reentrant && !handlers.is_empty());
  }

  /// Has the actor in `cell` handle no messages if it must not.
  void hold(engine::Cell& cell) noexcept;

  engine::IntrusiveList<PendingOffer> offers;
  engine::IntrusiveList<WaitingHandler> handlers;  ///< at most one unless it is reentrant
  bool is_reentrant = false;                       ///< messages are handled while handlers wait
  bool is_held = false;                            ///< the cell awaits, until it lets the actor go on

private:
  WaitList() noexcept = default;
  ~WaitList() = default;
};

}  // namespace sluice::inline SLUICE_ABI
