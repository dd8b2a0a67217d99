// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>

namespace sluice::inline SLUICE_ABI::engine {

struct Envelope;

/// Where an ask waits for the answer to its message. Whoever answers takes it out of the envelope first.
class ReplyChannel {
public:
  /// The message ends and nobody has answered: nobody will. Called once, by whoever ends the envelope, which is still
  /// whole but for this channel.
  ///
  /// Thread safety: called from any thread or interrupt that uses a mailbox: it does not block.
  virtual void abandon(Envelope& envelope) noexcept = 0;

protected:
  ~ReplyChannel() = default;
};

}  // namespace sluice::inline SLUICE_ABI::engine
