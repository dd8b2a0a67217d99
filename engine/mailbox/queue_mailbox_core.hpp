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
#include <sluice/engine/mailbox/mailbox_futures.hpp>
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

/// A signal for those who wait with futures only.
struct NoSignal {
  void notify() const noexcept {}
};

/// What the two ends of a mailbox share: the queue of regular messages, the one of control messages, the hooks, the
/// signal. Whichever way a message came in, the hooks and the signal hear of it.
///
/// Under the Block policy a full queue answers with a future; under all others at once.
///
/// Thread safety: that of `Backend`.
/// Order: control messages first; first in, first out within each channel.
template <class M, class Backend, class Signal = NoSignal>
class QueueMailboxCore {
  static_assert(CanTryOffer<Backend, M>, "the queue backend lacks try_offer, which every mailbox needs");
  static_assert(CanTryPoll<Backend, M>, "the queue backend lacks try_poll, which every mailbox needs");
  static_assert(CanOfferBlocking<Backend, M>, "the queue backend lacks offer_blocking, which the Block policy needs");
  static_assert(CanPollBlocking<Backend, M>, "the queue backend lacks poll_blocking, which a waiting consumer needs");
  static_assert(CanClose<Backend>, "the queue backend lacks close, which ends a mailbox without losing messages");

public:
  using OfferFuture =
      MailboxOfferFuture<M, QueueMailboxCore, decltype(std::declval<Backend&>().offer_blocking(std::declval<M>()))>;
  using PollFuture = MailboxPollFuture<M, QueueMailboxCore, decltype(std::declval<Backend&>().poll_blocking())>;
  using Outcome = EnqueueOutcome<M, OfferFuture>;

  explicit QueueMailboxCore(const MailboxOptions& options, Signal signal = {}) noexcept
      : signal_{std::move(signal)},
        regular_{options.overflow, kind_of(options.capacity), size_of(options.capacity), options.overflow},
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
    auto outcome = lane.try_offer(std::move(message));
    if (lane.policy() == Overflow::block && is_rejected(outcome) && outcome.error().fault() == QueueFault::full) {
      return Outcome{OfferFuture{*this, lane.offer_blocking(outcome.error().take_message())}};
    }
    is_rejected(outcome) ? report_rejected() : report_accepted();
    return std::move(outcome).template as_settled<OfferFuture>();
  }

  /// Puts `message` in now, or gives it back. What had to go for it is given to the metrics sink.
  [[nodiscard]] std::expected<void, QueueError<M>> try_enqueue(M message) {
    auto outcome = lane_of(message).try_offer(std::move(message));
    while (std::optional<M> evicted = outcome.take_evicted()) {
      metrics.call([&](MailboxMetricsSink<M>& sink) { sink.evicted(*std::move(evicted)); });
    }
    if (is_rejected(outcome)) {
      report_rejected();
      return std::unexpected{std::move(outcome.error())};
    }
    report_accepted();
    return {};
  }

  [[nodiscard]] std::expected<std::optional<M>, QueueError<M>> try_dequeue() {
    auto message = take();
    if (message.has_value() && message->has_value()) {
      report_dequeued();
    }
    return message;
  }

  /// Waits for room, whatever the policy.
  [[nodiscard]] OfferFuture offer_blocking(M message) {
    Backend& lane = lane_of(message);
    return OfferFuture{*this, lane.offer_blocking(std::move(message))};
  }
  /// Waits for the next message.
  [[nodiscard]] PollFuture poll_blocking() {
    if constexpr (HasChannel<M>) {
      return PollFuture{*this, regular_.poll_blocking(), control_.poll_blocking()};
    } else {
      return PollFuture{*this, regular_.poll_blocking()};
    }
  }

  /// Refuses messages from now on; what is in can still be taken. True for the first who says so.
  bool close() noexcept {
    (void)control_.close();
    const bool first = regular_.close();
    signal_.notify();
    return first;
  }

  // What the futures tell of.
  void report_accepted() noexcept {
    metrics.call([&](MailboxMetricsSink<M>& sink) { sink.enqueued(size()); });
    scheduler.call([](SchedulerHook& hook) { hook.mailbox_ready(); });
    signal_.notify();
  }
  void report_rejected() noexcept {
    metrics.call([](MailboxMetricsSink<M>& sink) { sink.rejected(); });
  }
  void report_dequeued() noexcept {
    metrics.call([&](MailboxMetricsSink<M>& sink) { sink.dequeued(size()); });
  }

  [[nodiscard]] std::uint32_t size() noexcept { return control_.size() + regular_.size(); }
  [[nodiscard]] QueueSize capacity() noexcept {
    const std::uint32_t capacity = regular_.capacity();
    return capacity == engine::no_limit ? QueueSize::limitless() : QueueSize::limited(capacity);
  }
  [[nodiscard]] const Signal& signal() const noexcept { return signal_; }

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
      return take_by_channel();
    } else {
      return regular_.try_poll();
    }
  }

  [[nodiscard]] std::expected<std::optional<M>, QueueError<M>> take_by_channel() {
    auto urgent = control_.try_poll();
    if (urgent.has_value() && urgent->has_value()) {
      return urgent;
    }
    auto message = regular_.try_poll();
    if (!message.has_value() && urgent.has_value()) {
      return std::nullopt;  // closed, but a control message is still on its way in
    }
    return message;
  }

  template <class LaneOutcome>
  [[nodiscard]] static bool is_rejected(const LaneOutcome& outcome) noexcept {
    return outcome.kind() == LaneOutcome::Kind::rejected;
  }

  Signal signal_;
  Backend regular_;
  Backend control_;
};

}  // namespace sluice::inline SLUICE_ABI::mailbox
