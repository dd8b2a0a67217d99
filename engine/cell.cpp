// SPDX-License-Identifier: BSL-1.0
#include <sluice/engine/assert.hpp>
#include <sluice/engine/cell.hpp>
#include <sluice/engine/cell_guard.hpp>
#include <sluice/engine/cell_meter.hpp>
#include <sluice/engine/cell_slab.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI::engine {

Generation Cell::open(Occupant& occupant, Dispatcher& dispatcher, const trace::Label& label, CellFittings* fittings,
                      CellMeter* meter) noexcept {
  if (!begin_open()) {
    return 0;
  }
  check(is_guarded() == (fittings != nullptr), "only a guarded cell has fittings");
  occupant_.set(&occupant);
  measure_by(meter);
  const Generation following = generation() + 1;
  check(following % 2 == 1, "only a free cell is opened");
  const Generation first = home_.first_generation();
  const Generation opened = following < first ? first : following;
  // release | the occupant's construction, to the acquire in `is_current`.
  generation_.store(opened, std::memory_order_release);
  if (fittings == nullptr) {
    end_open(dispatcher, label);
  } else {
    CellFittings& own = guard_->fittings = std::move(*fittings);
    end_open(dispatcher, label, own.lane.has_value() ? own.lane->get() : nullptr,
             own.meter.has_value() ? own.meter->get() : nullptr);
  }
  return opened;
}

/// True if the caller is inside now, and the occupant of `generation` does not leave before it departs.
bool Cell::enter(Generation generation) noexcept {
  guard_->visits.enter();
  if (is_current(generation)) {
    return true;
  }
  depart();
  return false;
}

void Cell::depart() noexcept {
  if (guard_->visits.leave()) {
    let_occupant_go();
  }
}

// The runner looks at the lane once more when it is not responsible any more, and tells its dispatcher of a rejection
// then: until it is done it is inside, too. It is in time: nothing ends before somebody responsible says so.
void Cell::run_inside(bool handed_back) noexcept {
  guard_->visits.enter();
  if (handed_back) {
    Mailbox::hand_back();
  } else {
    Mailbox::run();
  }
  depart();
}

void Cell::run_specially() noexcept {
  if (CellMeter* const measuring = meter()) {
    measuring->begin_slice();
  }
  if (is_guarded()) {
    run_inside(false);
  } else {
    Mailbox::run();
  }
}

SliceResult Cell::run_slice() noexcept {
  if (!is_special()) {
    return Mailbox::run_slice();
  }
  if (CellMeter* const measuring = meter()) {
    measuring->begin_slice();
  }
  if (!is_guarded()) {
    return Mailbox::run_slice();
  }
  guard_->visits.enter();
  const SliceResult result = Mailbox::run_slice();
  depart();
  return result;
}

void Cell::set_front(Occupant& front) noexcept {
  if (CellMeter* const measuring = meter()) {
    measuring->stand_before(front);
  } else {
    occupant_.set(&front);
  }
}

Occupant& Cell::front() noexcept {
  const CellMeter* const measuring = meter();
  return measuring == nullptr ? *occupant_.get() : measuring->behind();
}

void Cell::measure_by(CellMeter* fresh) noexcept {
  if (fresh != nullptr) {
    fresh->stand_before(*occupant_.get());
    fresh->settle_in(*this);
    occupant_.set(fresh);
  } else if (const CellMeter* const last = meter()) {
    occupant_.set(&last->behind());
  }
  // release | the meter's construction, to the acquire in `meter`.
  beside_.store(reinterpret_cast<std::uintptr_t>(fresh) | (is_guarded() ? guarded : 0), std::memory_order_release);
}

void Cell::suspend() noexcept {
  if (CellMeter* const measuring = meter()) {
    measuring->begin_pause();
  }
  Mailbox::suspend();
}

void Cell::resume() noexcept {
  if (CellMeter* const measuring = meter()) {
    measuring->end_pause();
  }
  Mailbox::resume();
}

