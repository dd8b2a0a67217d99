// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <sluice/engine/mailboxes.hpp>
#include <utility>

/// An actor reduced to its mailbox: whoever has a message sends it, whoever has time lets the next one be received.
/// It takes a mailbox of any kind, and that kind decides what comes next.
template <class M>
class ActorWithMailbox {
public:
  explicit ActorWithMailbox(sluice::mailbox::Mailbox<M>& mailbox) noexcept : mailbox_{mailbox} {}

  /// False if the mailbox refused.
  bool send(M message) { return mailbox_.enqueue(std::move(message)); }

  /// False if there was nothing to do.
  bool process_next_message() {
    std::optional<M> message = mailbox_.dequeue();
    if (!message.has_value()) {
      return false;
    }
    receive(*std::move(message));
    return true;
  }

protected:
  ~ActorWithMailbox() = default;
  virtual void receive(M message) = 0;

private:
  sluice::mailbox::Mailbox<M>& mailbox_;
};
