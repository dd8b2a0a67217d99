// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <sluice/engine/cell.hpp>
#include <sluice/engine/dead_letter.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// Stands between a cell and its occupant while that one is measured: whatever the occupant is to do goes through it. A
/// cell that nobody measures has none, and pays nothing.
///
/// Senders use it too, and may do so when it is somebody else's by now. So its memory is a meter's for the life of the
/// process, and a sender counts only if it finds its own cell here. It stays with its cell until nothing is left in the
/// mailbox that it has counted.
///
/// Thread safety: `arrive`, `depart` and `note_loss` from any thread; everything else by the cell's runner.
class CellMeter : public Occupant {
public:
  /// Who is called behind it.
  [[nodiscard]] Occupant& behind() const noexcept { return *behind_; }
  void stand_before(Occupant& occupant) noexcept { behind_ = &occupant; }

  /// From now on it measures the occupant of `cell`.
  virtual void settle_in(Cell& cell) noexcept = 0;
  /// Counts `envelope`, which is about to be posted to `cell`. If so, its headers say by whom, and `depart` is called once.
  virtual void arrive(Cell& cell, Envelope& envelope) noexcept = 0;
  /// `envelope`, which was counted, is not in the mailbox any more.
  virtual void depart(Envelope& envelope) noexcept = 0;
  /// A message to the occupant of `cell` is a dead letter.
  virtual void note_loss(const Cell& cell, DeadLetterReason reason) noexcept = 0;
  virtual void begin_slice() noexcept = 0;
  virtual void begin_pause() noexcept = 0;
  virtual void end_pause() noexcept = 0;

protected:
  ~CellMeter() = default;

private:
  Occupant* behind_ = nullptr;
};

}  // namespace sluice::inline SLUICE_ABI::engine
