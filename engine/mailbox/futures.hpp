// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <expected>
#include <optional>
#include <sluice/config.hpp>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/mailbox/message_node.hpp>
#include <sluice/engine/mailbox/outlet.hpp>
#include <sluice/engine/mailbox/queue_error.hpp>
#include <sluice/engine/queue/channel.hpp>
#include <sluice/engine/task.hpp>
#include <sluice/engine/trace.hpp>
#include <type_traits>
#include <utility>

namespace sluice::inline SLUICE_ABI::mailbox {

/// Waits until a queue has taken a message in. Holds the message, and its place in the row of those who wait; a future
/// that dies gives up the place, and the message with it.
///
/// Polled by one task; it may be moved until it was polled for the first time. The queue outlives it.
template <class M>
class OfferFuture {
public:
  using Output = std::expected<void, QueueError<M>>;

  OfferFuture(engine::Channel& channel, NodeOwner<M> node) noexcept : channel_{&channel}, node_{std::move(node)} {}
  /// One that is refused at once: there was no memory for its message.
  OfferFuture(engine::Channel& channel, M&& refused)
      : channel_{&channel}, refusal_{QueueError<M>::out_of_memory(std::move(refused))} {}

  OfferFuture(OfferFuture&& other) noexcept(std::is_nothrow_move_constructible_v<M>)
      : channel_{other.channel_}, node_{std::move(other.node_)}, refusal_{std::move(other.refusal_)} {
    engine::check(!other.place_.has_value(), "a future that was polled stays where it is");
  }
  OfferFuture& operator=(OfferFuture&&) = delete;
  ~OfferFuture() { (void)withdraw(); }

  [[nodiscard]] engine::Poll<Output> poll(const engine::Waker& waker) {
    if (refusal_.has_value()) {
      return refused();
    }
    engine::check(static_cast<bool>(node_), "a finished future is not polled");
    if (!place_.has_value()) {
      place_.emplace(*channel_, *node_);
    }
    if (!place_->poll(waker)) {
      wait_.begin(label);
      return engine::pending;
    }
    wait_.end(label);
    return place_->is_accepted() ? accepted() : refused(QueueFault::disconnected);
  }

  /// Stops waiting, for the reason `fault`; unless it is decided already.
  [[nodiscard]] Output give_up(QueueFault fault) {
    if (refusal_.has_value()) {
      return refused();
    }
    return withdraw() ? Output{} : refused(fault);
  }

  /// Stops waiting. True if the message is in already; otherwise it is still here.
  bool withdraw() noexcept {
    wait_.end(label);
    const bool was_taken = place_.has_value() && !place_->leave() && place_->is_accepted();
    if (was_taken) {
      forget_message();
    }
    return was_taken;
  }

private:
  static constexpr engine::trace::Label label{"offer.wait", "OfferFuture::poll", __FILE__, __LINE__,
                                              engine::trace::color::wait};

  /// It is the queue's, or already the consumer's.
  void forget_message() noexcept { (void)node_.release(); }

  [[nodiscard]] Output accepted() noexcept {
    forget_message();
    return {};
  }

  [[nodiscard]] Output refused() {
    Output answer{std::unexpect, std::move(*refusal_)};
    refusal_.reset();
    return answer;
  }

  [[nodiscard]] Output refused(QueueFault fault) {
    engine::check(static_cast<bool>(node_), "a finished future is not given up");
    Output answer{std::unexpect, fault, std::move(node_->message)};
    place_.reset();
    node_ = {};
    return answer;
  }

  engine::Channel* channel_;
  NodeOwner<M> node_;
  std::optional<QueueError<M>> refusal_;
  std::optional<engine::Channel::Offer> place_;
  engine::trace::Wait wait_;
};

/// Waits for the next message of a queue. One that dies loses nothing: a message leaves the queue only when it is asked.
///
/// Polled by one task; it may be moved until it was polled for the first time. The queue outlives it.
template <class M>
class PollFuture {
public:
  using Output = std::expected<M, QueueError<M>>;

  explicit PollFuture(Outlet<M>& outlet) noexcept : outlet_{&outlet} {}
  PollFuture(PollFuture&& other) noexcept : outlet_{other.outlet_} {
    engine::check(!other.place_.has_value(), "a future that was polled stays where it is");
  }
  PollFuture& operator=(PollFuture&&) = delete;

  /// If moving the message throws it is not lost, and the future may be polled again.
  [[nodiscard]] engine::Poll<Output> poll(const engine::Waker& waker) {
    engine::Poll<Output> answer;
    poll_into(answer, waker);
    return answer;
  }

  /// Stops waiting, for the reason `fault`.
  [[nodiscard]] Output give_up(QueueFault fault) {
    leave();
    return std::unexpected{QueueError<M>{fault}};
  }

  /// Gives up the place in the row; if it was told of a message, the next one is told instead.
  void leave() noexcept { place_.reset(); }

private:
  void poll_into(engine::Poll<Output>& answer, const engine::Waker& waker) {
    NodeOwner<M> node = outlet_->unkept();
    if (node) {
      leave();
    } else if (!is_decided(node, waker)) {
      return;
    }
    if (!node) {
      answer.emplace(std::unexpect, QueueFault::disconnected);
      return;
    }
    outlet_->unpack_into(answer, std::move(node), std::in_place);
  }

  [[nodiscard]] bool is_decided(NodeOwner<M>& node, const engine::Waker& waker) {
    if (!place_.has_value()) {
      place_.emplace(outlet_->channel());
    }
    engine::MpscNode* taken = nullptr;
    if (!place_->poll(waker, taken)) {
      return false;
    }
    node = NodeOwner<M>{static_cast<MessageNode<M>*>(taken)};
    leave();  // so that it may be polled again
    return true;
  }

  Outlet<M>* outlet_;
  std::optional<engine::Channel::Poller> place_;
};

}  // namespace sluice::inline SLUICE_ABI::mailbox
