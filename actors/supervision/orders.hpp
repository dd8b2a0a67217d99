// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/actors/life/control.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/cell.hpp>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/intrusive_list.hpp>

namespace sluice::inline SLUICE_ABI {

/// What a parent wants of a child: part of the child, so that telling it cannot fail. Several orders that come before the
/// child looks are one: the last word on suspension, and one restart.
///
/// Thread safety: everything under the lock of the parent's `Children`; but `restarts_told` is the parent's alone.
struct ParentalOrders : Control, engine::ListLink<ParentalOrders> {
  ParentalOrders() noexcept : Control{Kind::order} {}

  /// By the parent: the child has not begun to leave its list, so it takes this.
  void send() noexcept;

  engine::Cell* cell = nullptr;     ///< the child's
  bool is_on_its_way = false;       ///< it was told, and has not looked yet
  bool suspends = false;            ///< it is to handle no messages, nor are those below it
  bool restarts = false;            ///< a sibling failed, and all start anew
  std::uint32_t restarts_told = 0;  ///< how often
  Duration delay{};                 ///< before it does
};

}  // namespace sluice::inline SLUICE_ABI
