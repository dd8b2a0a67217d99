// SPDX-License-Identifier: BSL-1.0
#include <new>
#include <sluice/actors/events/buffer/actor_buffer.hpp>
#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/life/belongings.hpp>
#include <sluice/actors/middleware/passage.hpp>
#include <sluice/actors/middleware/shell.hpp>
#include <sluice/engine/memory.hpp>

namespace sluice::inline SLUICE_ABI {

MiddlewareShell* MiddlewareShell::make(Actor& actor, const MiddlewareChain* of_system,
                                       const MiddlewareChain* own) noexcept {
  void* const block = engine::memory::allocate(sizeof(MiddlewareShell));
  return block == nullptr ? nullptr : ::new (block) MiddlewareShell{actor, of_system, own};
}

void MiddlewareShell::discard() noexcept {
  this->~MiddlewareShell();
  engine::memory::release(this, sizeof(MiddlewareShell));
}

engine::Occupant& MiddlewareShell::occupant() const noexcept { return actor_.in_cell(); }

void MiddlewareShell::handle(engine::Envelope& envelope) noexcept {
  const Presence presence{actor_.cell()};
  if (envelope.type == &engine::EnvelopeOf<EventsReady>::type_of) [[unlikely]] {
    Passage{*this, Passage::Of::others}.hand_over(envelope,
                                                  true);  // no message of anybody's: the event comes by the links
  } else {
    Passage{*this, Passage::Of::message}.receive(envelope, true);
  }
}

void MiddlewareShell::handle_system(engine::SystemNode& message) noexcept {
  Passage{*this, Passage::Of::others}.call_system(message);
}

void MiddlewareShell::refuse_system(engine::SystemNode& message) noexcept { occupant().refuse_system(message); }

/// Behind the handler comes what was put off while it waited.
void MiddlewareShell::resume_handler() noexcept { Passage{*this, Passage::Of::others}.call_resumed(); }

/// From within a call: only what the actor's code sends brings hints.
void MiddlewareShell::on_backpressure(const engine::BackpressureHint& hint) noexcept {
  if (now_ != nullptr) {
    now_->hear(hint);
  }
}

void MiddlewareShell::prepare_to_leave() noexcept { occupant().prepare_to_leave(); }

void MiddlewareShell::leave() noexcept {
  engine::Occupant& actor = occupant();
  discard();
  actor.leave();
}

void Actor::fail_by_middleware(engine::Envelope* cause, const ActorError& error, bool has_thrown) noexcept {
  const Presence presence{*cell_};
  if (belongings_ != nullptr && cause != nullptr) {
    belongings_->has_owner = false;  // that was said of another message: this one was not handled
  }
  if (has_thrown) {
    fail_by_exception(cause, error.text);
  } else {
    fail(cause, error);
  }
  if (stop_requested_) {
    begin_stop();
  }
}

}  // namespace sluice::inline SLUICE_ABI
