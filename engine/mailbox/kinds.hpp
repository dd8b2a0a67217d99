// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/error.hpp>
#include <sluice/engine/inline_function.hpp>
#include <sluice/engine/mailbox/abstract_mailbox.hpp>
#include <sluice/engine/mailbox/queue_backend.hpp>
#include <sluice/engine/queue/ordered_queue.hpp>
#include <sluice/engine/queue/ring_queue.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI::mailbox {

/// How many messages a bounded mailbox holds unless somebody says otherwise.
inline constexpr std::uint32_t default_mailbox_capacity = 1000;

/// A mailbox on one of the engine's queues, which gives back what does not fit.
template <class M, class Queue>
class MailboxOnQueue : public Mailbox<M> {
public:
  [[nodiscard]] std::optional<M> dequeue() override { return queue_.poll_now(); }
  [[nodiscard]] std::uint32_t size() noexcept override { return queue_.size(); }

protected:
  explicit MailboxOnQueue(std::uint32_t capacity) noexcept : queue_{Overflow::fail, capacity} {}
  ~MailboxOnQueue() = default;

  [[nodiscard]] std::expected<void, QueueError<M>> put_by_priority(M&& message, std::int32_t priority) {
    auto outcome = queue_.try_offer(std::move(message), priority);
    if (outcome.is_accepted()) {
      return {};
    }
    return std::unexpected{std::move(outcome.error())};
  }

  QueueBackend<M, Queue> queue_;
};

/// First in, first out, without a limit: refuses only if memory runs out. A consumer that is slower than its producers
/// lets it grow until then; who cannot have that takes a `BoundedMailbox`.
///
/// Thread safety: everything from any thread.
/// Allocates: a block per message, from the engine's memory.
/// Order: that of arrival.
template <class M>
class UnboundedMailbox final : public MailboxOnQueue<M, engine::UnboundedQueue> {
public:
  UnboundedMailbox() noexcept : MailboxOnQueue<M, engine::UnboundedQueue>{engine::no_limit} {}

private:
  [[nodiscard]] std::expected<void, QueueError<M>> put(M&& message) override {
    return this->put_by_priority(std::move(message), 0);
  }
};

/// First in, first out, and exactly `capacity` messages: one more is refused and counted, and its producer decides what
/// to do. Nobody waits.
///
/// Thread safety, Order: as the unbounded one.
/// Allocates: its slots at once, and a block per message.
template <class M>
class BoundedMailbox final : public MailboxOnQueue<M, engine::RingQueue> {
public:
  /// See `status`: a mailbox that could not be made is full and empty for ever. `create_mailbox` asks for you.
  explicit BoundedMailbox(std::uint32_t capacity = default_mailbox_capacity) noexcept
      : MailboxOnQueue<M, engine::RingQueue>{capacity} {}

  /// An error if it could not be made: a capacity of 0 or too large, no memory.
  [[nodiscard]] Result<> status() const noexcept { return this->queue_.status(); }

  [[nodiscard]] std::uint32_t capacity() noexcept { return this->queue_.capacity(); }
  /// Out of date at once if others use the mailbox.
  [[nodiscard]] bool is_full() noexcept { return this->size() >= capacity(); }

  /// How many messages it has refused in its life; with those it has accepted, all that came.
  [[nodiscard]] MessageCount get_rejected_count() const noexcept {
    return rejected_.load(std::memory_order_relaxed);  // as in `put`
  }

private:
  [[nodiscard]] std::expected<void, QueueError<M>> put(M&& message) override {
    std::expected<void, QueueError<M>> taken = this->put_by_priority(std::move(message), 0);
    if (!taken.has_value()) {
      rejected_.fetch_add(1, std::memory_order_relaxed);  // a count that carries nothing else
    }
    return taken;
  }

  engine::Atomic<MessageCount> rejected_{0};
};

/// What a message's priority is if nobody says otherwise.
inline constexpr std::int32_t default_priority = 10;

/// The same priority for all, so that the order is that of arrival.
struct SamePriority {
  template <class M>
  [[nodiscard]] constexpr std::int32_t operator()(const M&) const noexcept {
    return default_priority;
  }
};

/// A priority function that is chosen at run time.
template <class M>
using PriorityOf = InlineFunction<std::int32_t(const M& message)>;

/// The lowest number first, every value of it; first in, first out among equals. Without a limit.
///
/// The function is asked once per message, by its sender. One that throws refuses: the exception reaches the sender, and
/// the message is untouched.
///
/// Thread safety: everything from any thread, if the function may be called from any.
/// Allocates: a block per message, from the engine's memory.
template <class M, class PriorityFunction = PriorityOf<M>>
class PriorityMailbox final : public MailboxOnQueue<M, engine::PriorityQueue> {
public:
  explicit PriorityMailbox(PriorityFunction priority = SamePriority{}) noexcept
      : MailboxOnQueue<M, engine::PriorityQueue>{engine::no_limit}, priority_{std::move(priority)} {}

private:
  [[nodiscard]] std::expected<void, QueueError<M>> put(M&& message) override {
    const std::int32_t priority = priority_(std::as_const(message));
    return this->put_by_priority(std::move(message), priority);
  }

  PriorityFunction priority_;
};

}  // namespace sluice::inline SLUICE_ABI::mailbox
