// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <string_view>

namespace sluice::inline SLUICE_ABI::engine {

struct Envelope;

/// Why a message was not handled.
enum class DeadLetterReason : std::uint8_t {
  stopped,   ///< it was in the mailbox when the actor stopped, or came right after
  replaced,  ///< its actor was gone, and another one had moved into the cell
};

[[nodiscard]] constexpr std::string_view describe(DeadLetterReason reason) noexcept {
  switch (reason) {
    case DeadLetterReason::stopped: return "the actor has stopped";
    case DeadLetterReason::replaced: return "the actor has stopped, and its cell is another one's";
  }
  return "for an unknown reason";
}

/// Where messages go that nobody will handle: each one once, with its reason.
///
/// Thread safety: called from any thread.
class DeadLetterSink {
public:
  /// Looks at `envelope`, which ends afterwards.
  virtual void dead_letter(const Envelope& envelope, DeadLetterReason reason) noexcept = 0;

protected:
  ~DeadLetterSink() = default;
};

}  // namespace sluice::inline SLUICE_ABI::engine
