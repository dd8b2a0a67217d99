// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>
#include <sluice/actors/config/dispatcher_choice.hpp>
#include <sluice/actors/config/queue_semantics.hpp>
#include <sluice/actors/mailboxes.hpp>
#include <sluice/actors/system/executor_choice.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/clock.hpp>
#include <string_view>

namespace sluice::inline SLUICE_ABI {

/// A mailbox that actors, dispatchers and deployments may name.
struct MailboxDescriptor {
  std::string_view id;
  MailboxChoice mailbox{};           ///< said directly, not by another id
  QueueSemantics produces{};         ///< `ProducesMessageQueue`: what it promises; empty: what it has
  std::uint32_t stash_capacity = 0;  ///< what a stash of its actors holds at most; 0: as its dispatcher says
};

/// A dispatcher that actors and deployments may name. The system makes it, and it lives as long.
struct DispatcherDescriptor {
  std::string_view id;
  std::int32_t throughput = 64;          ///< user messages of one slice at most; less than 1 means 1
  Duration throughput_deadline{};        ///< a slice ends after it; none unless positive
  std::string_view mailbox_type{};       ///< the id of the mailbox of actors that name this dispatcher
  QueueSemantics mailbox_requirement{};  ///< what every mailbox in it must have
  ExecutorChoice executor{};             ///< lives longer than the system; null: the system's
  std::uint32_t stash_capacity = 0;      ///< what a stash of its actors holds at most; 0: as the configuration says
  bool slow_congested = false;           ///< as of `DispatcherSettings`
};

/// Another name of a dispatcher or a mailbox, or of an alias.
struct Alias {
  std::string_view id;
  std::string_view to;
};

/// Says for a place in the tree of actors how they are set up there, whatever their options say.
///
/// The path is that of `ActorContext::path`, with or without "/user": "/user/shop/till" or "/shop/till". A name `*` stands
/// for any one name, and `**` at the end for one name or more. Of several that fit, the one counts that is the first to be
/// more exact, read from the left: a name before `*` before `**`; of equal ones the first. Actors are known by the name
/// that they were to have; the nameless only by `*` and `**`.
struct Deploy {
  std::string_view path;
  MailboxChoice mailbox{};
  DispatcherChoice dispatcher{};
};

/// Which mailbox an actor gets that says only what it needs of one.
struct QueueBinding {
  QueueSemantics required;
  std::string_view mailbox;
};

}  // namespace sluice::inline SLUICE_ABI
