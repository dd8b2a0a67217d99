// SPDX-License-Identifier: BSL-1.0
#include <cstddef>
#include <new>
#include <sluice/engine/cell_guard.hpp>
#include <sluice/engine/cell_slab.hpp>
#include <sluice/engine/memory.hpp>

namespace sluice::inline SLUICE_ABI::engine {

bool CellSlab::begin_life() noexcept {
  const Generation next = life() + 1;
  if (next > static_cast<Generation>(-1) / one_life) {
    return false;
  }
  life_.store(next, std::memory_order_relaxed);  // see `life`
  return true;
}

/// Who moves in, and with what.
struct CellSlab::Move {
  Occupant& occupant;
  Dispatcher& dispatcher;
  const trace::Label& label;
  CellFittings* fittings;  ///< null for a plain cell
  CellMeter* meter;        ///< null for one that nobody measures
};

Result<Address> CellSlab::open(Occupant& occupant, Dispatcher& dispatcher, const trace::Label& label,
                               const MailboxSettings& settings, CellMeter* meter) noexcept {
  if (!CellFittings::are_needed(dispatcher, settings)) {
    return move_in({occupant, dispatcher, label, nullptr, meter});
  }
  Result<CellFittings> fittings = CellFittings::make(dispatcher, settings);
  if (!fittings.has_value()) {
    return std::unexpected{fittings.error()};
  }
  return move_in({occupant, dispatcher, label, &*fittings, meter});
}

Result<Address> CellSlab::move_in(const Move& move) noexcept {
  const bool guarded = move.fittings != nullptr;
  Cell* refused = nullptr;  // the first cell that had late senders: when it comes again, all have been tried
  for (;;) {
    Cell* const cell = take(guarded);
    if (cell == nullptr || cell == refused) {
      if (cell != nullptr) {
        give_back(*cell);
        refused = nullptr;
      }
      if (!grow(guarded)) {
        return std::unexpected{Error::out_of_memory};
      }
      continue;
    }
    const Generation generation = cell->open(move.occupant, move.dispatcher, move.label, move.fittings, move.meter);
    if (generation != 0) {
      return Address{cell, generation};
    }
    refused = refused == nullptr ? cell : refused;
    give_back(*cell);
  }
}

Cell* CellSlab::take(bool guarded) noexcept {
  const auto free = (guarded ? guarded_ : plain_).lock();
  Cell* const cell = free->oldest;
  if (cell != nullptr) {
    free->oldest = cell->next_free_;
    cell->next_free_ = nullptr;
  }
  return cell;
}

void CellSlab::give_back(Cell& cell) noexcept {
  if (cell.generation() % one_life >= one_life - 2) {
    return;  // its generations are used up: retired for ever
  }
  const auto free = (cell.is_guarded() ? guarded_ : plain_).lock();
  (free->oldest == nullptr ? free->oldest : free->newest->next_free_) = &cell;
  free->newest = &cell;
}

bool CellSlab::grow(bool guarded) noexcept {
  void* const memory = memory::allocate_forever(sizeof(Cell) + (guarded ? sizeof(CellGuard) : 0));
  if (memory == nullptr) {
    return false;
  }
  static_assert(sizeof(Cell) % alignof(CellGuard) == 0, "a cell's guard comes behind it");
  void* const behind = static_cast<std::byte*>(memory) + sizeof(Cell);
  give_back(*::new (memory) Cell{*this, guarded ? ::new (behind) CellGuard{} : nullptr});
  return true;
}

}  // namespace sluice::inline SLUICE_ABI::engine
