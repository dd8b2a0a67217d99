// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/mailbox/concepts.hpp>
#include <sluice/engine/mailbox/message_node.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI::mailbox {

/// Messages that a consumer keeps for later. They move with their nodes: nothing is copied and nothing allocated, so
/// neither way can fail for want of memory.
///
/// Thread safety: one consumer.
/// Order: that of stashing; back in the queue they come before all that is there.
template <class Backend>
class StashOf {
  static_assert(CanPutBack<Backend>, "the queue backend lacks put_back, which a stash needs: a deque has it");

public:
  using Message = Backend::Message;

  /// `queue` outlives the stash; what is still stashed then dies with it.
  explicit StashOf(Backend& queue) noexcept : queue_{queue} {}

  /// Keeps a message that `try_poll_node` gave.
  void stash(NodeOwner<Message> message) noexcept {
    engine::check(static_cast<bool>(message), "only a message is stashed");
    stashed_.nodes().push_back(*message.release());
  }

  /// Puts all of them back to the front of the queue; false, and they are still here, if it is closed.
  [[nodiscard]] bool unstash_all() noexcept { return stashed_.is_empty() || queue_.put_back(stashed_); }

  /// Takes the oldest out, for whoever gives up the stash of a closed queue; nothing if there is none.
  [[nodiscard]] NodeOwner<Message> take() noexcept { return stashed_.pop_front(); }

  [[nodiscard]] std::uint32_t size() noexcept { return stashed_.nodes().size(); }
  [[nodiscard]] bool is_empty() const noexcept { return stashed_.is_empty(); }

private:
  Backend& queue_;
  NodeChain<Message> stashed_;
};

}  // namespace sluice::inline SLUICE_ABI::mailbox
