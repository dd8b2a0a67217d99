// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/envelope.hpp>
#include <sluice/engine/mailbox.hpp>
#include <sluice/engine/queue/node_list.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// Messages that a handler keeps for later. They move with their envelopes, so neither way copies, allocates or fails for
/// want of memory or room.
///
/// Thread safety: used by the handlers of its mailbox.
/// Allocates: never.
/// Order: that of stashing; back in the mailbox they come before all that is there.
class Mailbox::Stash {
public:
  /// `mailbox` has a lane of the deque kind, and outlives it.
  explicit Stash(Mailbox& mailbox) noexcept;
  Stash(const Stash&) = delete;
  Stash& operator=(const Stash&) = delete;
  /// What is left is ended.
  ~Stash();

  /// Keeps the message that is being handled.
  void stash(Envelope& envelope) noexcept;

  /// Keeps a message that is not the mailbox's, and belongs to it from then on.
  void keep(Envelope& envelope) noexcept;

  /// Puts all of them back to the front of the mailbox, however full it is; false, and they are still here, if it is closed.
  [[nodiscard]] bool unstash_all() noexcept;

  /// Makes dead letters of all of them: for `on_closed`.
  void give_up() noexcept;

  [[nodiscard]] std::uint32_t size() const noexcept { return stashed_.size(); }

private:
  void tell_size() const noexcept;

  Mailbox& mailbox_;
  NodeList stashed_;
};

using MailboxStash = Mailbox::Stash;

}  // namespace sluice::inline SLUICE_ABI::engine
