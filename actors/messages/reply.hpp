// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/actors/ask/ask_slot.hpp>
#include <sluice/actors/messages/delivery.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/envelope.hpp>
#include <type_traits>
#include <utility>

namespace sluice::inline SLUICE_ABI {

/// Puts `value` where the asker waits for it; too late, it is a dead letter.
template <class Reply>
void answer(AskSlot& slot, std::type_identity_t<Reply>&& value) noexcept {
  if (&slot.reply_type() != &engine::EnvelopeOf<Reply>::type_of) {
    engine::EnvelopeOf<Reply> lost{std::move(value)};
    slot.lose(lost, engine::DeadLetterReason::type_mismatch);
    slot.fail(AskError::Reason::wrong_type);
  } else if (slot.claim()) {
    static_cast<AskSlotOf<Reply>&>(slot).value.emplace(std::move(value));
    slot.settle();
  } else {
    engine::EnvelopeOf<Reply> lost{std::move(value)};
    slot.lose(lost, engine::DeadLetterReason::late_answer);
  }
  slot.drop();
}

/// Answers the message in `envelope`: to who asked, or to the sender it came with. Nobody may want it.
template <class Reply>
void reply_to(engine::Envelope& envelope, std::type_identity_t<Reply>&& value) noexcept {
  if (envelope.reply != nullptr) {
    answer<Reply>(static_cast<AskSlot&>(*std::exchange(envelope.reply, nullptr)), std::move(value));
  } else if (envelope.sender.cell != nullptr) {
    tell_unreturned<Reply>(envelope.sender, std::move(value), &deliver_answer);
  }
}

}  // namespace sluice::inline SLUICE_ABI
