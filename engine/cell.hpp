// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/address.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/dead_letter.hpp>
#include <sluice/engine/mailbox.hpp>

namespace sluice::inline SLUICE_ABI::engine {

class CellSlab;
class CellMeter;
struct CellFittings;
struct CellGuard;

/// What lives in a cell: the state and behaviour of one actor. Called by one thread at a time.
class Occupant {
public:
  /// Handles one message; the cell ends the envelope afterwards, unless it was stashed.
  virtual void handle(Envelope& envelope) noexcept = 0;
  /// Handles one system message, and owns it from then on.
  virtual void handle_system(SystemNode& message) noexcept = 0;
  /// A system message for an earlier occupant, who is gone: takes it over without acting on it.
  virtual void refuse_system(SystemNode&) noexcept {}
  /// Goes on with a handler that waited.
  virtual void resume_handler() noexcept = 0;
  /// A handler has posted into a mailbox that is filling up; see `Mailbox`.
  virtual void on_backpressure(const BackpressureHint&) noexcept {}
  /// The cell is closed and drained, and nothing will be handled any more. Gives up what it waits with and what it keeps of
  /// the cell: its offers, its stash.
  virtual void prepare_to_leave() noexcept {}
  /// The end: the occupant destroys itself. Nothing of the cell may be touched: it may be somebody else's by now. In a
  /// guarded cell it comes from the last who is inside, perhaps a sender within its post, on bare metal an interrupt.
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
/// A lane or a meter ends with its occupant, and a late sender must not meet the end of it. So a cell that has such
/// things is *guarded*, for ever: its senders are counted while they are inside. Who is inside has seen the generation that
/// it wants, and whatever it uses stays until it has gone; whoever leaves last lets the occupant go.
///
///      free --open--> occupied --close, drained--> vacated --the last one leaves--> free
///
/// An occupant may be *measured* for a while (`CellMeter`). Whether a cell is guarded or measured is one word, so that
/// those that are neither look at it once.
///
/// Thread safety: `is_current`, `post`, `try_post` and `post_system` from any thread, on bare metal any interrupt. `open`
/// by the one who took the cell from its slab. Everything else only by the occupant and by who knows that it cannot leave
/// meanwhile; everybody else sends a system message, whose generation is checked.
class Cell final : public Mailbox {
public:
  /// A message that waits for room; see `CellOffer`.
  class Offer;

  /// With a `guard`, it is a guarded one.
  explicit Cell(CellSlab& home, CellGuard* guard = nullptr) noexcept
      : beside_{guard == nullptr ? 0 : guarded}, guard_{guard}, home_{home} {
    if (guard != nullptr) {
      leave_late();
    }
  }

  /// Moves `occupant` in and tells its generation; 0 if a late sender is still draining what came after the last end. The
  /// fittings are for a guarded cell, which takes them then. With a `meter`, that is the occupant.
  [[nodiscard]] Generation open(Occupant& occupant, Dispatcher& dispatcher, const trace::Label& label,
                                CellFittings* fittings = nullptr, CellMeter* meter = nullptr) noexcept;

  [[nodiscard]] bool is_guarded() const noexcept { return guard_ != nullptr; }

  /// As of `Mailbox`. For whom the message is, its generation says.
  PostResult post(Envelope& envelope, Mailbox* sender = nullptr) noexcept {
    if (is_special()) [[unlikely]] {
      return post_specially(envelope, sender);
    }
    return post_plainly(envelope);
  }
  [[nodiscard]] PostResult try_post(Envelope& envelope, Mailbox* sender = nullptr) noexcept;
  /// False also if a guarded cell has another occupant by now: then the message is still the caller's.
  [[nodiscard]] bool post_system(SystemNode& message) noexcept;

  /// As of `Mailbox`, for an executor that knows its cells.
  [[nodiscard]] SliceResult run_slice() noexcept;

  // For the occupant, about its own cell.
  using Mailbox::begin_await;
  using Mailbox::is_closed;
  /// From the next message on, `front` is called in its place, and passes on what it is told. Who was there before
  /// comes back before the cell is closed.
  void set_front(Occupant& front) noexcept;
  [[nodiscard]] Occupant& front() noexcept;
  void suspend() noexcept;
  void resume() noexcept;
  /// From now on `fresh` is called before whoever is in front, and passes on what it is told; null: it is gone again.
  void measure_by(CellMeter* fresh) noexcept;
  /// Null if nobody measures it. For others a hint: it may be somebody else's.
  [[nodiscard]] CellMeter* meter() const noexcept {
    // acquire | the meter's construction, from the release in `measure_by`.
    // NOLINTNEXTLINE(performance-no-int-to-ptr): it was one; nothing is gained from knowing which.
    return reinterpret_cast<CellMeter*>(beside_.load(std::memory_order_acquire) & ~guarded);
  }

