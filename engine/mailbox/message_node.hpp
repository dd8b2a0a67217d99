// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <new>
#include <sluice/config.hpp>
#include <sluice/engine/memory.hpp>
#include <sluice/engine/queue/node_list.hpp>
#include <sluice/engine/queue/priority_heap.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI::mailbox {

/// A message with the links that carry it through any kind of queue. Lives in a block of the engine's memory.
template <class M>
struct MessageNode final : engine::PriorityNode {
  static_assert(alignof(M) <= engine::memory::alignment, "over-aligned messages cannot be queued");

  explicit MessageNode(M&& content) : message{std::move(content)} {}
  M message;
};

/// Owns one node, or none.
template <class M>
class NodeOwner {
public:
  using Node = MessageNode<M>;

  NodeOwner() noexcept = default;
  explicit NodeOwner(Node* node) noexcept : node_{node} {}
  NodeOwner(NodeOwner&& other) noexcept : node_{std::exchange(other.node_, nullptr)} {}
  NodeOwner& operator=(NodeOwner other) noexcept {
    std::swap(node_, other.node_);
    return *this;
  }
  ~NodeOwner() {
    if (node_ != nullptr) {
      node_->~Node();
      engine::memory::release(node_, sizeof(Node));
    }
  }

  /// Owns nothing if memory runs out; then `message` is untouched. If moving it throws, nothing is kept.
  [[nodiscard]] static NodeOwner make(M&& message) {
    Block block{engine::memory::allocate(sizeof(Node))};
    if (block.memory == nullptr) {
      return {};
    }
    Node* const node = ::new (block.memory) Node{std::move(message)};
    block.memory = nullptr;
    return NodeOwner{node};
  }

  [[nodiscard]] explicit operator bool() const noexcept { return node_ != nullptr; }
  [[nodiscard]] Node& operator*() const noexcept { return *node_; }
  [[nodiscard]] Node* operator->() const noexcept { return node_; }
  Node* release() noexcept { return std::exchange(node_, nullptr); }

private:
  struct Block {
    ~Block() { engine::memory::release(memory, sizeof(Node)); }
    void* memory;
  };

  Node* node_ = nullptr;
};

/// Owns the nodes that came out of a queue, in their order.
template <class M>
class NodeChain {
public:
  NodeChain() noexcept = default;
  NodeChain(NodeChain&&) noexcept = default;
  NodeChain& operator=(NodeChain&& other) noexcept {
    clear();
    nodes_ = std::move(other.nodes_);
    return *this;
  }
  ~NodeChain() { clear(); }

  [[nodiscard]] bool is_empty() const noexcept { return nodes_.is_empty(); }
  [[nodiscard]] NodeOwner<M> pop_front() noexcept {
    return NodeOwner<M>{static_cast<MessageNode<M>*>(nodes_.pop_front())};
  }
  [[nodiscard]] engine::NodeList& nodes() noexcept { return nodes_; }

private:
  void clear() noexcept {
    while (pop_front()) {
    }
  }

  engine::NodeList nodes_;
};

}  // namespace sluice::inline SLUICE_ABI::mailbox
