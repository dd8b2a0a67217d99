// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <sluice/config.hpp>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/envelope.hpp>
#include <sluice/engine/error.hpp>
#include <sluice/engine/mailbox.hpp>
#include <sluice/engine/queue/channel.hpp>
#include <sluice/engine/task.hpp>
#include <sluice/engine/time/timer_wheel.hpp>
#include <sluice/engine/trace.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// Puts a message into a mailbox as soon as there is room. Whatever keeps it out (closing, the push timeout, the end of
/// this future) makes it one dead letter and one error; the message itself does not come back. Under other policies than
/// Block nobody waits: the first poll decides.
///
/// A handler waits with it like this: `poll` with the `await_waker` of its own mailbox; if it is pending, `begin_await` and
/// return; `resume_handler` polls again. No thread waits.
///
/// Thread safety: polled by one task; the mailbox outlives it, and it does not move.
/// Allocates: never.
class Mailbox::Offer {
public:
  /// Takes `envelope` over. With `timers`, it waits no longer than the push timeout of the mailbox; without, whoever polls
  /// it late enough ends the wait: the clock of the mailbox's dispatcher is looked at in each poll.
  Offer(Mailbox& target, Envelope& envelope, Mailbox* sender = nullptr, TimerWheel* timers = nullptr) noexcept;
  Offer(const Offer&) = delete;
  Offer& operator=(const Offer&) = delete;
  ~Offer();

  /// An error if the message is lost: `closed`, `timed_out`, or `rejected` by a full mailbox that lets nobody wait.
  [[nodiscard]] Poll<Result<>> poll(const Waker& waker) noexcept;

private:
  [[nodiscard]] Poll<Result<>> settle() noexcept;
  [[nodiscard]] Poll<Result<>> wait(const Waker& waker) noexcept;
  [[nodiscard]] Poll<Result<>> give_up(DeadLetterReason reason, Error error) noexcept;
  void stop_waiting() noexcept;
  [[nodiscard]] Result<> lose(DeadLetterReason reason, Error error) noexcept;
  [[nodiscard]] Poll<Result<>> post_at_once() noexcept;

  Mailbox& target_;
  Envelope* envelope_;        ///< null once it is the mailbox's
  MpscNode* node_ = nullptr;  ///< what waits for it, while there is a place
  Mailbox* const sender_;
  TimerWheel* const timers_;
  std::optional<Instant> deadline_;
  std::optional<Channel::Offer> place_;
  Timer timer_;
  trace::Wait wait_;
};

using MailboxOffer = Mailbox::Offer;

}  // namespace sluice::inline SLUICE_ABI::engine