  /// The slab that it came from and returns to.
  [[nodiscard]] const CellSlab& home() const noexcept { return home_; }

  [[nodiscard]] bool is_current(Generation generation) const noexcept {
    // acquire | the occupant's construction, from the release in `open`, for a sender who concludes that it lives.
    return generation_.load(std::memory_order_acquire) == generation;
  }

private:
  friend class CellSlab;
  class Visit;

  static constexpr std::uintptr_t guarded = 1;

  [[nodiscard]] bool is_special() const noexcept {
    return beside_.load(std::memory_order_relaxed) != 0;  // whoever goes on from here loads it again
  }

  ~Cell() = default;  // nobody calls it: a cell lives as long as the process

  [[nodiscard]] Generation generation() const noexcept {
    // relaxed: asked by the responsible thread, or by one that the slab's lock orders after it.
    return generation_.load(std::memory_order_relaxed);
  }

  // Inline, for the reason given in `Mailbox`.
  void run() noexcept override {
    if (is_special()) [[unlikely]] {
      run_specially();
    } else {
      Mailbox::run();
    }
  }
  void hand_back() noexcept override {
    if (is_guarded()) [[unlikely]] {
      run_inside(true);
    } else {
      Mailbox::hand_back();
    }
  }
  void handle(Envelope& envelope) noexcept override { deliver(envelope); }
  void handle_system(SystemNode& message) noexcept override { deliver_system(message); }
  void resume_handler() noexcept override { occupant_.get()->resume_handler(); }
  void dead_letter(Envelope& envelope, DeadLetterReason reason) noexcept override { mourn(envelope, reason); }
  void on_closed() noexcept override { end_life(); }
  void on_backpressure(const BackpressureHint& hint) noexcept override { occupant_.get()->on_backpressure(hint); }

  void deliver(Envelope& envelope) noexcept;
  void mourn(Envelope& envelope, DeadLetterReason reason) noexcept;
  void deliver_system(SystemNode& message) noexcept;
  [[nodiscard]] PostResult post_specially(Envelope& envelope, Mailbox* sender) noexcept;
  [[nodiscard]] PostResult post_inside(Envelope& envelope, Mailbox* sender) noexcept;
  [[nodiscard]] PostResult try_post_inside(Envelope& envelope, Mailbox* sender) noexcept;
  void note_arrival(Envelope& envelope) noexcept;
  static void note_departure(Envelope& envelope) noexcept;
  void run_specially() noexcept;
  void run_inside(bool handed_back) noexcept;
  [[nodiscard]] bool enter(Generation generation) noexcept;
  void depart() noexcept;
  void refuse(Envelope& envelope) noexcept;
  void end_life() noexcept;
  void let_occupant_go() noexcept;

  // On the line of the state, which senders and the runner look at anyway.
  Atomic<Generation> generation_{0};
  Atomic<std::uintptr_t> beside_;  ///< bit 0: guarded, for ever; the others are the meter of one that is measured
  CellGuard* const guard_;         ///< null unless senders are counted
  Plain<Occupant*> occupant_{nullptr};
  CellSlab& home_;
  Cell* next_free_ = nullptr;  ///< under the slab's lock
};

/// A stay in a guarded cell: what its senders use does not end before.
class Cell::Visit {
public:
  Visit(Cell& cell, Generation generation) noexcept : cell_{cell.enter(generation) ? &cell : nullptr} {}
  Visit(const Visit&) = delete;
  Visit& operator=(const Visit&) = delete;
  ~Visit() {
    if (cell_ != nullptr) {
      cell_->depart();
    }
  }

  /// False if the occupant whom it was for has gone: then it is over already.
  [[nodiscard]] bool is_welcome() const noexcept { return cell_ != nullptr; }

private:
  Cell* const cell_;
};

// A line for what is read, one for the runner, one for the senders. The explorer's variables are larger.
static_assert(!hosted || sizeof(Atomic<void*>) != sizeof(void*) || sizeof(Cell) / cache_line <= 3);

}  // namespace sluice::inline SLUICE_ABI::engine
