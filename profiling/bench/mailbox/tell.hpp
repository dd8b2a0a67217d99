// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/engine/cell.hpp>
#include <sluice/engine/envelope.hpp>
#include <sluice/profiling/bench/verify.hpp>

#include <utility>

namespace sluice::bench {

/// What `ActorRef::tell` does, without the type of the actor: makes an envelope, looks whether the occupant still lives,
/// and posts. `sender` is whom to answer, if anybody.
template <class Message>
void tell(engine::Address to, Message message, engine::Address sender = {}) noexcept {
  auto* const envelope = engine::EnvelopeOf<Message>::make(std::move(message));
  if (envelope == nullptr) [[unlikely]] {
    fail("there is no memory for a message");
  }
  envelope->generation = to.generation;
  envelope->sender = sender;
  if (to.cell->is_current(to.generation)) [[likely]] {
    (void)to.cell->post(*envelope);
  } else {
    engine::end(*envelope);
  }
}

/// The message inside `envelope`, which is known to carry one of this type.
template <class Message>
[[nodiscard]] Message& message_in(engine::Envelope& envelope) noexcept {
  return static_cast<engine::EnvelopeOf<Message>&>(envelope).message;
}

}  // namespace sluice::bench
