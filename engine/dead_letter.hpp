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
  shutdown,         ///< its system ended before it was handled
  handler_failed,   ///< the handler that had it failed
  type_mismatch,    ///< its receiver does not handle such messages
  unhandled,        ///< its actor chose not to handle it
  late_answer,      ///< it answers somebody who no longer waits
  stash_overflow,   ///< it was to be stashed, and the stash was full
  out_of_memory,    ///< there was no memory to send it
  suspended,        ///< the mailbox was suspended, and refuses what comes then
  filtered,         ///< a middleware of its receiver, or of its sender, stopped it
};

/// How many reasons there are.
inline constexpr std::uint32_t dead_letter_reasons = static_cast<std::uint32_t>(DeadLetterReason::filtered) + 1;

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
    case DeadLetterReason::shutdown: return "the system ended before it was handled";
    case DeadLetterReason::handler_failed: return "its handler failed";
    case DeadLetterReason::type_mismatch: return "the actor does not handle messages of this type";
    case DeadLetterReason::unhandled: return "the actor left it unhandled";
    case DeadLetterReason::late_answer: return "the answer came when nobody waited for it any more";
    case DeadLetterReason::stash_overflow: return "the stash is full";
    case DeadLetterReason::out_of_memory: return "no memory was left to send it";
    case DeadLetterReason::suspended: return "the mailbox is suspended and refuses messages";
    case DeadLetterReason::filtered: return "a middleware stopped it";
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
