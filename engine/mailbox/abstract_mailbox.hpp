// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/mailbox/queue_error.hpp>
#include <type_traits>
#include <utility>

namespace sluice::inline SLUICE_ABI::mailbox {

/// Counts the messages of a mailbox's whole life. Where pointers have 32 bits there are no wider atomics, and it wraps
/// after 2^32 messages.
using MessageCount = std::conditional_t<(sizeof(void*) > 4), std::uint64_t, std::uint32_t>;

/// A mailbox of any kind, for code that does not care which: messages go in at one end and come out at the other.
///
/// To write a kind of one's own: `put`, `dequeue` and `size`. What is counted, is counted here.
///
/// Thread safety: that of the kind; of the kinds here, everything from any thread.
/// Blocks: never.
template <class M>
class Mailbox {
public:
  using Message = M;

  /// Puts `message` in. False if it was refused: then it is lost, and the caller knows. Whoever wants it back calls
  /// `try_enqueue`.
  bool enqueue(M&& message) { return try_enqueue(std::move(message)).has_value(); }
  bool enqueue(const M& message)
    requires std::is_copy_constructible_v<M>
  {
    return enqueue(M(message));
  }

  /// Puts `message` in, or gives it back with the reason.
  [[nodiscard]] std::expected<void, QueueError<M>> try_enqueue(M&& message) {
    std::expected<void, QueueError<M>> taken = put(std::move(message));
    if (taken.has_value()) {
      received_.fetch_add(1, std::memory_order_relaxed);  // a count that carries nothing else
    }
    return taken;
  }

  /// The next message, or nothing if there is none.
  [[nodiscard]] virtual std::optional<M> dequeue() = 0;

  /// How many messages are in. Out of date at once if others use the mailbox.
  [[nodiscard]] virtual std::uint32_t size() noexcept = 0;
  [[nodiscard]] bool is_empty() noexcept { return size() == 0; }

  /// How many messages it has accepted in its life. One that another thread has just put in may be out again before it
  /// is counted.
  [[nodiscard]] MessageCount get_message_count() const noexcept {
    return received_.load(std::memory_order_relaxed);  // as in `try_enqueue`
  }

protected:
  ~Mailbox() = default;

  /// Takes `message` in, or gives it back. What throws before `message` is moved leaves it with its sender.
  [[nodiscard]] virtual std::expected<void, QueueError<M>> put(M&& message) = 0;

private:
  engine::Atomic<MessageCount> received_{0};
};

}  // namespace sluice::inline SLUICE_ABI::mailbox
