// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>

namespace sluice::inline SLUICE_ABI::engine {

class Cell;

/// Tells one occupant of a cell from the next: odd while it lives, even while the cell is free. As wide as a pointer,
/// so that it changes in one step on every target; a cell whose generations are used up is never used again.
using Generation = std::uintptr_t;

/// Whom a message is for, or from: a cell, which lives for ever, and one of its occupants, which does not.
struct Address {
  Cell* cell = nullptr;
  Generation generation = 0;

  friend bool operator==(const Address&, const Address&) noexcept = default;
};

}  // namespace sluice::inline SLUICE_ABI::engine
