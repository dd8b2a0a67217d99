// SPDX-License-Identifier: BSL-1.0
#include <sluice/engine/assert.hpp>
#include <sluice/engine/cell.hpp>
#include <sluice/engine/cell_slab.hpp>

namespace sluice::inline SLUICE_ABI::engine {

Generation Cell::open(Occupant& occupant, Dispatcher& dispatcher, const trace::Label& label) noexcept {
  if (!begin_open()) {
    return 0;
  }
  occupant_.set(&occupant);
  const Generation following = generation() + 1;
  check(following % 2 == 1, "only a free cell is opened");
  const Generation first = home_.first_generation();
  const Generation opened = following < first ? first : following;
  // release | the occupant's construction, to the acquire in `is_current`.
  generation_.store(opened, std::memory_order_release);
  end_open(dispatcher, label);
  return opened;
}

void Cell::deliver(Envelope& envelope) noexcept {
  if (envelope.generation == generation()) {
    occupant_.get()->handle(envelope);
  } else {
    dead_letter(envelope, DeadLetterReason::replaced);
  }
}

void Cell::mourn(Envelope& envelope, DeadLetterReason reason) noexcept {
  home_.dead_letters_.dead_letter({envelope, reason, {this, envelope.generation}});
}

void Cell::deliver_system(SystemNode& message) noexcept {
  if (message.generation == generation()) {
    occupant_.get()->handle_system(message);
  } else {
    occupant_.get()->refuse_system(message);
  }
}

void Cell::let_occupant_go() noexcept {
  Occupant* const occupant = occupant_.get();
  CellSlab& home = home_;
  // release | the occupant's last deeds, to the acquire in `is_current` of a sender that finds it gone.
  generation_.store(generation() + 1, std::memory_order_release);
  home.give_back(*this);  // the last touch of the cell
  occupant->leave();
}

}  // namespace sluice::inline SLUICE_ABI::engine
