// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <string_view>

namespace sluice::inline SLUICE_ABI::engine {

/// What a mailbox does, as its word tells. Whether one that is scheduled runs already, its executor knows.
enum class MailboxPhase : std::uint8_t { idle, scheduled, suspended, awaiting, closed };

[[nodiscard]] constexpr std::string_view describe(MailboxPhase phase) noexcept {
  switch (phase) {
    case MailboxPhase::idle: return "idle";
    case MailboxPhase::scheduled: return "scheduled";
    case MailboxPhase::suspended: return "suspended";
    case MailboxPhase::awaiting: return "awaiting";
    case MailboxPhase::closed: return "closed";
  }
  return "unknown";
}

/// A mailbox at a moment; each figure is of a moment of its own.
struct MailboxLook {
  MailboxPhase phase = MailboxPhase::idle;
  std::uint32_t queued = 0;  ///< user messages; if it is not exact, 1 stands for some
  bool is_exact = false;     ///< false of an unbounded queue that nobody measures
  bool has_system = false;   ///< system messages wait, too
};

}  // namespace sluice::inline SLUICE_ABI::engine
