// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <cstdint>
#include <expected>
#include <optional>
#include <sluice/config.hpp>
#include <sluice/engine/error.hpp>
#include <sluice/engine/mailbox/concepts.hpp>
#include <sluice/engine/mailbox/enqueue_outcome.hpp>
#include <sluice/engine/mailbox/hooks.hpp>
#include <sluice/engine/mailbox/messages/priority_envelope.hpp>
#include <sluice/engine/mailbox/options.hpp>
#include <sluice/engine/queue/any_queue.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI::mailbox {

/// A message that may go by the control channel.
template <class M>
concept HasChannel = requires(const M& message) {
  { message.channel() } -> std::same_as<messages::PriorityChannel>;
};

/// What the two ends of a mailbox share: the queue of regular messages, the one of control messages, the hooks.
///
/// Under the Block policy a full queue answers with a future; under all others at once.
///
/// Thread safety: that of `Backend`.
/// Order: control messages first; first in, first out within each channel.
template <class M, class Backend>
class QueueMailboxCore {
  static_assert(CanTryOffer<Backend, M>, "the queue backend lacks try_offer, which every mailbox needs");
  static_assert(CanTryPoll<Backend, M>, "the queue backend lacks try_poll, which every mailbox needs");
  static_assert(CanOfferBlocking<Backend, M>, "the queue backend lacks offer_blocking, which the Block policy needs");
  static_assert(CanPollBlocking<Backend, M>, "the queue backend lacks poll_blocking, which a waiting consumer needs");
  static_assert(CanClose<Backend>, "the queue backend lacks close, which ends a mailbox without losing messages");

public:
  using Outcome = EnqueueOutcome<M>;

  explicit QueueMailboxCore(const MailboxOptions& options) noexcept
      : regular_{options.overflow, kind_of(options.capacity), size_of(options.capacity), options.overflow},
        control_{Overflow::fail, kind_of(options.priority_capacity), size_of(options.priority_capacity),
                 Overflow::fail} {}

  /// An error if a queue could not be made.
  [[nodiscard]] Result<> status() const noexcept {
    const Result<> regular = regular_.status();
    return regular.has_value() ? control_.status() : regular;
  }

  /// Puts `message` in; `pending` only if the policy is to wait and there is no room.
  [[nodiscard]] Outcome enqueue(M message) {
    Backend& lane = lane_of(message);
    Outcome outcome = lane.try_offer(std::move(message));
    if (lane.policy() == Overflow::block && outcome.kind() == Outcome::Kind::rejected &&
        outcome.error().fault() == QueueFault::full) {
      return Outcome{lane.offer_blocking(outcome.error().take_message())};
    }
    report(outcome, lane);
    return outcome;
  }

  /// Puts `message` in now, or gives it back. What had to go for it is told to the metrics sink.
  [[nodiscard]] std::expected<void, QueueError<M>> try_enqueue(M message) {
    Backend& lane = lane_of(message);
    Outcome outcome = lane.try_offer(std::move(message));
    report(outcome, lane);
    while (const std::optional<M> evicted = outcome.take_evicted()) {
      metrics.call([&](MailboxMetricsSink<M>& sink) { sink.evicted(*evicted); });
    }
    if (outcome.kind() == Outcome::Kind::rejected) {
      return std::unexpected{std::move(outcome.error())};
    }
    return {};
  }

  [[nodiscard]] std::expected<std::optional<M>, QueueError<M>> try_dequeue() {
    auto message = take();
    if (message.has_value() && message->has_value()) {
      metrics.call([&](MailboxMetricsSink<M>& sink) { sink.dequeued(size()); });
    }
    return message;
  }

  [[nodiscard]] auto offer_blocking(M message) {
    Backend& lane = lane_of(message);
    return lane.offer_blocking(std::move(message));
  }
  /// Waits for the next regular message.
  [[nodiscard]] auto poll_blocking() noexcept { return regular_.poll_blocking(); }

  /// Refuses messages from now on; what is in can still be taken. True for the first who says so.
  bool close() noexcept {
    (void)control_.close();
    return regular_.close();
  }

  [[nodiscard]] std::uint32_t size() noexcept { return control_.size() + regular_.size(); }
  [[nodiscard]] QueueSize capacity() noexcept { return QueueSize::limited(regular_.capacity()); }

  HookSlot<MailboxMetricsSink<M>> metrics;
  HookSlot<SchedulerHook> scheduler;

private:
  [[nodiscard]] static engine::QueueKind kind_of(QueueSize size) noexcept {
    return size.is_limitless() ? engine::QueueKind::unbounded : engine::QueueKind::bounded;
  }
  [[nodiscard]] static std::uint32_t size_of(QueueSize size) noexcept {
    return size.limit().value_or(engine::no_limit);
  }

  [[nodiscard]] Backend& lane_of([[maybe_unused]] const M& message) noexcept {
    if constexpr (HasChannel<M>) {
      return message.channel() == messages::PriorityChannel::control ? control_ : regular_;
    } else {
      return regular_;
    }
  }

  [[nodiscard]] std::expected<std::optional<M>, QueueError<M>> take() {
    if constexpr (HasChannel<M>) {
      auto urgent = control_.try_poll();
      if (urgent.has_value() && urgent->has_value()) {
        return urgent;
      }
      // The end of the regular channel is not that of the mailbox: a control message may have come since the look above.
      auto next = regular_.try_poll();
      return next.has_value() ? std::move(next) : control_.try_poll();
    } else {
      return regular_.try_poll();
    }
  }

  void report(Outcome& outcome, Backend& lane) noexcept {
    if (outcome.kind() == Outcome::Kind::rejected) {
      metrics.call([](MailboxMetricsSink<M>& sink) { sink.rejected(); });
      return;
    }
    metrics.call([&](MailboxMetricsSink<M>& sink) { sink.enqueued(lane.size()); });
    scheduler.call([](SchedulerHook& hook) { hook.mailbox_ready(); });
  }

  Backend regular_;
  Backend control_;
};

}  // namespace sluice::inline SLUICE_ABI::mailbox
