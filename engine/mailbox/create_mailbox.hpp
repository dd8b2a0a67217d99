// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <expected>
#include <sluice/config.hpp>
#include <sluice/engine/mailbox/abstract_mailbox.hpp>
#include <sluice/engine/mailbox/kinds.hpp>
#include <sluice/engine/owned.hpp>
#include <sluice/engine/queue/ring.hpp>
#include <string_view>
#include <utility>

namespace sluice::inline SLUICE_ABI::mailbox {

enum class MailboxType : std::uint8_t { unbounded, bounded, priority };

/// Why a mailbox was not made.
enum class MailboxConfigError : std::uint8_t { zero_capacity, capacity_too_large, unknown_type, out_of_memory };

[[nodiscard]] constexpr std::string_view describe(MailboxConfigError error) noexcept {
  switch (error) {
    case MailboxConfigError::zero_capacity: return "a bounded mailbox holds at least one message";
    case MailboxConfigError::capacity_too_large: return "no mailbox is as large as this capacity";
    case MailboxConfigError::unknown_type: return "a mailbox is unbounded, bounded or by priority, and nothing else";
    case MailboxConfigError::out_of_memory: return "no memory is left for the mailbox";
  }
  return "an unknown error";
}

/// What some of the types want to know; the others do not look at it.
template <class M>
struct MailboxChoice {
  std::uint32_t capacity = default_mailbox_capacity;  ///< of the bounded one
  PriorityOf<M> priority = SamePriority{};            ///< of the one by priority
};

template <class M>
using MadeMailbox = std::expected<Owned<Mailbox<M>>, MailboxConfigError>;

/// A mailbox that gets storage for `capacity` messages now.
template <class M>
[[nodiscard]] MadeMailbox<M> create_bounded_mailbox(std::uint32_t capacity) noexcept {
  if (capacity == 0) {
    return std::unexpected{MailboxConfigError::zero_capacity};
  }
  if (capacity > engine::Ring::largest_capacity) {
    return std::unexpected{MailboxConfigError::capacity_too_large};
  }
  auto made = Owned<BoundedMailbox<M>>::make(capacity);
  if (!made.has_value() || !(*made)->status().has_value()) {
    return std::unexpected{MailboxConfigError::out_of_memory};
  }
  return *std::move(made);
}

/// A mailbox of the type that is asked for.
///
///     auto mailbox = create_mailbox<Job>(MailboxType::bounded, {.capacity = 500});
template <class M>
[[nodiscard]] MadeMailbox<M> create_mailbox(MailboxType type, MailboxChoice<M> choice = {}) noexcept {
  Result<Owned<Mailbox<M>>> made = std::unexpected{Error::invalid_argument};
  switch (type) {
    case MailboxType::bounded: return create_bounded_mailbox<M>(choice.capacity);
    case MailboxType::unbounded: made = Owned<Mailbox<M>>::template make<UnboundedMailbox<M>>(); break;
    case MailboxType::priority:
      made = Owned<Mailbox<M>>::template make<PriorityMailbox<M>>(std::move(choice.priority));
      break;
  }
  if (!made.has_value()) {
    return std::unexpected{made.error() == Error::out_of_memory ? MailboxConfigError::out_of_memory
                                                                : MailboxConfigError::unknown_type};
  }
  return *std::move(made);
}

}  // namespace sluice::inline SLUICE_ABI::mailbox
