// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <sluice/config.hpp>
#include <sluice/engine/address.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/cell.hpp>
#include <sluice/engine/dead_letter.hpp>
#include <sluice/engine/dispatch/settings.hpp>
#include <sluice/engine/error.hpp>
#include <sluice/engine/mutex.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// Cells for the life of the process: made when none is free, used again and again, never given back. Systems that use
/// the slab one after the other have a life of it each, and every generation tells of which life it is.
///
/// Thread safety: any thread; `begin_life` by the one who has the slab to itself.
/// Allocates: a cell, when none is free.
class CellSlab {
public:
  /// Dead letters of all cells go to `dead_letters`, which lives as long as any sender.
  constexpr explicit CellSlab(DeadLetterSink& dead_letters) noexcept : dead_letters_{dead_letters} {}
  CellSlab(const CellSlab&) = delete;
  CellSlab& operator=(const CellSlab&) = delete;

  /// Begins the next life: no generation from before is given out again. While no cell is occupied. False if there is no
  /// life left; then the last one goes on.
  [[nodiscard]] bool begin_life() noexcept;

  /// Whether `generation` was given out since the last `begin_life`.
  [[nodiscard]] bool is_of_this_life(Generation generation) const noexcept { return generation / one_life == life(); }

  /// Moves `occupant` into a free cell, which is a guarded one unless its user messages go by an unbounded queue that
  /// nobody measures for a metrics sink. Fails if memory runs out, or if there is no lane of such settings: then nothing
  /// was opened. With a `meter`, which knows the occupant, it is measured from the start.
  [[nodiscard]] Result<Address> open(Occupant& occupant, Dispatcher& dispatcher, const trace::Label& label,
                                     const MailboxSettings& settings = {}, CellMeter* meter = nullptr) noexcept;

private:
  friend class Cell;

  static constexpr Generation one_life = Generation{1} << generation_count_bits;

  /// Oldest first: a cell that was just freed may still have late senders, and is tried last.
  struct FreeCells {
    Cell* oldest = nullptr;
    Cell* newest = nullptr;
  };

  [[nodiscard]] Generation life() const noexcept {
    // relaxed: who has a generation of the present life got it through an `open`, and so comes after its beginning. Who
    // has an older one may still see the life before: then it learns from the cell that nobody is there, as a moment ago.
    return life_.load(std::memory_order_relaxed);
  }
  [[nodiscard]] Generation first_generation() const noexcept { return life() * one_life + 1; }

  struct Move;

  [[nodiscard]] Result<Address> move_in(const Move& move) noexcept;
  [[nodiscard]] Cell* take(bool guarded) noexcept;
  void give_back(Cell& cell) noexcept;
  [[nodiscard]] bool grow(bool guarded) noexcept;

  DeadLetterSink& dead_letters_;
  Atomic<Generation> life_{0};
  SyncMutex<FreeCells> plain_;
  SyncMutex<FreeCells> guarded_;
};

}  // namespace sluice::inline SLUICE_ABI::engine
