// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <cstdint>
#include <expected>
#include <optional>
#include <sluice/config.hpp>
#include <sluice/engine/error.hpp>
#include <sluice/engine/mailbox/enqueue_outcome.hpp>
#include <sluice/engine/mailbox/futures.hpp>
#include <sluice/engine/mailbox/messages/priority_envelope.hpp>
#include <sluice/engine/mailbox/outlet.hpp>
#include <sluice/engine/queue/any_queue.hpp>
#include <sluice/engine/queue/channel.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI::mailbox {

/// A queue of `M`, of the kind `Queue`: `RingQueue`, `UnboundedQueue`, `DequeQueue`, `PriorityQueue` or `AnyQueue`.
///
/// Thread safety: everything from any thread.
/// Blocks: never; `offer_blocking` and `poll_blocking` give futures, as the Block policy needs.
/// Allocates: a block per message, from the engine's memory.
template <class M, class Queue>
class QueueBackend {
public:
  using Message = M;
  using Outcome = EnqueueOutcome<M>;

  /// See `status`: a queue that could not be made is closed from the beginning.
  template <class... Choice>
  explicit QueueBackend(Overflow policy, Choice... choice) noexcept
      : status_{queue_.make(choice...)}, channel_{base_of(queue_), policy} {
    if (!status_) {
      (void)channel_.close();
    }
  }
  QueueBackend(const QueueBackend&) = delete;
  QueueBackend& operator=(const QueueBackend&) = delete;
  ~QueueBackend() {
    (void)channel_.close();
    while (engine::MpscNode* const node = channel_.poll()) {
      NodeOwner<M>{static_cast<MessageNode<M>*>(node)};
    }
  }

  /// An error if the queue could not be made: a capacity of 0 or too large, an unknown kind, no memory.
  [[nodiscard]] Result<> status() const noexcept { return status_; }

  /// Puts `message` in by the overflow policy, at once: never `pending`.
  [[nodiscard]] Outcome try_offer(M message) {
    const std::int32_t priority = messages::priority_of(message);
    return try_offer(std::move(message), priority);
  }
  /// The same with a priority, which only the priority kind looks at; a lower number comes first.
  [[nodiscard]] Outcome try_offer(M message, std::int32_t priority) {
    NodeOwner<M> node = NodeOwner<M>::make(std::move(message));
    if (!node) {
      return Outcome{QueueError<M>::out_of_memory(std::move(message))};
    }
    node->priority = priority;
    NodeChain<M> evicted;
    switch (channel_.offer(*node, evicted.nodes())) {
      case engine::Channel::Outcome::accepted: (void)node.release(); return Outcome{std::move(evicted)};
      case engine::Channel::Outcome::full:
        return Outcome{QueueError<M>::full(std::move(node->message)), std::move(evicted)};
      case engine::Channel::Outcome::closed: break;
    }
    return Outcome{QueueError<M>::disconnected(std::move(node->message)), std::move(evicted)};
  }

  /// The next message, if there is one now; `disconnected` once the queue is closed and drained.
  [[nodiscard]] std::expected<std::optional<M>, QueueError<M>> try_poll() {
    if (channel_.is_drained() && outlet_.size() == 0) {
      return std::unexpected{QueueError<M>::disconnected()};
    }
    return polled();
  }
  /// The same without the question whether more will come. Moves the message once, so nothing is lost if that throws.
  [[nodiscard]] std::optional<M> poll_now() { return outlet_.take(); }

  /// Waits for room, whatever the policy.
  [[nodiscard]] OfferFuture<M> offer_blocking(M message) {
    const std::int32_t priority = messages::priority_of(message);
    return offer_blocking(std::move(message), priority);
  }
  [[nodiscard]] OfferFuture<M> offer_blocking(M message, std::int32_t priority) {
    NodeOwner<M> node = NodeOwner<M>::make(std::move(message));
    if (!node) {
      return OfferFuture<M>{channel_, std::move(message)};
    }
    node->priority = priority;
    return OfferFuture<M>{channel_, std::move(node)};
  }

  /// Waits for a message.
  [[nodiscard]] PollFuture<M> poll_blocking() noexcept { return PollFuture<M>{outlet_}; }

  /// Puts messages that came out of here back to the front, in their order; false, and they are still the caller's, if
  /// the queue is closed.
  [[nodiscard]] bool put_back(NodeChain<M>& messages) noexcept
    requires requires(Queue& queue, engine::NodeList& nodes) { queue.put_back(nodes); }
  {
    return channel_.put_back(queue_, messages.nodes());
  }
  /// The next message with its node, to be stashed without moving it.
  [[nodiscard]] NodeOwner<M> try_poll_node() noexcept { return outlet_.take_node(); }

  /// Refuses messages from now on and tells all who wait; true for the first who says so.
  bool close() noexcept { return channel_.close(); }

  [[nodiscard]] bool is_closed() noexcept { return channel_.queue().is_closed(); }
  [[nodiscard]] std::uint32_t size() noexcept { return channel_.queue().size() + outlet_.size(); }
  [[nodiscard]] std::uint32_t capacity() noexcept { return channel_.queue().capacity(); }
  [[nodiscard]] Overflow policy() const noexcept { return channel_.policy(); }

private:
  [[nodiscard]] static engine::MessageQueue& base_of(engine::AnyQueue& queue) noexcept { return queue.get(); }
  [[nodiscard]] static engine::MessageQueue& base_of(engine::MessageQueue& queue) noexcept { return queue; }

  // One object, filled in place and returned without a move: a message that has left its node could be lost in a second.
  [[nodiscard]] std::expected<std::optional<M>, QueueError<M>> polled() {
    std::expected<std::optional<M>, QueueError<M>> answer;
    outlet_.take_into(*answer);
    return answer;
  }

  Queue queue_;
  Result<> status_;
  engine::Channel channel_;
  Outlet<M> outlet_{channel_};
};

}  // namespace sluice::inline SLUICE_ABI::mailbox
