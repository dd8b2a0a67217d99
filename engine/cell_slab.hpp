// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <sluice/config.hpp>
#include <sluice/engine/cell.hpp>
#include <sluice/engine/dead_letter.hpp>
#include <sluice/engine/error.hpp>
#include <sluice/engine/mutex.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// Cells for the life of the process: made when none is free, used again and again, never given back.
///
/// Thread safety: any thread.
/// Allocates: a cell, when none is free.
class CellSlab {
public:
  /// Dead letters of all cells go to `dead_letters`, which lives as long as any sender.
  constexpr explicit CellSlab(DeadLetterSink& dead_letters) noexcept : dead_letters_{dead_letters} {}
  CellSlab(const CellSlab&) = delete;
  CellSlab& operator=(const CellSlab&) = delete;

  /// Moves `occupant` into a free cell; fails only if memory runs out.
  [[nodiscard]] Result<Address> open(Occupant& occupant, Dispatcher& dispatcher, const trace::Label& label) noexcept;

private:
  friend class Cell;

  /// Oldest first: a cell that was just freed may still have late senders, and is tried last.
  struct FreeCells {
    Cell* oldest = nullptr;
    Cell* newest = nullptr;
  };

  [[nodiscard]] Cell* take() noexcept;
  void give_back(Cell& cell) noexcept;
  [[nodiscard]] bool grow() noexcept;

  DeadLetterSink& dead_letters_;
  SyncMutex<FreeCells> free_;
};

}  // namespace sluice::inline SLUICE_ABI::engine
