// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <sluice/engine/address.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/dead_letter.hpp>
#include <sluice/engine/mailbox.hpp>

namespace sluice::inline SLUICE_ABI::engine {

class CellSlab;

/// What lives in a cell: the state and behaviour of one actor. Called by one thread at a time.
class Occupant {
public:
  /// Handles one message; the cell ends the envelope afterwards.
  virtual void handle(Envelope& envelope) noexcept = 0;
  /// Handles one system message, and owns it from then on.
  virtual void handle_system(SystemNode& message) noexcept = 0;
  /// A system message for an earlier occupant, who is gone: takes it over without acting on it.
  virtual void refuse_system(SystemNode&) noexcept {}
  /// Goes on with a handler that waited.
  virtual void resume_handler() noexcept = 0;
  /// The end: the occupant destroys itself. Nothing of the cell may be touched: it may be somebody else's by now.
  virtual void leave() noexcept = 0;

protected:
  ~Occupant() = default;
};

/// A mailbox that outlives its occupants: cells are made once and reused for ever, so a reference to one never dangles.
///
/// A sender compares generations for the early error; between that and its push, the occupant may leave and another
/// one move in. So every envelope carries its generation, and the runner compares again.
///
///      free --open--> occupied --close, drained--> free
///
/// Thread safety: `is_current`, `post` and `post_system` from any thread, on bare metal any interrupt. `open` by the one
/// who took the cell from its slab. `suspend`, `resume`, `complete_await` and `close` only by who knows that the present
/// occupant cannot leave meanwhile; everybody else sends a system message, whose generation is checked.
class Cell final : public Mailbox {
public:
  explicit Cell(CellSlab& home) noexcept : home_{home} {}

  /// Moves `occupant` in and tells its generation; 0 if a late sender is still draining what came after the last end.
  [[nodiscard]] Generation open(Occupant& occupant, Dispatcher& dispatcher, const trace::Label& label) noexcept;

  /// The slab that it came from and returns to.
  [[nodiscard]] const CellSlab& home() const noexcept { return home_; }

  [[nodiscard]] bool is_current(Generation generation) const noexcept {
    // acquire | the occupant's construction, from the release in `open`, for a sender who concludes that it lives.
    return generation_.load(std::memory_order_acquire) == generation;
  }

private:
  friend class CellSlab;

  ~Cell() = default;  // nobody calls it: a cell lives as long as the process

  [[nodiscard]] Generation generation() const noexcept {
    // relaxed: asked by the responsible thread, or by one that the slab's lock orders after it.
    return generation_.load(std::memory_order_relaxed);
  }

  // Inline, for the reason given in `Mailbox`.
  void handle(Envelope& envelope) noexcept override { deliver(envelope); }
  void handle_system(SystemNode& message) noexcept override { deliver_system(message); }
  void resume_handler() noexcept override { occupant_.get()->resume_handler(); }
  void dead_letter(Envelope& envelope, DeadLetterReason reason) noexcept override { mourn(envelope, reason); }
  void on_closed() noexcept override { let_occupant_go(); }

  void deliver(Envelope& envelope) noexcept;
  void mourn(Envelope& envelope, DeadLetterReason reason) noexcept;
  void deliver_system(SystemNode& message) noexcept;
  void let_occupant_go() noexcept;

  // On the line of the state, which senders and the runner look at anyway.
  Atomic<Generation> generation_{0};
  Plain<Occupant*> occupant_{nullptr};
  CellSlab& home_;
  Cell* next_free_ = nullptr;  ///< under the slab's lock
};

// A line for what is read, one for the runner, one for the senders. The explorer's variables are larger.
static_assert(!hosted || sizeof(Atomic<void*>) != sizeof(void*) || sizeof(Cell) <= 3 * cache_line);

}  // namespace sluice::inline SLUICE_ABI::engine
