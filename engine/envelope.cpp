// SPDX-License-Identifier: BSL-1.0
#include <sluice/engine/envelope.hpp>

namespace sluice::inline SLUICE_ABI::engine {

void end_attachments(Envelope& envelope) noexcept {
  if (ReplyChannel* const reply = std::exchange(envelope.reply, nullptr)) {
    reply->abandon(envelope);
  }
  if (envelope.headers != nullptr) {
    memory::release(envelope.headers, sizeof(Headers));
  }
}

}  // namespace sluice::inline SLUICE_ABI::engine
