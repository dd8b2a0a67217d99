// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/actors/dead_letters.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/address.hpp>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/cell.hpp>
#include <sluice/engine/envelope.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI {

template <class Message>
class ActorContext;
class ActorSystem;

/// An address to which messages of one type can be sent. Two words; copy it freely. It may outlive its actor: then what
/// it is told becomes a dead letter.
///
/// Thread safety: any thread.
template <class Message>
class ActorRef {
public:
  /// Refers to nobody; only good to be assigned to.
  ActorRef() noexcept = default;

  /// Sends `message`; it is handled later, after those that this thread sent before.
  ///
  /// Thin on purpose: running out of memory ends the program until sending can fail.
  void tell(Message message) const noexcept {
    engine::check(address_.cell != nullptr, "a message is told to somebody");
    auto* const envelope = engine::EnvelopeOf<Message>::make(std::move(message));
    engine::check(envelope != nullptr, "there is memory for a message");
    envelope->generation = address_.generation;
    if (address_.cell->is_current(address_.generation)) {
      address_.cell->post(*envelope);
    } else {
      dead_letters().dead_letter({*envelope, engine::DeadLetterReason::stopped, address_});
      engine::end(*envelope);
    }
  }

  friend bool operator==(const ActorRef&, const ActorRef&) noexcept = default;

private:
  friend class ActorContext<Message>;
  friend class ActorSystem;
  explicit ActorRef(engine::Address address) noexcept : address_{address} {}

  engine::Address address_;
};

}  // namespace sluice::inline SLUICE_ABI
