// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <cstdint>
#include <expected>
#include <optional>
#include <sluice/config.hpp>
#include <sluice/engine/error.hpp>
#include <sluice/engine/mailbox/concurrency.hpp>
#include <sluice/engine/mailbox/message_node.hpp>
#include <sluice/engine/mailbox/options.hpp>
#include <sluice/engine/mailbox/queue_error.hpp>
#include <sluice/engine/mailbox/signal.hpp>
#include <sluice/engine/task.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI::mailbox {

// What a queue backend can do, one capability each: whoever needs one names it when it is missing.
template <class Q, class M>
concept CanTryOffer = requires(Q& queue, M message) { queue.try_offer(std::move(message)).kind(); };
template <class Q, class M>
concept CanTryPoll = requires(Q& queue) {
  { queue.try_poll() } -> std::same_as<std::expected<std::optional<M>, QueueError<M>>>;
};
template <class Q, class M>
concept CanOfferBlocking = requires(Q& queue, M message, const engine::Waker& waker) {
  {
    queue.offer_blocking(std::move(message)).poll(waker)
  } -> std::same_as<engine::Poll<std::expected<void, QueueError<M>>>>;
  { queue.offer_blocking(std::move(message)).withdraw() } -> std::same_as<bool>;
};
template <class Q, class M>
concept CanPollBlocking = requires(Q& queue, const engine::Waker& waker) {
  { queue.poll_blocking().poll(waker) } -> std::same_as<engine::Poll<std::expected<M, QueueError<M>>>>;
};
template <class Q>
concept CanClose = requires(Q& queue) {
  { queue.close() } -> std::convertible_to<bool>;
  { queue.is_closed() } -> std::convertible_to<bool>;
};
template <class Q>
concept CanPutBack = requires(Q& queue, NodeChain<typename Q::Message>& messages) { queue.put_back(messages); };

/// The queue inside a mailbox: answers at once, or by futures for those who can wait.
template <class Q, class M>
concept MailboxQueueBackend =
    CanTryOffer<Q, M> && CanTryPoll<Q, M> && CanOfferBlocking<Q, M> && CanPollBlocking<Q, M> && CanClose<Q>;

/// The receiving end of a mailbox.
template <class C, class M>
concept MailboxConsumer = std::copyable<C> && MailboxSignal<typename C::Signal> && requires(const C& consumer) {
  { consumer.signal() } -> std::same_as<typename C::Signal>;
  { consumer.try_dequeue() } -> std::same_as<std::expected<std::optional<M>, QueueError<M>>>;
  { consumer.try_dequeue_mailbox() } -> std::same_as<std::expected<std::optional<M>, MailboxError<M>>>;
  { consumer.size() } -> std::same_as<std::uint32_t>;
  { consumer.capacity() } -> std::same_as<QueueSize>;
};

/// The sending end of a mailbox.
template <class P, class M>
concept MailboxProducer = std::copyable<P> && requires(const P& producer, M message) {
  { producer.try_send(std::move(message)) } -> std::same_as<std::expected<void, QueueError<M>>>;
  { producer.try_send_mailbox(std::move(message)) } -> std::same_as<std::expected<void, MailboxError<M>>>;
  producer.set_metrics_sink(nullptr);
  producer.set_scheduler_hook(nullptr);
};

/// Makes both ends of a mailbox at once. Checked for `M`, because its members are templates.
template <class F, class M>
concept MailboxFactory =
    MailboxConcurrency<typename F::Concurrency> && MetadataStorageMode<typename F::Concurrency> &&
    MailboxSignal<typename F::Signal> && MailboxQueueBackend<typename F::template Queue<M>, M> &&
    MailboxConsumer<typename F::template Mailbox<M>, M> && MailboxProducer<typename F::template Producer<M>, M> &&
    requires(const F& factory, const MailboxOptions& options) {
      {
        factory.template build_mailbox<M>(options)
      } -> std::same_as<Result<std::pair<typename F::template Mailbox<M>, typename F::template Producer<M>>>>;
      {
        factory.template build_default_mailbox<M>()
      } -> std::same_as<Result<std::pair<typename F::template Mailbox<M>, typename F::template Producer<M>>>>;
    };

}  // namespace sluice::inline SLUICE_ABI::mailbox
