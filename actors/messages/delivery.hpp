// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <expected>
#include <sluice/actors/life/control.hpp>
#include <sluice/actors/life/current.hpp>
#include <sluice/actors/middleware/outbound_mark.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/address.hpp>
#include <sluice/engine/cell.hpp>
#include <sluice/engine/dead_letter.hpp>
#include <sluice/engine/envelope.hpp>
#include <sluice/engine/error.hpp>
#include <type_traits>
#include <utility>

namespace sluice::inline SLUICE_ABI {

/// An error, and a line on the console, if there is nobody at `target` or its system is gone (D16).
Result<> check_scope(engine::Address target, const char* message_type) noexcept;

/// `envelope` cannot reach `target`: a dead letter while that one's system lives; otherwise only an error and a line on
/// the console (D16). Ends it.
Result<> refuse(engine::Envelope& envelope, engine::Address target, engine::DeadLetterReason reason) noexcept;

/// The same of one that a middleware keeps.
Result<> refuse_filtered(engine::Envelope& envelope, engine::Address target) noexcept;

/// A mailbox that is full and fails its senders (R3.2) gave `envelope` back. Ends it: the error is all that is told.
Result<> refuse_full(engine::Envelope& envelope) noexcept;

/// Tells that `envelope`, which is not sent, is lost.
void report_lost(const engine::Envelope& envelope, engine::Address target, engine::DeadLetterReason reason) noexcept;

/// `envelope` cannot reach `target`, or is sent by an actor with middleware, which may let it out.
Result<> deliver_carefully(engine::Envelope& envelope, engine::Address target) noexcept;

/// Sends `envelope`; the one way of all messages. An error if it became a dead letter at once.
inline Result<> deliver(engine::Envelope& envelope, engine::Address target) noexcept {
  envelope.generation = target.generation;
  if (needs_a_look(target.cell) || !target.cell->is_current(target.generation)) [[unlikely]] {
    return deliver_carefully(envelope, target);
  }
  const engine::Posted posted = target.cell->post(envelope, current_mailbox()).posted;
  if (posted == engine::Posted::queued) [[likely]] {
    return {};
  }
  return posted == engine::Posted::full ? refuse_full(envelope) : Result<>{std::unexpected{Error::rejected}};
}

/// The same, but a message that is not queued is the caller's. `target` is in scope.
[[nodiscard]] engine::Posted try_deliver(engine::Envelope& envelope, engine::Address target) noexcept;

/// The same as `deliver` for whom nobody can give it back: what a mailbox that fails its senders does not take is a dead letter.
void deliver_unreturned(engine::Envelope& envelope, engine::Address target) noexcept;
/// The same of what a handler answers: its middleware may keep it.
void deliver_answer(engine::Envelope& envelope, engine::Address target) noexcept;

/// Gives `envelope` headers; false if memory runs out.
[[nodiscard]] bool add_headers(engine::Envelope& envelope, const MessageHeaders& headers) noexcept;

/// Tells the actor at `target` what the system wants of it.
Result<> tell_control(engine::Address target, Control::Kind kind) noexcept;

/// A message that was not sent, given back.
template <class Message>
struct Rejected {
  Error error;
  Message message;
};

/// Puts `message` into an envelope and sends it, or gives it back.
template <class Message>
std::expected<void, Rejected<Message>> try_tell_to(engine::Address target,
                                                   std::type_identity_t<Message>&& message) noexcept {
  const Result<> scope = check_scope(target, engine::type_name<Message>.text);
  if (!scope.has_value()) {
    return std::unexpected{Rejected<Message>{scope.error(), std::move(message)}};
  }
  auto* const envelope = engine::EnvelopeOf<Message>::make(std::move(message));
  if (envelope == nullptr) {
    return std::unexpected{Rejected<Message>{Error::out_of_memory, std::move(message)}};
  }
  envelope->generation = target.generation;
  const engine::Posted posted = try_deliver(*envelope, target);
  if (posted == engine::Posted::queued) {
    return {};
  }
  Rejected<Message> rejected{posted == engine::Posted::full ? Error::rejected : Error::closed,
                             std::move(envelope->message)};
  engine::end(*envelope);
  return std::unexpected{std::move(rejected)};
}

/// Puts `message` into an envelope and sends it.
template <class Message>
Result<> tell_to(engine::Address target, std::type_identity_t<Message>&& message, engine::Address sender = {},
                 const MessageHeaders* headers = nullptr) noexcept {
  auto* const envelope = engine::EnvelopeOf<Message>::make(std::move(message));
  if (envelope == nullptr) [[unlikely]] {
    engine::EnvelopeOf<Message> lost{std::move(message)};  // made here only to be shown
    report_lost(lost, target, engine::DeadLetterReason::out_of_memory);
    return std::unexpected{Error::out_of_memory};
  }
  envelope->sender = sender;
  if (headers != nullptr && !add_headers(*envelope, *headers)) {
    (void)refuse(*envelope, target, engine::DeadLetterReason::out_of_memory);
    return std::unexpected{Error::out_of_memory};
  }
  return deliver(*envelope, target);
}

/// The same for whom nobody can give it back.
template <class Message>
void tell_unreturned(engine::Address target, std::type_identity_t<Message>&& message,
                     void (*send)(engine::Envelope&, engine::Address) noexcept = &deliver_unreturned) noexcept {
  if (auto* const envelope = engine::EnvelopeOf<Message>::make(std::move(message))) {
    send(*envelope, target);
  } else {
    engine::EnvelopeOf<Message> lost{std::move(message)};  // as above
    report_lost(lost, target, engine::DeadLetterReason::out_of_memory);
  }
}

}  // namespace sluice::inline SLUICE_ABI
