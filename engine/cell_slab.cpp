// SPDX-License-Identifier: BSL-1.0
#include <new>
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

Result<Address> CellSlab::open(Occupant& occupant, Dispatcher& dispatcher, const trace::Label& label) noexcept {
  Cell* refused = nullptr;  // the first cell that had late senders: when it comes again, all have been tried
  for (;;) {
    Cell* const cell = take();
    if (cell == nullptr || cell == refused) {
      if (cell != nullptr) {
        give_back(*cell);
        refused = nullptr;
      }
      if (!grow()) {
        return std::unexpected{Error::out_of_memory};
      }
      continue;
    }
    if (const Generation generation = cell->open(occupant, dispatcher, label); generation != 0) {
      return Address{cell, generation};
    }
    refused = refused == nullptr ? cell : refused;
    give_back(*cell);
  }
}

Cell* CellSlab::take() noexcept {
  const auto free = free_.lock();
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
  const auto free = free_.lock();
  (free->oldest == nullptr ? free->oldest : free->newest->next_free_) = &cell;
  free->newest = &cell;
}

bool CellSlab::grow() noexcept {
  void* const memory = memory::allocate_forever(sizeof(Cell));
  if (memory == nullptr) {
    return false;
  }
  give_back(*::new (memory) Cell{*this});
  return true;
}

}  // namespace sluice::inline SLUICE_ABI::engine