void Cell::note_arrival(Envelope& envelope) noexcept {
  if (CellMeter* const measuring = meter()) {
    measuring->arrive(*this, envelope);
  }
}

void Cell::note_departure(Envelope& envelope) noexcept {
  if (envelope.headers != nullptr && envelope.headers->counted_by != nullptr) {
    envelope.headers->counted_by->depart(envelope);
  }
}

/// To a cell that is guarded, or measured, or both.
PostResult Cell::post_specially(Envelope& envelope, Mailbox* sender) noexcept {
  note_arrival(envelope);
  const PostResult result = is_guarded() ? post_inside(envelope, sender) : post_plainly(envelope);
  if (result.posted == Posted::full || result.posted == Posted::closed) {
    note_departure(envelope);  // it is the caller's again
  }
  return result;
}

PostResult Cell::post_inside(Envelope& envelope, Mailbox* sender) noexcept {
  const Visit visit{*this, envelope.generation};
  if (!visit.is_welcome()) {
    refuse(envelope);
    return {Posted::dropped, std::nullopt};
  }
  return Mailbox::post(envelope, sender);
}

PostResult Cell::try_post(Envelope& envelope, Mailbox* sender) noexcept {
  if (!is_special()) {
    return Mailbox::try_post(envelope, sender);
  }
  note_arrival(envelope);
  const PostResult result = try_post_inside(envelope, sender);
  if (result.posted != Posted::queued) {
    note_departure(envelope);
  }
  return result;
}

PostResult Cell::try_post_inside(Envelope& envelope, Mailbox* sender) noexcept {
  if (!is_guarded()) {
    return Mailbox::try_post(envelope, sender);
  }
  const Visit visit{*this, envelope.generation};
  return visit.is_welcome() ? Mailbox::try_post(envelope, sender) : PostResult{Posted::closed, std::nullopt};
}

// A late sender would drain, and so use the lane: it is one of those who are counted, too.
bool Cell::post_system(SystemNode& message) noexcept {
  if (!is_guarded()) {
    return Mailbox::post_system(message);
  }
  const Visit visit{*this, message.generation};
  return visit.is_welcome() && Mailbox::post_system(message);
}

void Cell::deliver(Envelope& envelope) noexcept {
  if (envelope.generation == generation()) {
    occupant_.get()->handle(envelope);
  } else {
    dead_letter(envelope, DeadLetterReason::replaced);
  }
}

void Cell::mourn(Envelope& envelope, DeadLetterReason reason) noexcept {
  note_departure(envelope);
  home_.dead_letters_.dead_letter({envelope, reason, {this, envelope.generation}});
}

/// Ends a message whose occupant has gone.
void Cell::refuse(Envelope& envelope) noexcept {
  mourn(envelope, DeadLetterReason::stopped);
  end(envelope);
}

void Cell::deliver_system(SystemNode& message) noexcept {
  if (message.generation == generation()) {
    occupant_.get()->handle_system(message);
  } else {
    occupant_.get()->refuse_system(message);
  }
}

void Cell::end_life() noexcept {
  occupant_.get()->prepare_to_leave();
  // relaxed: a late sender who still finds the meter finds out there that it is not this cell's any more.
  beside_.store(is_guarded() ? guarded : 0, std::memory_order_relaxed);
  // release | the occupant's last deeds, to the acquire in `is_current` of a sender that finds it gone.
  generation_.store(generation() + 1, std::memory_order_release);
  if (!is_guarded() || guard_->visits.vacate()) {
    let_occupant_go();
  }
}

/// Nobody is inside, and nobody who enters stays. Perhaps the caller is a visitor, and the life another one than that
/// which it visited: what ends is read here, and belongs to whoever claimed the end.
void Cell::let_occupant_go() noexcept {
  Occupant* const occupant = occupant_.get();
  CellSlab& home = home_;
  if (is_guarded()) {
    guard_->fittings = {};
    strip();
  }
  home.give_back(*this);  // the last touch of the cell
  occupant->leave();
}

}  // namespace sluice::inline SLUICE_ABI::engine
