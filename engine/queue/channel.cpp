// SPDX-License-Identifier: BSL-1.0
#include <sluice/engine/queue/channel.hpp>

namespace sluice::inline SLUICE_ABI::engine {

using Luck = WaitQueue::Luck;

Channel::Outcome Channel::offer(MpscNode& node, NodeList& evicted) noexcept {
  for (;;) {
    switch (queue_.push(node)) {
      case Entry::entered: polls_.notify_one(); return Outcome::accepted;
      case Entry::closed: return Outcome::closed;
      case Entry::full: break;
    }
    if (!make_room(node, evicted)) {
      return Outcome::full;
    }
  }
}

/// True if it is worth trying again.
bool Channel::make_room(const MpscNode& newcomer, NodeList& evicted) noexcept {
  switch (policy_) {
    case Overflow::grow: return queue_.grow();
    case Overflow::drop_oldest:
      if (MpscNode* const oldest = queue_.evict(newcomer)) {
        evicted.push_back(*oldest);
        tell_of_room();
        return true;
      }
      return false;
    case Overflow::drop_newest:
    case Overflow::block:
    case Overflow::fail:
    case Overflow::dead_letter: break;
  }
  return false;
}

MpscNode* Channel::poll() noexcept {
  MpscNode* const node = queue_.pop();
  if (node != nullptr) {
    tell_of_room();
  }
  return node;
}

/// A message was taken out.
void Channel::tell_of_room() noexcept {
  offers_.hand_over([this](WaitQueue::Waiter& first) {
    return take_in(static_cast<Offer&>(first)) == Entry::entered;  // if it is closed, `close` tells it
  });
  // The read-modify-write in `hand_over` is what makes this look sure: either `close` came before it, and is seen here,
  // or `close` sees that the message is gone, and tells those who wait to poll itself.
  if (queue_.is_closed()) {
    polls_.notify_all();
  }
}

Entry Channel::take_in(Offer& offer) noexcept {
  const Entry entry = queue_.push(offer.node_);
  if (entry == Entry::entered) {
    offer.accepted_ = true;
    polls_.notify_one();
  }
  return entry;
}

bool Channel::close() noexcept {
  const bool first = queue_.close();
  offers_.notify_all();
  polls_.notify_all();
  return first;
}

bool Channel::poll_offer(Offer& offer, const Waker& waker) noexcept {
  return offers_.poll(offer, waker, [&] {
    switch (take_in(offer)) {
      case Entry::entered: return Luck::got;
      case Entry::full: return Luck::none;
      case Entry::closed: break;
    }
    return Luck::got_some;  // `close` told those who waited; who came behind them is told by them
  });
}

bool Channel::poll_poller(Poller& poller, const Waker& waker, MpscNode*& node) noexcept {
  node = nullptr;
  const bool decided = polls_.poll(poller, waker, [&] {
    node = queue_.pop();
    if (node == nullptr) {
      return is_drained() ? Luck::got_some : Luck::none;
    }
    return queue_.size() != 0 || queue_.is_closed() ? Luck::got_some : Luck::got;
  });
  if (node != nullptr) {
    tell_of_room();
  }
  return decided;
}

}  // namespace sluice::inline SLUICE_ABI::engine
