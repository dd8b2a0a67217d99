// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/actors/events/event_type.hpp>
#include <sluice/actors/untyped_ref.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/clock.hpp>

namespace sluice::inline SLUICE_ABI {

/// How all actors of a kind do, as an event (R4.1): at most one per period, and none if nothing was handled since the
/// last. The means are of what was handled since then.
struct MailboxSample {
  const char* kind;
  std::uint64_t handled;  ///< since they are measured
  std::uint32_t handled_since;
  std::uint32_t actors;
  std::uint32_t depth;    ///< of all mailboxes together
  std::uint32_t deepest;  ///< the most that ever waited in one
  Duration residence;
  Duration handling;
};

/// The same of a dispatcher: its load.
struct DispatcherSample {
  const char* name;
  std::uint64_t slices;  ///< since it is measured
  std::uint32_t slices_since;
  std::uint32_t messages_since;
  std::uint32_t inhabitants;
  std::uint32_t rejections;
};

/// A mailbox has crossed a threshold (US12.1), or is far enough below it again: at half of it, or not suspended any
/// more. Once per crossing. Perhaps published by a sender within its tell: who hears it takes note, no more.
struct MailboxAlert {
  enum class Cause : std::uint8_t { depth, residence, suspension };

  Cause cause;
  bool is_raised;  ///< otherwise it is over
  const char* kind;
  UntypedRef actor;
  std::uint32_t depth;  ///< messages that wait
  Duration duration;    ///< of the residence, or of the suspension so far
};

/// Not part of the API: whether telemetry publishes events of `type`.
[[nodiscard]] inline bool is_of_telemetry(const EventType& type) noexcept {
  return &type == &event_type<MailboxSample> || &type == &event_type<DispatcherSample> ||
         &type == &event_type<MailboxAlert>;
}

}  // namespace sluice::inline SLUICE_ABI
