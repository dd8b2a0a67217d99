// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/actors/config/descriptors.hpp>
#include <sluice/config.hpp>
#include <span>
#include <string_view>

namespace sluice::inline SLUICE_ABI {

/// What operators say about dispatchers, mailboxes and places in the tree of actors: a view of tables that live longer than
/// the system, on bare metal in read-only memory. Of equal ids the first counts, and a descriptor before an alias.
///
///     static constexpr MailboxDescriptor mailboxes[] = {{.id = "small", .mailbox = Bounded{.capacity = 16}}};
///     ActorSystem system{SystemOptions{.config = {.mailboxes = mailboxes}}};
///     system.spawn<Counter>({.mailbox = "small"});
struct RuntimeConfig {
  std::span<const DispatcherDescriptor> dispatchers{};
  std::span<const MailboxDescriptor> mailboxes{};
  std::span<const Alias> aliases{};  ///< of both; at most 20 lead from one to the next
  std::span<const Deploy> deployments{};
  std::span<const QueueBinding> bindings{};  ///< before those that there are anyway
  std::string_view default_dispatcher{};     ///< of actors that name none; empty: that of the system's options
  std::string_view default_mailbox{};        ///< the same
  std::uint32_t stash_capacity = 0;          ///< what any stash holds at most; 0: what its actor says

  [[nodiscard]] constexpr bool is_empty() const noexcept {
    return dispatchers.empty() && mailboxes.empty() && aliases.empty() && deployments.empty() && bindings.empty() &&
           default_dispatcher.empty() && default_mailbox.empty() && stash_capacity == 0;
  }
};

}  // namespace sluice::inline SLUICE_ABI
