// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/address.hpp>
#include <string_view>

namespace sluice::inline SLUICE_ABI::engine {

struct Envelope;

/// Why a message was not handled.
enum class DeadLetterReason : std::uint8_t {
  stopped,          ///< it was in the mailbox when the actor stopped, or came right after
  replaced,         ///< its actor was gone, and another one had moved into the cell
  dropped_newest,   ///< the mailbox was full, and drops what comes
  dropped_oldest,   ///< the mailbox was full, and a newer message took its place
  overflow,         ///< the mailbox was full, and sends what comes here
  would_wait,       ///< the mailbox was full and its senders are to wait: use `offer`
  offer_timed_out,  ///< it waited for room in the mailbox, but not for ever
  offer_given_up,   ///< it waited for room in the mailbox, and who waited with it is gone
};

[[nodiscard]] constexpr std::string_view describe(DeadLetterReason reason) noexcept {
  switch (reason) {
    case DeadLetterReason::stopped: return "the actor has stopped";
    case DeadLetterReason::replaced: return "the actor has stopped, and its cell is another one's";
    case DeadLetterReason::dropped_newest: return "the mailbox is full and drops the newest message";
    case DeadLetterReason::dropped_oldest: return "the mailbox was full and dropped its oldest message";
    case DeadLetterReason::overflow: return "the mailbox is full";
    case DeadLetterReason::would_wait: return "the mailbox is full and lets senders wait: use offer instead of tell";
    case DeadLetterReason::offer_timed_out: return "there was no room in the mailbox before the push timeout";
    case DeadLetterReason::offer_given_up: return "its sender stopped waiting for room in the mailbox";
  }
  return "for an unknown reason";
}

/// A message that nobody will handle. Who sent it and of which type it is, its envelope knows.
struct DeadLetter {
  const Envelope& envelope;
  DeadLetterReason reason;
  Address target;  ///< whom it was for; nobody's if that has no address
};

/// Where messages go that nobody will handle: each one once, with its reason.
///
/// Thread safety: called from any thread or interrupt that uses a mailbox: it takes note, and does not block.
class DeadLetterSink {
public:
  /// Looks at the envelope, which ends afterwards.
  virtual void dead_letter(const DeadLetter& letter) noexcept = 0;

protected:
  ~DeadLetterSink() = default;
};

}  // namespace sluice::inline SLUICE_ABI::engine
