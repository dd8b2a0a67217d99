// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/error.hpp>
#include <sluice/engine/mutex.hpp>
#include <sluice/engine/queue/admission.hpp>
#include <sluice/engine/queue/message_queue.hpp>
#include <sluice/engine/queue/node_list.hpp>
#include <sluice/engine/queue/priority_heap.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI::engine {

/// In the order of arrival.
class ArrivalOrder {
public:
  [[nodiscard]] MpscNode* next(MpscQueue& intake) noexcept { return intake.pop(); }
  [[nodiscard]] MpscNode* evict(MpscQueue& intake, const MpscNode&) noexcept { return intake.pop(); }
};

/// In the order of arrival, but what its owner puts back comes first.
class DequeOrder {
public:
  [[nodiscard]] MpscNode* next(MpscQueue& intake) noexcept {
    MpscNode* const first = returned_.pop_front();
    return first != nullptr ? first : intake.pop();
  }
  [[nodiscard]] MpscNode* evict(MpscQueue& intake, const MpscNode&) noexcept { return next(intake); }
  void put_back(NodeList&& nodes) noexcept { returned_.prepend(std::move(nodes)); }

private:
  NodeList returned_;
};

/// The most urgent first; what goes in are `PriorityNode`s. Gives up the least urgent, the oldest among equals, unless
/// the newcomer is less urgent still.
class PriorityOrder {
public:
  [[nodiscard]] MpscNode* next(MpscQueue& intake) noexcept {
    sort(intake);
    return heap_.pop();
  }
  [[nodiscard]] MpscNode* evict(MpscQueue& intake, const MpscNode& newcomer) noexcept {
    sort(intake);
    return heap_.pop_least_urgent(static_cast<const PriorityNode&>(newcomer).priority);
  }

private:
  void sort(MpscQueue& intake) noexcept {
    while (MpscNode* const node = intake.pop()) {
      heap_.push(static_cast<PriorityNode&>(*node));
    }
  }

  PriorityHeap heap_;
};

/// Guards an object that only one owner touches anyway: costs nothing.
template <class T>
class Unguarded {
public:
  using Object = T;
  using Guard = T*;
  [[nodiscard]] Guard lock() noexcept { return &object_; }

private:
  T object_;
};

/// A kind that is a door, an intake that any thread pushes into, and an order that its owner keeps behind it.
///
/// Thread safety: with `SyncMutex` as `Guard` everything from any thread; with `Unguarded` one owner calls `pop`, `evict` and
///                `put_back`. Pushing never takes a lock.
/// Allocates: never.
/// Order: that of `Order`.
template <class Order, template <class> class Guard>
class OrderedQueue final : public MessageQueue {
public:
  OrderedQueue() = default;
  OrderedQueue(const OrderedQueue&) = delete;
  OrderedQueue& operator=(const OrderedQueue&) = delete;
  ~OrderedQueue() { check(size() == 0, "a queue is drained before it dies"); }

  /// Sets the capacity; before anything else. Without it there is no limit.
  [[nodiscard]] Result<> make(std::uint32_t capacity) noexcept {
    if (capacity == 0 || capacity > no_limit) {
      return std::unexpected{Error::invalid_argument};
    }
    capacity_.store(capacity, std::memory_order_relaxed);  // not shared yet
    return {};
  }

  [[nodiscard]] Entry push(MpscNode& node) noexcept override {
    const Entry entry = door_.enter(capacity());
    if (entry == Entry::entered) {
      intake_.push(node);
    }
    return entry;
  }

  [[nodiscard]] MpscNode* pop() noexcept override {
    return let_out([this](Order& order) { return order.next(intake_); });
  }

  [[nodiscard]] MpscNode* evict(const MpscNode& newcomer) noexcept override {
    return let_out([&](Order& order) { return order.evict(intake_, newcomer); });
  }

  /// Puts `nodes`, which came out of here, back to the front in their order, however full it is. If it is closed they are
  /// still the caller's: false.
  [[nodiscard]] bool put_back(NodeList& nodes) noexcept
    requires requires(Order order, NodeList list) { order.put_back(std::move(list)); }
  {
    if (!door_.enter_again(nodes.size())) {
      return false;
    }
    owned_.lock()->put_back(std::move(nodes));
    return true;
  }

  [[nodiscard]] bool grow() noexcept override;
  bool close() noexcept override { return door_.close(); }

  [[nodiscard]] bool is_closed() const noexcept override { return door_.is_closed(); }
  [[nodiscard]] std::uint32_t size() const noexcept override { return door_.inside(); }
  [[nodiscard]] std::uint32_t capacity() const noexcept override {
    return capacity_.load(std::memory_order_relaxed);  // a number that carries nothing else
  }

private:
  template <class Choose>
  [[nodiscard]] MpscNode* let_out(Choose choose) noexcept {
    MpscNode* const node = choose(*owned_.lock());
    if (node != nullptr) {
      door_.leave();
    }
    return node;
  }

  Admission door_;
  Atomic<std::uint32_t> capacity_{no_limit};
  MpscQueue intake_;
  Guard<Order> owned_;
};

/// The kinds whose messages any thread may take.
using UnboundedQueue = OrderedQueue<ArrivalOrder, SyncMutex>;
using DequeQueue = OrderedQueue<DequeOrder, SyncMutex>;
using PriorityQueue = OrderedQueue<PriorityOrder, SyncMutex>;

template <class Order, template <class> class Guard>
bool OrderedQueue<Order, Guard>::grow() noexcept {
  std::uint32_t now = capacity();
  if (now >= no_limit) {
    return false;
  }
  const std::uint32_t twice = now > no_limit / 2 ? no_limit : now * 2;
  // relaxed: a number that carries nothing else. If somebody else grew it, that is as good.
  (void)capacity_.compare_exchange_strong(now, twice, std::memory_order_relaxed, std::memory_order_relaxed);
  return true;
}

}  // namespace sluice::inline SLUICE_ABI::engine
