// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <expected>
#include <optional>
#include <sluice/config.hpp>
#include <sluice/engine/mailbox/queue_error.hpp>
#include <sluice/engine/task.hpp>
#include <type_traits>
#include <utility>

namespace sluice::inline SLUICE_ABI::mailbox {

/// Waits until a mailbox has taken a message in, and then tells the mailbox, whose consumers may be waiting for a signal.
/// A message that is in has been told of when this dies, asked or not. `Core` outlives it.
template <class M, class Core, class Future>
class MailboxOfferFuture {
public:
  using Output = std::expected<void, QueueError<M>>;

  MailboxOfferFuture(Core& core, Future future) noexcept(std::is_nothrow_move_constructible_v<Future>)
      : core_{&core}, future_{std::move(future)} {}
  MailboxOfferFuture(MailboxOfferFuture&& other) noexcept(std::is_nothrow_move_constructible_v<Future>)
      : core_{std::exchange(other.core_, nullptr)}, future_{std::move(other.future_)} {}
  MailboxOfferFuture& operator=(MailboxOfferFuture&&) = delete;
  ~MailboxOfferFuture() {
    if (core_ != nullptr && future_.withdraw()) {
      core_->report_accepted();
    }
  }

  [[nodiscard]] engine::Poll<Output> poll(const engine::Waker& waker) {
    engine::Poll<Output> answer = future_.poll(waker);
    if (answer.has_value()) {
      tell(*answer);
    }
    return answer;
  }

  /// Stops waiting, for the reason `fault`; unless it is decided already.
  [[nodiscard]] Output give_up(QueueFault fault) {
    Output answer = future_.give_up(fault);
    tell(answer);
    return answer;
  }

private:
  void tell(const Output& answer) noexcept {
    if (Core* const core = std::exchange(core_, nullptr)) {
      answer.has_value() ? core->report_accepted() : core->report_rejected();
    }
  }

  Core* core_;  ///< null once it was told
  Future future_;
};

/// Waits for the next message of a mailbox: of its control channel, if it has one, before the others. `Core` outlives it.
template <class M, class Core, class Future>
class MailboxPollFuture {
public:
  using Output = std::expected<M, QueueError<M>>;

  MailboxPollFuture(Core& core, Future regular) noexcept : core_{&core}, regular_{std::move(regular)} {}
  MailboxPollFuture(Core& core, Future regular, Future control) noexcept
      : core_{&core}, regular_{std::move(regular)}, control_{std::move(control)} {}

  [[nodiscard]] engine::Poll<Output> poll(const engine::Waker& waker) {
    engine::Poll<Output> answer = control_.has_value() ? poll_both(waker) : regular_.poll(waker);
    if (answer.has_value() && answer->has_value()) {
      core_->report_dequeued();
    }
    return answer;
  }

  /// Stops waiting, for the reason `fault`.
  [[nodiscard]] Output give_up(QueueFault fault) {
    leave_control();
    return regular_.give_up(fault);
  }

private:
  [[nodiscard]] engine::Poll<Output> poll_both(const engine::Waker& waker) {
    engine::Poll<Output> urgent = control_->poll(waker);
    if (urgent.has_value() && urgent->has_value()) {
      regular_.leave();
      return urgent;
    }
    engine::Poll<Output> answer = regular_.poll(waker);
    if (answer.has_value() && answer->has_value()) {
      leave_control();
    } else if (answer.has_value() && !urgent.has_value()) {
      return engine::pending;  // closed, but a control message is still on its way in
    }
    return answer;
  }

  void leave_control() noexcept {
    if (control_.has_value()) {
      control_->leave();
    }
  }

  Core* core_;
  Future regular_;
  std::optional<Future> control_;
};

/// A future together with what it waits for, which therefore lives as long.
template <class Future, class Owner>
class OwningFuture {
public:
  using Output = Future::Output;

  OwningFuture(Owner owner, Future future) noexcept(std::is_nothrow_move_constructible_v<Future>)
      : owner_{std::move(owner)}, future_{std::move(future)} {}

  [[nodiscard]] engine::Poll<Output> poll(const engine::Waker& waker) { return future_.poll(waker); }
  [[nodiscard]] Output give_up(QueueFault fault) { return future_.give_up(fault); }

private:
  Owner owner_;
  Future future_;  // after its owner: it dies first
};

}  // namespace sluice::inline SLUICE_ABI::mailbox
