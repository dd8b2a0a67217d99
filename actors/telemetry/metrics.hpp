// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstdint>
#include <sluice/actors/telemetry/log2_histogram.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/dead_letter.hpp>

namespace sluice::inline SLUICE_ABI {

/// What was measured of all actors of one kind, as it was at one moment. What is called "now" ends with the actors that
/// it is about; everything else only grows, and keeps those that have ended.
struct MailboxMetrics {
  const char* kind = "";        ///< the type of the actors
  std::uint64_t actors = 0;     ///< now measured
  std::uint64_t arrived = 0;    ///< messages that were told them while they were measured
  std::uint64_t handled = 0;    ///< messages; their rate is the throughput
  std::uint64_t depth = 0;      ///< messages that wait now, in all mailboxes together
  std::uint64_t deepest = 0;    ///< the most that ever waited in one mailbox
  HistogramSnapshot residence;  ///< from the tell to the handler
  HistogramSnapshot handling;   ///< how long handlers took, until they returned or began to wait
  std::uint64_t stashed = 0;    ///< messages in stashes now
  std::uint64_t largest_stash = 0;
  std::uint64_t suspended = 0;    ///< actors that are suspended now
  std::uint64_t suspensions = 0;  ///< that are over
  Duration suspended_time{};      ///< how long those were, together
  Duration awaited_time{};        ///< how long handlers waited for something, and their mailboxes with them
  std::uint64_t pressure = 0;     ///< how often a bounded mailbox rose above its high-water mark
  std::uint64_t alerts = 0;       ///< how often a threshold was crossed
  std::array<std::uint64_t, engine::dead_letter_reasons> lost{};  ///< dead letters, by reason
};

/// What was measured of those whom one dispatcher runs.
struct DispatcherMetrics {
  const char* name = "";
  std::uint64_t inhabitants = 0;  ///< actors that are measured now
  std::uint64_t slices = 0;
  std::uint64_t messages = 0;       ///< of these slices
  std::uint64_t largest_slice = 0;  ///< the most messages that one had
  std::uint64_t deadline_cuts = 0;  ///< slices that the deadline ended while there was more to do
  std::uint64_t rejections = 0;     ///< how often the executor began to refuse a mailbox
};

}  // namespace sluice::inline SLUICE_ABI
