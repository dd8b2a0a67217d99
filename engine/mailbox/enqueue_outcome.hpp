// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <sluice/config.hpp>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/mailbox/futures.hpp>
#include <sluice/engine/mailbox/message_node.hpp>
#include <sluice/engine/mailbox/queue_error.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI::mailbox {

/// What came of a message that was put into a mailbox. Whatever did not get in, or had to go, is inside: nothing is lost.
template <class M, class Future = OfferFuture<M>>
class EnqueueOutcome {
public:
  enum class Kind : std::uint8_t {
    accepted,  ///< it is in
    evicted,   ///< it is in, and an older one had to go: `take_evicted`
    rejected,  ///< it is not in: `error`
    pending,   ///< it waits for room: `future`
  };

  /// In; what had to go for it is in `evicted`.
  explicit EnqueueOutcome(NodeChain<M> evicted = {}) noexcept : evicted_{std::move(evicted)} {}
  explicit EnqueueOutcome(QueueError<M> error, NodeChain<M> evicted = {})
      : evicted_{std::move(evicted)}, error_{std::move(error)} {}
  explicit EnqueueOutcome(Future future) : future_{std::move(future)} {}

  [[nodiscard]] Kind kind() const noexcept {
    if (future_.has_value()) {
      return Kind::pending;
    }
    if (error_.has_value()) {
      return Kind::rejected;
    }
    return evicted_.is_empty() ? Kind::accepted : Kind::evicted;
  }
  [[nodiscard]] bool is_accepted() const noexcept { return kind() == Kind::accepted; }

  /// A message that had to go, oldest first; nothing once all were taken. Mostly one: more if others took the room that
  /// was made, and perhaps also one that had to go before the mailbox closed and rejected the newcomer.
  [[nodiscard]] std::optional<M> take_evicted() {
    NodeOwner<M> node = evicted_.pop_front();
    return node ? std::optional<M>{std::move(node->message)} : std::nullopt;
  }

  [[nodiscard]] QueueError<M>& error() noexcept {
    engine::check(error_.has_value(), "only a rejection has an error");
    return *error_;  // NOLINT(bugprone-unchecked-optional-access): checked above
  }
  [[nodiscard]] Future& future() noexcept {
    engine::check(future_.has_value(), "only a message that waits has a future");
    return *future_;  // NOLINT(bugprone-unchecked-optional-access): checked above
  }

  /// The same, for those who wait with other futures. Not for a message that waits already.
  template <class Other>
  [[nodiscard]] EnqueueOutcome<M, Other> as_settled() && {
    engine::check(!future_.has_value(), "a message that waits keeps its future");
    if (error_.has_value()) {
      return EnqueueOutcome<M, Other>{*std::move(error_), std::move(evicted_)};
    }
    return EnqueueOutcome<M, Other>{std::move(evicted_)};
  }

private:
  NodeChain<M> evicted_;
  std::optional<QueueError<M>> error_;
  std::optional<Future> future_;
};

}  // namespace sluice::inline SLUICE_ABI::mailbox
