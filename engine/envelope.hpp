// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <sluice/config.hpp>
#include <sluice/engine/address.hpp>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/memory.hpp>
#include <sluice/engine/message_headers.hpp>
#include <sluice/engine/mpsc_queue.hpp>
#include <sluice/engine/reply_channel.hpp>
#include <sluice/engine/trace.hpp>
#include <sluice/engine/type_name.hpp>
#include <type_traits>
#include <utility>

namespace sluice::inline SLUICE_ABI::engine {

class CellMeter;

/// What a message carries beside itself, on demand: it has a block of its own.
struct Headers {
  Instant posted_at{};              ///< when it came into the mailbox, if that is measured
  MessageHeaders user{};            ///< what its sender gave it
  CellMeter* counted_by = nullptr;  ///< who counts it as waiting, if anybody
};

/// What can be known of a message type without knowing the type. Its address is the type's id: no RTTI is needed.
struct MessageType {
  const char* name;
  void (*end)(Envelope& envelope) noexcept;  ///< destroys the message and gives the memory back
};

/// A message on its way. The layout is fixed: 56 bytes on 64-bit targets, then the message; eight more if somebody may
/// follow messages.
struct Envelope : MpscNode {
  explicit Envelope(const MessageType& of) noexcept : type{&of}, mark{of.name} {}

  const MessageType* type;
  Generation generation = 0;      ///< of the occupant it is meant for; the runner checks it once more
  Address sender;                 ///< whom to answer, if anybody
  ReplyChannel* reply = nullptr;  ///< where an ask waits for the answer; null once somebody has answered
  Headers* headers = nullptr;     ///< only for messages that carry some
  [[no_unique_address]] trace::MessageMark mark;
};

/// An envelope with its message inside.
template <class Message>
struct EnvelopeOf final : Envelope {
  static_assert(std::is_nothrow_move_constructible_v<Message>, "a message moves without throwing");
  static_assert(alignof(Message) <= memory::alignment, "over-aligned messages cannot be sent");

  explicit EnvelopeOf(Message&& content) noexcept : Envelope{type_of}, message{std::move(content)} {}

  /// Null if memory runs out; then `content` is untouched.
  [[nodiscard]] static EnvelopeOf* make(Message&& content) noexcept {
    void* const block = memory::allocate(sizeof(EnvelopeOf));
    return block == nullptr ? nullptr : ::new (block) EnvelopeOf{std::move(content)};
  }

  static void end_envelope(Envelope& envelope) noexcept {
    auto& self = static_cast<EnvelopeOf&>(envelope);
    self.~EnvelopeOf();
    memory::release(&self, sizeof(EnvelopeOf));
  }

  static constexpr MessageType type_of{type_name<Message>.text, &end_envelope};

  Message message;
};

/// Abandons the ask that waits for an answer, and gives the headers back.
void end_attachments(Envelope& envelope) noexcept;

/// Ends `envelope` and its message, whatever it is.
inline void end(Envelope& envelope) noexcept {
  // Both are always looked at: one test instead of two.
  if ((envelope.headers != nullptr) | (envelope.reply != nullptr)) [[unlikely]] {
    end_attachments(envelope);
  }
  envelope.type->end(envelope);
}

}  // namespace sluice::inline SLUICE_ABI::engine
