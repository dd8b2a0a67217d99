// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <sluice/engine/mailbox/message_node.hpp>
#include <sluice/engine/mutex.hpp>
#include <sluice/engine/queue/channel.hpp>
#include <type_traits>
#include <utility>

namespace sluice::inline SLUICE_ABI::mailbox {

/// Takes messages out of their nodes. One whose move throws stays in its node, and comes first the next time.
template <class M>
class Outlet {
public:
  static constexpr bool moves_without_throwing = std::is_nothrow_move_constructible_v<M>;

  explicit Outlet(engine::Channel& channel) noexcept : channel_{channel} {}
  ~Outlet() {
    while (unkept()) {
    }
  }

  [[nodiscard]] engine::Channel& channel() const noexcept { return channel_; }

  /// The next message in its node, if there is one now.
  [[nodiscard]] NodeOwner<M> take() noexcept {
    NodeOwner<M> node = unkept();
    return node ? std::move(node) : NodeOwner<M>{static_cast<MessageNode<M>*>(channel_.poll())};
  }

  /// An `Answer` with the message of `node` two wrappers deep. It is made in place: the message moves once, and if that
  /// throws it stays.
  template <class Answer>
  [[nodiscard]] Answer unpack(NodeOwner<M> node) noexcept(moves_without_throwing) {
    if constexpr (moves_without_throwing) {
      return Answer{std::in_place, std::in_place, std::move(node->message)};
    } else {
      return try_unpack<Answer>(std::move(node));
    }
  }

  /// What was taken out and stayed in its node.
  [[nodiscard]] NodeOwner<M> unkept() noexcept {
    if constexpr (moves_without_throwing) {
      return {};
    } else {
      return NodeOwner<M>{static_cast<MessageNode<M>*>(kept_.lock()->pop_front())};
    }
  }

private:
  struct Nothing {};

  /// Keeps the node if it is still there at the end: moving its message has thrown.
  struct Keep {
    ~Keep() {
      if (node) {
        outlet.kept_.lock()->push_front(*node.release());
        outlet.channel_.announce();
      }
    }
    Outlet& outlet;
    NodeOwner<M>& node;
  };

  // A function of its own: GCC before 14 makes only what is named in a function's outermost block in place.
  template <class Answer>
  [[nodiscard]] Answer try_unpack(NodeOwner<M> node) {
    Keep keep{*this, node};
    Answer answer{std::in_place, std::in_place, std::move(node->message)};
    node = {};
    return answer;
  }

  engine::Channel& channel_;
  [[no_unique_address]] std::conditional_t<moves_without_throwing, Nothing, SyncMutex<engine::NodeList>> kept_;
};

}  // namespace sluice::inline SLUICE_ABI::mailbox
