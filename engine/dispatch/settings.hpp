// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/dispatch/suspend_policy.hpp>
#include <sluice/engine/queue/any_queue.hpp>
#include <sluice/engine/queue/overflow.hpp>

namespace sluice::inline SLUICE_ABI::engine {

struct Envelope;

/// What a mailbox is made of. The same on every target.
struct MailboxSettings {
  QueueKind kind = QueueKind::unbounded;
  std::uint32_t capacity = no_limit;  ///< exact; of the unbounded kind it means nothing
  Overflow overflow = Overflow::fail;
  std::uint8_t high_water = 75;  ///< per cent of the capacity; more than that is pressure ...
  std::uint8_t low_water = 50;   ///< ... until it is less than this
  SuspendPolicy when_suspended = SuspendPolicy::keep;
  std::uint32_t stash_capacity =
      0;                    ///< what its stash holds at most, whatever its actor says; no limit of its own if 0
  Duration push_timeout{};  ///< how long an offer to a full mailbox waits; for ever unless positive
  /// Of the priority kind: how urgent a message is, asked once by its sender. The lower the number, the sooner; 10 if null.
  std::int32_t (*priority_of)(const Envelope& envelope) noexcept = nullptr;

  /// Whether it is more than an unbounded queue.
  [[nodiscard]] constexpr bool need_lane() const noexcept {
    return kind != QueueKind::unbounded || when_suspended != SuspendPolicy::keep;
  }
};

/// How a dispatcher runs its mailboxes.
struct DispatcherSettings {
  std::int32_t throughput = 64;    ///< user messages of one slice at most; less than 1 means 1
  Duration throughput_deadline{};  ///< a slice ends after it, but not before its first message; none unless positive
  MailboxSettings mailbox{};       ///< of those that say nothing themselves
  Duration shutdown_timeout = std::chrono::seconds{1};  ///< an executor that nobody uses is kept as long
  bool slow_congested = false;  ///< also halve the slices of a mailbox under pressure, not only those of its senders
};

}  // namespace sluice::inline SLUICE_ABI::engine
