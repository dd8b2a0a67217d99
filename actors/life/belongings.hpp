// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <sluice/actors/ask/actor_ask.hpp>
#include <sluice/actors/life/children.hpp>
#include <sluice/actors/life/supervision.hpp>
#include <sluice/actors/life/watch.hpp>
#include <sluice/actors/messages/adapter.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/dispatch/mailbox_stash.hpp>
#include <sluice/engine/intrusive_list.hpp>

namespace sluice::inline SLUICE_ABI {

class ActorSubscription;

/// What only some actors have: whom they watch and ask, their children, adapters, stash and supervision. In a block of
/// its own, so that an actor without them stays small.
class Belongings {
public:
  Children children;
  Supervision supervision;
  RestartWindow restarts;
  engine::IntrusiveList<Watch> watching;
  engine::IntrusiveList<ActorAsk> asks;
  AdapterRegistry adapters;
  std::optional<engine::MailboxStash> stash;
  std::uint32_t stash_capacity = 0;
  engine::Envelope* handled = nullptr;  ///< what a handler may stash
  engine::Envelope* stashed = nullptr;  ///< what the handler that runs has stashed, or tried to: its fate is decided
  bool is_adapted = false;              ///< ... was made by an adapter, which ends it ...
  bool is_kept = false;                 ///< ... unless it was stashed
  ActorSubscription* subscriptions = nullptr;
};

}  // namespace sluice::inline SLUICE_ABI
