// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <sluice/actors/ask/actor_ask.hpp>
#include <sluice/actors/ask/pending_offer.hpp>
#include <sluice/actors/life/children.hpp>
#include <sluice/actors/life/supervision.hpp>
#include <sluice/actors/life/watch.hpp>
#include <sluice/actors/messages/adapter.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/dispatch/mailbox_stash.hpp>
#include <sluice/engine/intrusive_list.hpp>

namespace sluice::inline SLUICE_ABI {

class ActorSubscription;

/// What only some actors have: whom they watch and ask, their children, adapters, stash and supervision. In a block of
/// its own, so that an actor without them stays small.
class Belongings {
public:
  /// The stash of one that has it.
  [[nodiscard]] engine::MailboxStash& kept_messages() noexcept {
    engine::check(stash.has_value(), "only an actor with a stash uses it");
    return *stash;  // NOLINT(bugprone-unchecked-optional-access): checked in the line above
  }

  Children children;
  Supervision supervision;
  RestartWindow restarts;
  void* original = nullptr;  ///< the kind's: what its state is made of again
  engine::IntrusiveList<Watch> watching;
  engine::IntrusiveList<ActorAsk> asks;
  engine::IntrusiveList<PendingOffer> offers;  ///< while there are any, it handles no messages
  AdapterRegistry adapters;
  std::optional<engine::MailboxStash> stash;
  std::uint32_t stash_capacity = 0;
  engine::SystemNode* first_deferred = nullptr;  ///< what is to be heard after the restart
  engine::SystemNode* last_deferred = nullptr;
  engine::Envelope* handled = nullptr;  ///< what a handler may stash
  bool has_owner = false;               ///< ... it is in the stash, or a dead letter
  bool is_queued = true;                ///< ... came by the mailbox; otherwise who has it handled ends it ...
  bool is_kept = false;                 ///< ... unless it was stashed
  ActorSubscription* subscriptions = nullptr;
};

}  // namespace sluice::inline SLUICE_ABI
