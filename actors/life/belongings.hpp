// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <sluice/actors/ask/actor_ask.hpp>
#include <sluice/actors/life/children.hpp>
#include <sluice/actors/life/watch.hpp>
#include <sluice/actors/messages/adapter.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/dispatch/mailbox_stash.hpp>
#include <sluice/engine/intrusive_list.hpp>

namespace sluice::inline SLUICE_ABI {

class ActorSubscription;
class ActorTimers;
struct Care;
struct ChildrenRule;
class WaitList;

/// What only some actors have: whom they watch and ask, their children, adapters, stash and supervision. In a block of
/// its own, so that an actor without them stays small.
class Belongings {
public:
  Belongings() noexcept = default;
  Belongings(const Belongings&) = delete;
  Belongings& operator=(const Belongings&) = delete;
  ~Belongings();

  /// The stash of one that has it.
  [[nodiscard]] engine::MailboxStash& kept_messages() noexcept {
    engine::check(stash.has_value(), "only an actor with a stash uses it");
    return *stash;  // NOLINT(bugprone-unchecked-optional-access): checked in the line above
  }

  Children children;
  Care* care = nullptr;                 ///< null unless it is supervised
  ChildrenRule* of_children = nullptr;  ///< null unless it says something of them
  void* original = nullptr;             ///< the kind's: what its state is made of again
  engine::IntrusiveList<Watch> watching;
  engine::IntrusiveList<ActorAsk> asks;
  WaitList* waits = nullptr;  ///< while it waits, it handles no messages
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
  ActorTimers* timers = nullptr;
};

}  // namespace sluice::inline SLUICE_ABI
