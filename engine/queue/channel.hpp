// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/queue/message_queue.hpp>
#include <sluice/engine/queue/node_list.hpp>
#include <sluice/engine/queue/overflow.hpp>
#include <sluice/engine/wait/wait_queue.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// A queue with its overflow policy, and with those who wait at both ends. The one place where overflow is decided.
///
/// Who waits to offer has its message taken by the one who makes room, in the order of coming: so it cannot be overtaken
/// by those who wait behind it, and needs no second try. Who offers at once, just when room was made, may be faster. Who
/// waits to poll is told that something came, and tries again: a message given to one who then dies would be lost.
///
/// Thread safety: everything from any thread, if the queue's `pop` may be called from any.
/// Blocks: never; whoever waits is a future.
/// Allocates: never.
class Channel {
public:
  Channel(MessageQueue& queue, Overflow policy) noexcept : queue_{queue}, policy_{policy} {}

  /// What came of an offer.
  enum class Outcome : std::uint8_t {
    accepted,
    full,  ///< the message is still the caller's, and so below; the policy says what becomes of it
    closed,
  };

  /// Offers `node` by the policy, at once. What had to go for it is put behind `evicted`, and is the caller's.
  [[nodiscard]] Outcome offer(MpscNode& node, NodeList& evicted) noexcept;

  /// The next message, or null.
  [[nodiscard]] MpscNode* poll() noexcept;

  /// Puts `nodes`, which came out of `queue`, back to its front, and tells who waits for them. If it is closed they are
  /// still the caller's: false.
  template <class Queue>
  [[nodiscard]] bool put_back(Queue& queue, NodeList& nodes) noexcept {
    const bool done = queue.put_back(nodes);
    if (done) {
      polls_.notify_one();  // who gets the first tells the next
    }
    return done;
  }
  /// Messages came in by another way than an offer: the first who waits to poll may try, and tells the next.
  void tell_of_messages() noexcept { polls_.notify_one(); }

  /// Refuses messages from now on, and tells all who wait. True for the first who says so.
  bool close() noexcept;

  /// Whether nothing is left and nothing will come.
  [[nodiscard]] bool is_drained() const noexcept { return queue_.is_closed() && queue_.size() == 0; }

  [[nodiscard]] Overflow policy() const noexcept { return policy_; }
  [[nodiscard]] MessageQueue& queue() const noexcept { return queue_; }

  /// A message that waits for room. Dies before its channel.
  class Offer : public WaitQueue::Waiter {
  public:
    Offer(Channel& channel, MpscNode& node) noexcept : Waiter{channel.offers_}, channel_{channel}, node_{node} {}
    ~Offer() { leave(); }  // here and not in the base: until it has left, somebody may take its message

    /// True once it is decided; see `is_accepted`.
    [[nodiscard]] bool poll(const Waker& waker) noexcept { return channel_.poll_offer(*this, waker); }

    /// After it was decided: true if the message is in, false if the channel has closed.
    [[nodiscard]] bool is_accepted() const noexcept { return accepted_; }

  private:
    friend class Channel;
    Channel& channel_;
    MpscNode& node_;
    bool accepted_ = false;  // under the lock of the wait queue, until it is decided
  };

  /// Somebody who waits for a message. Dies before its channel.
  class Poller : public WaitQueue::Waiter {
  public:
    explicit Poller(Channel& channel) noexcept : Waiter{channel.polls_}, channel_{channel} {}

    /// True once it is decided; then `node` is the message, or null if none will come any more.
    [[nodiscard]] bool poll(const Waker& waker, MpscNode*& node) noexcept {
      return channel_.poll_poller(*this, waker, node);
    }

  private:
    Channel& channel_;
  };

private:
  [[nodiscard]] bool poll_offer(Offer& offer, const Waker& waker) noexcept;
  [[nodiscard]] bool poll_poller(Poller& poller, const Waker& waker, MpscNode*& node) noexcept;
  [[nodiscard]] Entry take_in(Offer& offer) noexcept;
  [[nodiscard]] bool make_room(const MpscNode& newcomer, NodeList& evicted) noexcept;
  void tell_of_room() noexcept;

  MessageQueue& queue_;
  const Overflow policy_;
  WaitQueue offers_;
  WaitQueue polls_;
};

}  // namespace sluice::inline SLUICE_ABI::engine
