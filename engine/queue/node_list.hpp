// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/mpsc_queue.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// Messages that their owner already has, in order: what came out of an `MpscQueue`, or waits in a stash.
///
/// It owns nothing: the links are those of the nodes, so a message moves from queue to stash and back without a copy.
/// A node that was popped from an `MpscQueue` has no producer left that could write its link.
///
/// Thread safety: one owner.
/// Allocates: never.
/// Order: first in, first out, unless it is told otherwise. `prepend` and `append` keep the order inside both lists.
/// Invariants
///  1. `first_` and `last_` are both null, or `size_ - 1` links lead from the one to the other.
///  2. The link of `last_` is null.
class NodeList {
public:
  constexpr NodeList() noexcept = default;
  NodeList(NodeList&& other) noexcept { append(static_cast<NodeList&&>(other)); }
  /// Only into an empty list: the nodes of this one would be lost.
  NodeList& operator=(NodeList&& other) noexcept {
    check(is_empty(), "a list is empty when another is moved into it");
    append(static_cast<NodeList&&>(other));
    return *this;
  }
  ~NodeList() { check(is_empty(), "a list of nodes is empty when it dies"); }

  [[nodiscard]] bool is_empty() const noexcept { return first_.get() == nullptr; }
  [[nodiscard]] std::uint32_t size() const noexcept { return size_.get(); }

  void push_back(MpscNode& node) noexcept { put_behind(node, node, 1); }
  void push_front(MpscNode& node) noexcept { put_before(node, node, 1); }

  /// Takes the first node out; null if there is none.
  [[nodiscard]] MpscNode* pop_front() noexcept {
    MpscNode* const first = first_.get();
    if (first != nullptr) {
      first_.set(first->next.load(std::memory_order_relaxed));  // relaxed: touched by the owner only
      if (is_empty()) {
        last_.set(nullptr);
      }
      size_.set(size_.get() - 1);
    }
    return first;
  }

  /// Moves all of `other` behind the last node of this list, in constant time.
  void append(NodeList&& other) noexcept {
    if (!other.is_empty()) {
      const Run run = other.take_all();
      put_behind(run.first, run.last, run.size);
    }
  }

  /// Moves all of `other` before the first node of this list, in constant time: what was stashed comes back to the front.
  void prepend(NodeList&& other) noexcept {
    if (!other.is_empty()) {
      const Run run = other.take_all();
      put_before(run.first, run.last, run.size);
    }
  }

private:
  struct Run {
    MpscNode& first;
    MpscNode& last;
    std::uint32_t size;
  };

  /// What is in a list that is not empty; afterwards it is.
  [[nodiscard]] Run take_all() noexcept {
    const Run run{*first_.get(), *last_.get(), size_.get()};
    first_.set(nullptr);
    last_.set(nullptr);
    size_.set(0);
    return run;
  }

  void put_behind(MpscNode& first, MpscNode& last, std::uint32_t size) noexcept {
    // relaxed: touched by the owner only; the same for all links here. Who gives the list on, releases them.
    last.next.store(nullptr, std::memory_order_relaxed);
    if (MpscNode* const before = last_.get()) {
      before->next.store(&first, std::memory_order_relaxed);
    } else {
      first_.set(&first);
    }
    last_.set(&last);
    size_.set(size_.get() + size);
  }

  void put_before(MpscNode& first, MpscNode& last, std::uint32_t size) noexcept {
    last.next.store(first_.get(), std::memory_order_relaxed);  // relaxed: touched by the owner only
    first_.set(&first);
    if (last_.get() == nullptr) {
      last_.set(&last);
    }
    size_.set(size_.get() + size);
  }

  Plain<MpscNode*> first_{nullptr};
  Plain<MpscNode*> last_{nullptr};
  Plain<std::uint32_t> size_{0};
};

}  // namespace sluice::inline SLUICE_ABI::engine
