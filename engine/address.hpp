// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>

namespace sluice::inline SLUICE_ABI::engine {

class Cell;

/// Tells one occupant of a cell from the next: odd while it lives, even while the cell is free. As wide as a pointer,
/// so that it changes in one step on every target; a cell whose generations are used up is never used again.
///
///     low bits   count  of those who moved in and out, within one life of the cell's slab
///     high bits  life   of the slab: whoever uses it next has other generations (see `CellSlab::begin_life`)
using Generation = std::uintptr_t;

/// How many of a generation's bits are the count.
inline constexpr unsigned generation_count_bits = sizeof(Generation) == 8 ? 40 : 24;

/// Whom a message is for, or from: a cell, which lives for ever, and one of its occupants, which does not.
struct Address {
  Cell* cell = nullptr;
  Generation generation = 0;

  friend bool operator==(const Address&, const Address&) noexcept = default;
};

}  // namespace sluice::inline SLUICE_ABI::engine
