// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/envelope.hpp>
#include <sluice/engine/mailbox.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI {

template <class Message>
class ActorContext;
class ActorSystem;

/// An address to which messages of one type can be sent. Small; copy it freely.
///
/// Thread safety: any thread, as long as the system lives.
template <class Message>
class ActorRef {
public:
  /// Refers to nobody; only good to be assigned to.
  ActorRef() noexcept = default;

  /// Sends `message`; it is handled later, after those that this thread sent before.
  ///
  /// Thin on purpose: running out of memory ends the program until dead letters exist.
  void tell(Message message) const noexcept {
    engine::check(mailbox_ != nullptr, "a message is told to somebody");
    auto* const envelope = engine::EnvelopeOf<Message>::make(std::move(message));
    engine::check(envelope != nullptr, "there is memory for a message");
    mailbox_->post(*envelope);
  }

  friend bool operator==(const ActorRef&, const ActorRef&) noexcept = default;

private:
  friend class ActorContext<Message>;
  friend class ActorSystem;
  explicit ActorRef(engine::Mailbox& mailbox) noexcept : mailbox_{&mailbox} {}

  engine::Mailbox* mailbox_ = nullptr;
};

}  // namespace sluice::inline SLUICE_ABI
