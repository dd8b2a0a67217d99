// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
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

  /// The next message, if there is one now.
  [[nodiscard]] std::optional<M> take() noexcept(moves_without_throwing) {
    std::optional<M> message;
    take_into(message);
    return message;
  }

  /// Puts the next message, if there is one now, where it is to stay: a move behind this one could lose it.
  void take_into(std::optional<M>& place) noexcept(moves_without_throwing) {
    if (NodeOwner<M> node = take_node()) {
      unpack_into(place, std::move(node));
    }
  }

  /// The next message in its node, if there is one now.
  [[nodiscard]] NodeOwner<M> take_node() noexcept {
    NodeOwner<M> node = unkept();
    return node ? std::move(node) : NodeOwner<M>{static_cast<MessageNode<M>*>(channel_.poll())};
  }

  /// Calls `place.emplace(before..., message)` with the message in `node`, of which there is one.
  template <class Place, class... Before>
  void unpack_into(Place& place, NodeOwner<M> node, Before... before) noexcept(moves_without_throwing) {
    if constexpr (moves_without_throwing) {
      place.emplace(before..., std::move(node->message));
    } else {
      Keep keep{*this, node};
      place.emplace(before..., std::move(node->message));
      node = {};
    }
  }

  /// What was taken out and put back.
  [[nodiscard]] NodeOwner<M> unkept() noexcept {
    if constexpr (moves_without_throwing) {
      return {};
    } else {
      return NodeOwner<M>{static_cast<MessageNode<M>*>(kept_.lock()->pop_front())};
    }
  }

  /// How many were put back and are still here.
  [[nodiscard]] std::uint32_t size() noexcept {
    if constexpr (moves_without_throwing) {
      return 0;
    } else {
      return kept_.lock()->size();
    }
  }

private:
  struct Nothing {};

  /// Keeps the node if it is still there at the end: moving its message has thrown.
  struct Keep {
    ~Keep() {
      if (node) {
        outlet.kept_.lock()->push_front(*node.release());
        outlet.channel_.tell_of_messages();
      }
    }
    Outlet& outlet;
    NodeOwner<M>& node;
  };

  engine::Channel& channel_;
  [[no_unique_address]] std::conditional_t<moves_without_throwing, Nothing, SyncMutex<engine::NodeList>> kept_;
};

}  // namespace sluice::inline SLUICE_ABI::mailbox
