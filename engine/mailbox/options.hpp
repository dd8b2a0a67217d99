// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <sluice/config.hpp>
#include <sluice/engine/mailbox/queue_size.hpp>
#include <sluice/engine/queue/overflow.hpp>

namespace sluice::inline SLUICE_ABI::mailbox {

/// Places that are kept for control messages unless somebody says otherwise.
inline constexpr std::uint32_t default_system_reservation = 4;

/// How a mailbox is made. `priority_capacity` bounds its control channel, never the queue of system messages.
struct MailboxOptions {
  QueueSize capacity = QueueSize::limitless();
  QueueSize priority_capacity = QueueSize::limited(default_system_reservation);
  Overflow overflow = Overflow::fail;

  [[nodiscard]] static constexpr MailboxOptions with_capacity(std::uint32_t capacity) noexcept {
    return {.capacity = QueueSize::limited(capacity)};
  }
  [[nodiscard]] static constexpr MailboxOptions with_capacities(QueueSize capacity,
                                                                QueueSize priority_capacity) noexcept {
    return {.capacity = capacity, .priority_capacity = priority_capacity};
  }
  [[nodiscard]] static constexpr MailboxOptions unbounded() noexcept {
    return with_capacities(QueueSize::limitless(), QueueSize::limitless());
  }

  [[nodiscard]] constexpr MailboxOptions with_priority_capacity(QueueSize size) const noexcept {
    MailboxOptions changed = *this;
    changed.priority_capacity = size;
    return changed;
  }
  [[nodiscard]] constexpr MailboxOptions with_overflow(Overflow policy) const noexcept {
    MailboxOptions changed = *this;
    changed.overflow = policy;
    return changed;
  }

  [[nodiscard]] constexpr std::optional<std::uint32_t> capacity_limit() const noexcept { return capacity.limit(); }
  [[nodiscard]] constexpr std::optional<std::uint32_t> priority_capacity_limit() const noexcept {
    return priority_capacity.limit();
  }
};

}  // namespace sluice::inline SLUICE_ABI::mailbox
