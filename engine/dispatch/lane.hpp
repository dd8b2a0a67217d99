// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/dispatch/pressure.hpp>
#include <sluice/engine/dispatch/settings.hpp>
#include <sluice/engine/error.hpp>
#include <sluice/engine/queue/any_queue.hpp>
#include <sluice/engine/queue/channel.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// The user messages of a mailbox that is more than an unbounded queue: of any kind, with a capacity, an overflow policy
/// and a pressure gauge. Made beside its mailbox, which it outlives. Not of the priority kind: that carries
/// `PriorityNode`s, which envelopes are not.
///
/// Thread safety: as `Channel`.
class Lane {
public:
  explicit Lane(const MailboxSettings& settings) noexcept
      : status_{queue_.make(settings.kind, settings.capacity, settings.overflow)},
        settings_{settings},
        channel{queue_.get(), settings.overflow},
        pressure{queue_.get().capacity(), settings.high_water, settings.low_water} {}

  /// An error if there is no queue: a capacity of 0 or too large, an unknown kind, no memory.
  [[nodiscard]] Result<> status() const noexcept { return status_; }
  [[nodiscard]] const MailboxSettings& settings() const noexcept { return settings_; }
  [[nodiscard]] AnyQueue& queue() noexcept { return queue_; }

  [[nodiscard]] std::uint32_t depth() noexcept { return queue_.get().size(); }
  [[nodiscard]] std::uint32_t capacity() noexcept { return queue_.get().capacity(); }
  [[nodiscard]] bool is_bounded() noexcept { return capacity() < no_limit; }

private:
  AnyQueue queue_;
  Result<> status_;
  MailboxSettings settings_;

public:
  Channel channel;
  Pressure pressure;
};

}  // namespace sluice::inline SLUICE_ABI::engine
